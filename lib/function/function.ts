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
import { type Binding, bindingEnvironment, bindingTarget, requireBinding } from "../app/binding";
import { finish } from "../app/finish";
import { requireFreeId } from "../app/ids";
import { checkOpen } from "../app/lifecycle";
import type { ConstructMetadata, FunctionRef } from "../app/metadata";
import { isKept } from "../app/removal-policy";
import { Stack } from "../app/stack";
import { checkList, isPlainObject } from "../core/check";
import {
  libraryConstructs,
  type Permissions,
  permissionTarget,
  resolvePermissions,
} from "../iam/permissions";
import { arnOf } from "./arn";
import { checkFunctionProps, warnOfRuntime } from "./check";
import { functionConfig } from "./config";
import { findDeadLetterTarget } from "./dead-letter";
import { checkEnvironment, FunctionEnvironment, libraryEnvironment } from "./environment";
import { fail } from "./errors";
import { grantInvoke } from "./grant-invoke";
import { addInvokeConfig, type InvokeTarget } from "./invoke-config";
import { checkLayers, type LayerReference } from "./layers";
import { createLogGroup } from "./log-group";
import { mergeFunctionProps } from "./merge";
import { functionNameOf, pathFromStack } from "./name";
import { functionNumbers } from "./numbers";
import { ownStatements } from "./own-statements";
import { packagingOf } from "./packaging/packaging";
import type { AsyncInvokeProps, FunctionProps } from "./props";
import { createFunctionRole, RolePolicies } from "./role";
import { addFunctionUrl } from "./url";
import { addAlias, type FunctionAliasProps, type FunctionVersion, publishVersion } from "./version";
import { createNetwork, vpcAccessPolicyArn } from "./vpc";

declare module "../app/registered-types" {
  interface RegisteredTypes {
    readonly function: Function;
  }
}

/** What a function tells tools about itself. */
export interface FunctionMetadata {
  /** The ids from the stack down to the function, joined by `-`. */
  readonly localId: string;
  readonly arn: string;
  /** Ids of the secrets that are bound to it. */
  readonly secrets: readonly string[];
}

/**
 * A Lambda function, packaged from source, with a role, a policy and a log group of its own.
 *
 * It may write its own logs and traces and nothing else, until `permissions` or `bind` say so.
 *
 * @example
 * new Function(stack, "Resize", { handler: "functions/resize.handler", timeout: "30 seconds" });
 */
export class Function extends Construct {
  /**
   * Marks functions of this library, also of another copy of the package.
   *
   * @internal
   */
  readonly isServerformFunction = true;
  readonly id: string;
  /** Name in AWS, a literal unless you gave a reference. */
  readonly functionName: string;
  /** ARN that API Gateway integrations call. */
  readonly invokeArn: string;
  readonly functionArn: string;
  /** The function's own HTTPS address; undefined without the prop `url`. */
  readonly url: string | undefined;
  readonly role: IamRole | DataAwsIamRole;
  readonly cdk: {
    readonly function: LambdaFunction;
    readonly role: IamRole | DataAwsIamRole;
    readonly logGroup: CloudwatchLogGroup;
    readonly functionUrl?: LambdaFunctionUrl;
    readonly securityGroup?: SecurityGroup;
  };
  private readonly props: FunctionProps;
  private readonly environment: FunctionEnvironment;
  private readonly policies: RolePolicies;
  private readonly bound = new Set<IConstruct>();
  private readonly secretNames: string[] = [];
  private version: FunctionVersion | undefined;

