import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import type { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import type { LambdaFunctionUrl } from "@cdktf/provider-aws/lib/lambda-function-url";
import { LambdaPermission, type LambdaPermissionConfig } from "@cdktf/provider-aws/lib/lambda-permission";
import type { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Construct, type IConstruct } from "constructs";
import { Artifacts } from "../app/artifacts";
import {
  type Binding,
  bindingEnvironment,
  bindingTarget,
  createBinding,
  requireBinding,
} from "../app/binding";
import { finish } from "../app/finish";
import { constructId, requireFreeId } from "../app/ids";
import { checkOpen } from "../app/lifecycle";
import type { FunctionRef } from "../app/metadata";
import { isKept } from "../app/removal-policy";
import { Stack } from "../app/stack";
import { checkOverride } from "../core/override";
import {
  libraryConstructs,
  type Permissions,
  type PermissionTarget,
  permissionTarget,
  resolvePermissions,
} from "../iam/permissions";
import { toArn } from "./arn";
import { checkBindings, warnOfRuntime } from "./check";
import { lambdaFunctionConfig } from "./config";
import { createInvokeConfig } from "./invocation/async-invoke";
import { createDeadLetterTarget } from "./invocation/dead-letter";
import { grantInvoke } from "./invocation/grant-invoke";
import { addFunctionUrl } from "./invocation/url";
import {
  addAlias,
  type FunctionAliasProps,
  type FunctionVersion,
  publishVersion,
} from "./invocation/version";
import { type FunctionMetadata, functionDescription, functionRow } from "./library";
import { FunctionPlan } from "./plan";
import type { FunctionProps } from "./props";
import { requiredStatements } from "./required-statements";
import { createFunctionRole, RolePolicies } from "./role";
import { checkEnvironment, EnvironmentVariables, libraryEnvironment } from "./settings/environment";
import { checkLayers, type LayerReference } from "./settings/layers";
import { createLogGroup } from "./settings/log-group";
import { pathFromStack } from "./settings/name";
import { createNetwork, vpcAccessPolicyArn } from "./settings/network";

declare module "../app/registered-types" {
  interface RegisteredTypes {
    readonly function: Function;
  }
}

/**
 * A Lambda function, packaged from source, with a role, a policy and a log group of its own.
 *
 * It may only write its own logs and traces, unless `permissions` or `bind` allow more.
 *
 * @example
 * new Function(stack, "Resize", { handler: "functions/resize.handler", timeout: "30 seconds" });
 */
export class Function extends Construct {
  /** @internal Marks functions of this library, also those of another copy of the package. */
  readonly isServerformFunction = true;
  readonly id: string;
  /** Name in AWS; a literal unless you gave a reference. */
  readonly functionName: string;
  /** ARN that API Gateway integrations call. */
  readonly invokeArn: string;
  readonly functionArn: string;
  /** The function URL; undefined without the prop `url`. */
  readonly url: string | undefined;
  readonly role: IamRole | DataAwsIamRole;
  readonly cdk: {
    readonly function: LambdaFunction;
    readonly role: IamRole | DataAwsIamRole;
    readonly logGroup: CloudwatchLogGroup;
    readonly functionUrl?: LambdaFunctionUrl;
    readonly securityGroup?: SecurityGroup;
  };
  private readonly plan: FunctionPlan["parts"];
  private readonly environment: EnvironmentVariables;
  private readonly policies: RolePolicies;
  private readonly bound = new Set<IConstruct>();
  private readonly secretNames: string[] = [];
  private version: FunctionVersion | undefined;

  constructor(scope: Construct, id: string, props?: FunctionProps);
  /** @internal A function that has been planned together with others. */
  constructor(scope: Construct, id: string, plan: FunctionPlan);
  constructor(scope: Construct, id: string, given: FunctionProps | FunctionPlan = {}) {
    const { parts: plan } = given instanceof FunctionPlan ? given : FunctionPlan.of(scope, id, given);
    // Functions that were planned together may have one id by `cdk.id`.
    super(scope, requireFreeId(scope, plan.id, plan.id === id ? "id" : "cdk.id"));
    this.id = this.node.id;
    this.plan = plan;
    const { props, packaging, functionName } = plan;
    const stack = Stack.of(this);
    warnOfRuntime(this, packaging.artifact.runtime);
    this.functionName = functionName;

    const logGroup = createLogGroup(this, functionName, props);
    const { role, policies, attachments } = this.createRole();
    this.role = role;
    this.policies = policies;
    const { config: vpcConfig, securityGroup } = createNetwork(this, plan.network);
    const deadLetter = createDeadLetterTarget(this, plan.deadLetter);
    this.environment = new EnvironmentVariables(
      libraryEnvironment(stack.app, packaging.artifact.runtime),
      props.environment,
    );

    const config = lambdaFunctionConfig(props, {
      ...Artifacts.of(stack).add({ owner: this.node.path, handler: plan.handler }, packaging.artifact),
      functionName,
      handler: packaging.handler,
      runtime: packaging.runtime,
      role: role.arn,
      timeout: plan.resources.timeout,
      memorySize: plan.resources.memorySize,
      // GovCloud refuses the block.
      ephemeralStorage: stack.region.startsWith("us-gov-") ? undefined : { size: plan.resources.diskSize },
      deadLetterConfig: deadLetter && { targetArn: deadLetter.arn },
      vpcConfig,
      loggingConfig: { logFormat: "Text", logGroup: logGroup.name },
      dependsOn: attachments,
    });
    const fn = new LambdaFunction(this, "Function", config);
    this.policies.addFunction(fn);
    this.environment.writeTo(fn);
    this.functionArn = fn.arn;
    this.invokeArn = fn.invokeArn;
    this.cdk = { function: fn, role, logGroup, securityGroup };
    const functionUrl = plan.url && addFunctionUrl(this, plan.url);
    this.cdk = { function: fn, role, logGroup, securityGroup, functionUrl };
    this.url = functionUrl?.functionUrl;

    this.policies.addOwn(requiredStatements(props, logGroup, deadLetter));
    createInvokeConfig(this, plan.asyncInvoke, { functionName: fn.functionName }, policies);
    this.policies.add(plan.statements);
    this.bindPermitted(props.permissions ?? []);
    this.bindAll("bind", props.bind ?? []);
    if (props.config !== undefined) this.addConfig(props.config);
  }

  private createRole() {
    const { role: given, cdk } = this.plan.props;
    if (given !== undefined) {
      return { role: given, policies: RolePolicies.of(Stack.of(this), given), attachments: [] };
    }
    const role = createFunctionRole(this, this.functionName, cdk?.role);
    const attachments = this.plan.network
      ? [
          new IamRolePolicyAttachment(this, "VpcAccess", {
            role: role.name,
            policyArn: vpcAccessPolicyArn(this),
          }),
        ]
      : [];
    const policies = new RolePolicies(this, "Policies", role, { attachedPolicies: attachments.length });
    return { role, policies, attachments };
  }

  /** The version that is published by each deployment which changes the function. Reading it enables publishing. */
  get currentVersion(): FunctionVersion {
    checkOpen(this, "currentVersion");
    this.version ??= publishVersion(this, this.plan.versionOptions);
    return this.version;
  }

  /** Passes the names of constructs to the function as environment variables, with the permissions to use them. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    checkBindings(this, "bind", constructs);
    this.bindAll("bind", constructs);
  }

  private bindAll(prop: string, constructs: readonly IConstruct[]): void {
    constructs.forEach((construct, index) => {
      const binding = requireBinding(this, `${prop}[${index}]`, construct, this);
      if (this.bound.has(construct)) return;
      this.bound.add(construct);
      if (binding.className === "Secret") this.secretNames.push(binding.id);
      this.environment.bind(bindingEnvironment(binding));
      this.attachAll(`${prop}[${index}]`, binding.permissions);
    });
  }

  /** Gives the function more permissions. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.attachAll("permissions", permissions);
    this.bindPermitted(permissions);
  }

  /** Binds jobs that are named in `permissions`: code that does not know the name of a job cannot use it. */
  private bindPermitted(permissions: Permissions): void {
    if (permissions === "*") return;
    // A pair gives fewer permissions than `bind`, so `bind` does not replace it.
    const named = libraryConstructs(permissions.filter((entry) => !Array.isArray(entry)));
    if (named.length > 0) {
      const text =
        "serverform: naming a construct of this library in `permissions` is deprecated; use `bind`";
      Stack.of(this).app.addNotice(text, this);
    }
    this.bind(named.filter((construct) => construct[permissionTarget]().row.impliesBind));
  }

  private attachAll(prop: string, permissions: Permissions): void {
    this.policies.add(resolvePermissions(this, prop, permissions));
  }

  /** Sets an environment variable; the last value wins. */
  addEnvironment(key: string, value: string): void {
    checkOpen(this, "addEnvironment");
    checkEnvironment(this, "addEnvironment", { [key]: value });
    this.environment.set(key, value);
  }

  /** @deprecated Use `bind`. */
  addConfig(config: readonly IConstruct[]): void {
    checkOpen(this, "addConfig");
    checkBindings(this, "config", config);
    Stack.of(this).app.addNotice("serverform: `config` of functions is deprecated; use `bind`", this);
    this.bindAll("config", config);
  }

  /** Adds layers after the existing ones. */
  addLayers(...layers: LayerReference[]): void {
    checkOpen(this, "addLayers");
    const { function: fn } = this.cdk;
    const existing = fn.layersInput ?? [];
    checkLayers(this, "addLayers", layers, existing.length);
    if (layers.length > 0) fn.layers = [...existing, ...layers.map((layer) => toArn(layer))];
  }

  /** Creates an alias; it can be used wherever `cdk.function` is accepted. */
  addAlias(name: string, props?: FunctionAliasProps): LambdaAlias {
    checkOpen(this, "addAlias");
    return addAlias(this, name, props);
  }

  /** Adds an `aws_lambda_permission` that lets a principal invoke the function. */
  addPermission(
    id: string,
    config: Omit<LambdaPermissionConfig, "functionName" | "action"> & { readonly action?: string },
  ): LambdaPermission {
    checkOpen(this, "addPermission");
    const freeId = constructId(this, id, config);
    checkOverride(this, `addPermission("${id}")`, config, LambdaPermission, {
      rejected: { functionName: "It is the function itself." },
    });
    return new LambdaPermission(this, freeId, {
      action: "lambda:InvokeFunction",
      functionName: this.cdk.function.functionName,
      ...config,
    });
  }

  /** Lets a function, a role or an AWS service (`events.amazonaws.com`) invoke this function and its versions. */
  grantInvoke(target: Function | IamRole | DataAwsIamRole | string): void {
    checkOpen(this, "grantInvoke");
    grantInvoke(this, target);
  }

  [permissionTarget](): PermissionTarget {
    return { row: functionRow, arn: this.functionArn };
  }

  [bindingTarget](): Binding {
    return createBinding(functionDescription, this, { functionName: this.functionName });
  }

  getConstructMetadata(): FunctionMetadata {
    const localId = pathFromStack(this).join("-");
    return { type: "Function", data: { localId, arn: this.functionArn, secrets: [...this.secretNames] } };
  }

  [finish](): void {
    this.environment.checkSize(this);
    if (!isKept(Stack.of(this).app.defaultRemovalPolicy)) return;
    const { function: fn, logGroup } = this.cdk;
    const given = this.plan.props.cdk;
    // The log group and each published version outlive the stack. The caller's own keys win.
    if (given?.logGroup?.skipDestroy === undefined) logGroup.skipDestroy = true;
    if (given?.function?.skipDestroy === undefined && this.version !== undefined) fn.skipDestroy = true;
  }
}

/** The reference to a function in metadata. */
export function functionRef(fn: Function | undefined): FunctionRef | undefined {
  return fn && { node: fn.node.addr, stack: Stack.of(fn).node.id };
}