  constructor(scope: Construct, id: string, props: FunctionProps = {}) {
    super(scope, idOf(scope, id, props));
    this.id = this.node.id;
    const stack = Stack.of(this);
    this.props = mergeFunctionProps(...stack.getFunctionDefaults(), props);
    const handler = checkFunctionProps(this, this.props);
    const { memorySize, timeout, diskSize } = functionNumbers(this, this.props);
    const packaging = packagingOf(this, this.props, handler);
    warnOfRuntime(this, packaging.artifact.runtime);
    this.functionName = functionNameOf(this, this.props);

    const logGroup = createLogGroup(this, this.functionName, this.props);
    const { role, policies, attachments } = this.createRole();
    this.role = role;
    this.policies = policies;
    const { config: vpcConfig, securityGroup } = createNetwork(this, this.props);
    const deadLetter = findDeadLetterTarget(this, this.props);
    this.environment = new FunctionEnvironment(
      libraryEnvironment(stack.app, packaging.artifact.runtime),
      this.props.environment,
    );

    const config = functionConfig(this.props, {
      ...Artifacts.of(stack).add({ owner: this.node.path, handler }, packaging.artifact),
      functionName: this.functionName,
      handler: packaging.handler,
      runtime: packaging.runtime,
      role: role.arn,
      timeout,
      memorySize,
      // GovCloud refuses the block.
      ephemeralStorage: stack.region.startsWith("us-gov-") ? undefined : { size: diskSize },
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
    const { url = false } = this.props;
    const functionUrl = url === false ? undefined : addFunctionUrl(this, url);
    this.cdk = { function: fn, role, logGroup, securityGroup, functionUrl };
    this.url = functionUrl?.functionUrl;

    this.policies.addOwn(ownStatements(this.props, logGroup, deadLetter));
    this.addInvokeConfig(this, this.props, { functionName: fn.functionName, prefix: "" });
    this.attachPermissions(this.props.permissions ?? []);
    this.attachAll("initialPolicy", this.props.initialPolicy ?? []);
    this.bindAll("bind", this.props.bind ?? []);
    if (this.props.config !== undefined) this.addConfig(this.props.config);
  }

  private createRole() {
    if (this.props.role !== undefined) {
      return {
        role: this.props.role,
        policies: RolePolicies.of(Stack.of(this), this.props.role),
        attachments: [],
      };
    }
    const role = createFunctionRole(this, this.functionName, this.props.cdk?.role);
    const inVpc = this.props.vpc !== undefined;
    const attachments = inVpc
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

  /**
   * The version that each changing deployment publishes. Reading it makes deployments publish.
   */
  get currentVersion(): FunctionVersion {
    if (this.version === undefined) {
      checkOpen(this, "currentVersion");
      this.version = publishVersion(this, this.props.currentVersionOptions);
    }
    return this.version;
  }

  /** Gives the function the names of constructs, as environment variables, and the permissions to use them. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.bindAll("bind", constructs);
  }

  private bindAll(prop: string, constructs: readonly IConstruct[]): void {
    checkList(this, prop, constructs);
    constructs.forEach((construct, index) => {
      const binding = requireBinding(this, `${prop}[${index}]`, construct, this);
      if (this.bound.has(construct)) return;
      this.bound.add(construct);
      if (binding.className === "Secret") this.secretNames.push(binding.id);
      this.environment.bind(bindingEnvironment(binding));
      this.attachAll(`${prop}[${index}]`, binding.permissions);
    });
  }

  /** Lets the function do more. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.attachAll("permissions", permissions);
    if (permissions === "*") return;
    // A pair says less than `bind` gives, so that there is nothing better to write.
    const named = libraryConstructs(permissions.filter((entry) => !Array.isArray(entry)));
    if (named.length > 0) {
      const text =
        "serverform: naming a construct of this library in `permissions` is deprecated; use `bind`";
      Stack.of(this).app.addNotice(text, this);
    }
    // A job is of no use to code that does not know its name.
    this.bind(named.filter((construct) => construct[permissionTarget]().row === "Job"));
  }

  private attachAll(prop: string, permissions: Permissions): void {
    this.policies.add(resolvePermissions(this, prop, permissions));
  }

  /** Sets an environment variable; the last one written wins. */
  addEnvironment(key: string, value: string): void {
    checkOpen(this, "addEnvironment");
    checkEnvironment(this, "addEnvironment", { [key]: value });
    this.environment.set(key, value);
  }

  /** @deprecated Use `bind`. */
  addConfig(config: readonly IConstruct[]): void {
    checkOpen(this, "addConfig");
    Stack.of(this).app.addNotice("serverform: `config` of functions is deprecated; use `bind`", this);
    this.bindAll("config", config);
  }

  /** Adds layers after those that are there. */
  addLayers(...layers: LayerReference[]): void {
    checkOpen(this, "addLayers");
    const { function: fn } = this.cdk;
    const existing = fn.layersInput ?? [];
    checkLayers(this, "addLayers", layers, existing.length);
    if (layers.length > 0) fn.layers = [...existing, ...layers.map((layer) => arnOf(layer))];
  }

  /**
   * Configures asynchronous invocations, of the function or of a version.
   *
   * @internal
   */
  addInvokeConfig(scope: Construct, props: AsyncInvokeProps, target: Omit<InvokeTarget, "fn">): void {
    const { config, permissions } = addInvokeConfig(scope, "InvokeConfig", props, { ...target, fn: this });
    this.attachAll("onSuccess", permissions);
    // The service refuses a destination to which the role may not send yet.
    if (config !== undefined) this.policies.addInvoker(config);
  }

  /** Creates an alias; it is accepted wherever `cdk.function` is. */
  addAlias(name: string, props?: FunctionAliasProps): LambdaAlias {
    checkOpen(this, "addAlias");
    return addAlias(this, name, props);
  }

  /** Lets somebody else invoke the function: an `aws_lambda_permission` for it. */
  addPermission(
    id: string,
    config: Omit<LambdaPermissionConfig, "functionName" | "action"> & { readonly action?: string },
  ): LambdaPermission {
    checkOpen(this, "addPermission");
    return new LambdaPermission(this, requireFreeId(this, id, `addPermission("${id}")`), {
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

  /**
   * The policies of the function's role in its stack.
   *
   * @internal
   */
  getPolicies(): RolePolicies {
    return this.policies;
  }

  [permissionTarget]() {
    return { row: "Function" as const, arn: this.functionArn };
  }

  [bindingTarget](): Binding {
    return {
      className: "Function",
      id: this.id,
      variables: { functionName: this.functionName },
      permissions: [[this, "grantInvoke"]],
    };
  }

  getConstructMetadata(): ConstructMetadata<"Function", FunctionMetadata> {
    const localId = pathFromStack(this).join("-");
    return { type: "Function", data: { localId, arn: this.functionArn, secrets: [...this.secretNames] } };
  }

  [finish](): void {
    this.environment.checkSize(this);
    if (!isKept(Stack.of(this).app.defaultRemovalPolicy)) return;
    const { function: fn, logGroup } = this.cdk;
    const given = this.props.cdk;
    // The log group and each published version outlive the stack. What the caller has written stays.
    if (given?.logGroup?.skipDestroy === undefined) logGroup.skipDestroy = true;
    if (given?.function?.skipDestroy === undefined && this.version !== undefined) fn.skipDestroy = true;
  }
}

function idOf(scope: Construct, id: string, props: unknown): string {
  const where = [scope.node.path, id].filter((part) => part !== "").join("/");
  if (!isPlainObject(props)) {
    return fail(where, "prop-invalid", "props", {
      value: props,
      expected: 'an object: { handler: "notes.get" }',
    });
  }
  const { id: given } = Object(props.cdk) as { readonly id?: string };
  return requireFreeId(scope, given ?? id, given === undefined ? "id" : "cdk.id");
}

/** A function as metadata refers to it. */
export function functionRef(fn: Function | undefined): FunctionRef | undefined {
  return fn && { node: fn.node.addr, stack: Stack.of(fn).node.id };
}
