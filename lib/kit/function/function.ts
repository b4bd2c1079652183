import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import type { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import { LambdaFunction, type LambdaFunctionConfig } from "@cdktf/provider-aws/lib/lambda-function";
import type { LambdaFunctionUrl } from "@cdktf/provider-aws/lib/lambda-function-url";
import { LambdaPermission, type LambdaPermissionConfig } from "@cdktf/provider-aws/lib/lambda-permission";
import type { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Construct, type IConstruct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { govCloud } from "../../facts/aws/partitions";
import { servicePrincipal } from "../../facts/aws/principals";
import {
  type Binding,
  bindingEnvironment,
  bindingTarget,
  createBinding,
  requireBinding,
  takeBoundName,
} from "../app/binding";
import type { FunctionRef } from "../app/metadata";
import { claimId } from "../app/names/construct-name";
import { constructId, requireFreeId } from "../app/names/ids";
import { usedByCode } from "../app/references/needed-for-use";
import { isKept } from "../app/removal-policy";
import { checkOpen } from "../app/scope/lifecycle";
import { Stack } from "../app/stack";
import { Artifacts } from "../app/synthesis/artifacts";
import { finish, finishLast } from "../app/synthesis/finish";
import { present } from "../core/checks/absence";
import { requireProp } from "../core/errors";
import { checkOverride } from "../core/terraform/override";
import { literalName } from "../core/tokens/unresolved";
import {
  libraryConstructs,
  type Permissions,
  type PermissionTarget,
  permissionTarget,
  resolvePermissions,
} from "../iam/permissions";
import { PolicyArn } from "./arn";
import { type BindingEntry, checkBindings, splitEntry } from "./binding-entry";
import { noteIdleProps, warnOfRuntime } from "./check";
import { createRecursionConfig, lambdaFunctionConfig } from "./config";
import { createInvokeConfig } from "./invocation/async-invoke";
import { createDeadLetterTarget } from "./invocation/dead-letter";
import { grantInvoke, noteOpenPermission } from "./invocation/grant-invoke";
import { addFunctionUrl } from "./invocation/url";
import {
  addAlias,
  type FunctionAliasProps,
  type FunctionVersion,
  publishVersion,
} from "./invocation/version";
import type { InvokedFunction } from "./invoke-permissions";
import { type LayerReference, parseLayers } from "./layer/layers";
import { type FunctionMetadata, functionDescription, functionRow } from "./library";
import { liveStatements, liveVariables, longestTimeoutSeconds, whyNotWrapped, wrapperHandler } from "./live";
import { warnOfCallback } from "./packaging/callback-notice";
import { FunctionPlan, regionOf } from "./plan";
import type { FunctionProps } from "./props";
import { requiredStatements } from "./required-statements";
import { createFunctionRole, RolePolicies } from "./role";
import { durableAlias, durableStatement, type ParsedDurable } from "./settings/durable";
import {
  checkEnvironment,
  EnvironmentVariables,
  libraryEnvironment,
  noteSecretVariables,
} from "./settings/environment";
import { createLogGroup, loggingConfig } from "./settings/logging";
import { pathFromStack } from "./settings/name";
import { createNetwork, vpcAccessPolicyArn } from "./settings/network";
import { checkSnapStartVersion } from "./settings/snap-start";
import { type StreamingFacts, streamingFacts } from "./settings/streaming";

declare module "../app/registered-types" {
  interface RegisteredTypes {
    readonly function: Function;
  }
}

/**
 * A Lambda function, packaged from source, with its own role, policy and log group.
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
  /** ARN by which it is called; of a durable function, the one of its alias. */
  readonly functionArn: string;
  /** @internal The target that a permission to invoke it names. */
  readonly invoked: InvokedFunction;
  /** The function URL; undefined without the prop `url`. */
  readonly url: string | undefined;
  readonly role: IamRole | DataAwsIamRole;
  readonly cdk: {
    readonly function: LambdaFunction;
    readonly role: IamRole | DataAwsIamRole;
    readonly logGroup: CloudwatchLogGroup;
    readonly functionUrl?: LambdaFunctionUrl | undefined;
    readonly securityGroup?: SecurityGroup | undefined;
  };
  private readonly plan: FunctionPlan["parts"];
  private readonly environment: EnvironmentVariables;
  private readonly policies: RolePolicies;
  /** The bound constructs, with the kinds of access that have been given; undefined for the default access. */
  private readonly bound = new Map<IConstruct, Set<string | undefined>>();
  private readonly secretNames: string[] = [];
  /** The functions that its permissions name. */
  private readonly named = new Set<Function>();
  private readonly policyArn: PolicyArn;
  private version: FunctionVersion | undefined;
  /** Whether `serverform start` deploys the wrapper with it. */
  private readonly isWrapped: boolean;
  /** The handler that the wrapper runs while no developer is connected. */
  private readonly deployedHandler: string;
  private answersApi = false;

  constructor(scope: Construct, id: string, props?: FunctionProps);
  /** @internal A function that has been planned together with others. */
  constructor(scope: Construct, id: string, plan: FunctionPlan);
  constructor(scope: Construct, id: string, props: FunctionProps | FunctionPlan = {}) {
    const { parts: plan } = props instanceof FunctionPlan ? props : FunctionPlan.of(scope, id, props);
    // Functions that were planned together may have the same id through `cdk.id`.
    super(scope, requireFreeId(scope, plan.id, plan.id === id ? "id" : "cdk.id"));
    this.id = this.node.id;
    if (!(props instanceof FunctionPlan)) claimId(this);
    this.plan = plan;
    const { props: given, packaging, functionName } = plan;
    const stack = Stack.of(this);
    warnOfRuntime(this, packaging.artifact.runtime);
    const deployedRuntime = given.cdk?.function?.runtime ?? packaging.runtime;
    warnOfCallback(this, deployedRuntime, packaging.artifact, plan.handler);
    this.functionName = functionName;

    const logGroup = createLogGroup(this, functionName, given);
    const { role, policies, attachments } = this.createRole();
    this.role = role;
    this.policies = policies;
    const { config: vpcConfig, securityGroup } = createNetwork(this, plan.network);
    const deadLetter = createDeadLetterTarget(this, plan.deadLetter);
    this.environment = new EnvironmentVariables(
      libraryEnvironment(stack.app, packaging.artifact.runtime),
      present(given.environment),
    );
    noteSecretVariables(this, "environment", present(given.environment) ?? {});

    this.isWrapped = stack.app.live !== undefined && whyNotWrapped(given, packaging, stack) === undefined;
    const bundled = { owner: this.node.path, handler: plan.handler };
    const config = lambdaFunctionConfig(given, {
      ...Artifacts.of(stack).add(bundled, packaging.artifact, { hasWrapper: this.isWrapped }),
      functionName,
      handler: packaging.handler,
      runtime: packaging.runtime,
      layers: plan.layers.length === 0 ? undefined : [...plan.layers],
      role: role.arn,
      timeout: plan.resources.timeout,
      memorySize: plan.resources.memorySize,
      // GovCloud refuses the block.
      ephemeralStorage: stack.partition === govCloud ? undefined : { size: plan.resources.diskSize },
      deadLetterConfig: deadLetter && { targetArn: deadLetter.arn },
      vpcConfig,
      loggingConfig: loggingConfig(given.logging, logGroup.name),
      durableConfig: plan.durable?.config,
      dependsOn: attachments,
    });
    const fn = new LambdaFunction(this, "Function", this.isWrapped ? this.wrapped(config) : config);
    this.deployedHandler = config.handler ?? packaging.handler;
    this.policies.addFunction(fn);
    this.environment.writeTo(fn);
    this.policyArn = new PolicyArn(this, { arn: fn.arn, functionName });
    this.cdk = { function: fn, role, logGroup, securityGroup };
    const alias = plan.durable && this.addAlias(durableAlias);
    this.functionArn = alias?.arn ?? fn.arn;
    this.invokeArn = alias?.invokeArn ?? fn.invokeArn;
    this.invoked = { functionName: fn.functionName, ...(alias && { qualifier: alias.name }) };
    const functionUrl = plan.url && addFunctionUrl(this, plan.url);
    this.cdk = { function: fn, role, logGroup, securityGroup, functionUrl };
    this.url = functionUrl?.functionUrl;
    createRecursionConfig(this, fn, given.recursiveLoop);

    this.policies.addOwn(requiredStatements(given, logGroup, deadLetter));
    if (plan.durable !== undefined) this.policies.addOwn([durableStatement(this.literalArn)]);
    createInvokeConfig(this, plan.asyncInvoke, this.invoked, policies);
    this.policies.add(plan.statements);
    this.bindPermitted(given.permissions ?? []);
    this.bindAll("bind", given.bind ?? []);
    if (given.config !== undefined) this.addConfig(given.config);
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

  /** @internal Whether `serverform start` answers its invocations on the developer's machine. */
  get isLive(): boolean {
    return this.plan.props.enableLiveDev !== false;
  }

  /** @internal The facts that decide whether it can stream its response. */
  get streaming(): StreamingFacts {
    return streamingFacts(this.plan.props, this.plan.packaging);
  }

  /** @internal Its durable executions; undefined if it is not durable. */
  get durable(): ParsedDurable | undefined {
    return this.plan.durable;
  }

  /** For its own role, whose policy exists before the function. */
  private get literalArn(): string {
    const { partition, account } = Stack.of(this);
    const region = regionOf(Stack.of(this), this.plan.props) ?? "*";
    return formatArn({ partition, region, account }, "lambda", `function:${this.functionName}`);
  }

  /** @internal Its ARN without a reference to it, for policies that must not wait for it; undefined if a part is not known. */
  get knownArn(): string | undefined {
    const region = regionOf(Stack.of(this), this.plan.props);
    return region === undefined || literalName(this.functionName) === undefined ? undefined : this.literalArn;
  }

  /** @internal Whether its versions start from snapshots. */
  get hasSnapStart(): boolean {
    return this.plan.props.snapStart === true;
  }

  [usedByCode](): readonly IConstruct[] {
    return [...this.bound.keys()];
  }

  /** The version that is published by each deployment which changes the function. Reading it enables publishing. */
  get currentVersion(): FunctionVersion {
    checkOpen(this, "currentVersion");
    this.version ??= publishVersion(this, this.plan.versionOptions);
    return this.version;
  }

  /** Passes the names of constructs to the function as environment variables, with the permissions to use them. */
  bind(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bind");
    checkBindings(this, "bind", constructs);
    this.bindAll("bind", constructs);
  }

  private bindAll(prop: string, constructs: readonly BindingEntry[]): void {
    constructs.forEach((entry, index) => {
      const at = `${prop}[${index}]`;
      const { construct, access } = splitEntry(entry);
      const given = this.bound.get(construct) ?? new Set();
      if (given.has(access)) return;
      const binding = requireBinding(this, at, construct, this);
      const name = takeBoundName(this, at, construct, binding);
      if (binding.className === "Secret" && given.size === 0) this.secretNames.push(binding.id);
      this.bound.set(construct, given.add(access));
      this.environment.bind(bindingEnvironment(binding, name, this));
      this.attachAll(at, access === undefined ? binding.permissions : [[construct, access]]);
    });
  }

  /** Gives the function more permissions. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.attachAll("attachPermissions", permissions);
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
    if (permissions === "*") return;
    for (const each of libraryConstructs(
      permissions.flatMap((entry) => (Array.isArray(entry) ? entry[0] : entry)),
    )) {
      if (each instanceof Function) this.named.add(each);
    }
  }

  /** Sets an environment variable; the last value wins. */
  addEnvironment(key: string, value: string): void {
    checkOpen(this, "addEnvironment");
    checkEnvironment(this, "addEnvironment", { [key]: value });
    noteSecretVariables(this, "addEnvironment", { [key]: value });
    this.environment.set(key, value);
  }

  /** @deprecated Use `bind`. */
  addConfig(config: readonly IConstruct[]): void {
    checkOpen(this, "addConfig");
    checkBindings(this, "config", config);
    Stack.of(this).app.addNotice("serverform: `config` of functions is deprecated; use `bind`", this);
    this.bindAll("config", config);
  }

  /** Adds layers after the existing ones; a layer that the function has already is not added again. */
  addLayers(...layers: LayerReference[]): void {
    checkOpen(this, "addLayers", layers);
    const { function: fn } = this.cdk;
    const region = regionOf(Stack.of(this), this.plan.props);
    const place = { where: this, scope: this, prop: "addLayers", region };
    if (layers.length > 0) fn.layers = [...parseLayers(place, layers, fn.layersInput)()];
  }

  /** Creates an alias; it can be used wherever `cdk.function` is accepted. */
  addAlias(name: string, props?: FunctionAliasProps): LambdaAlias {
    checkOpen(this, "addAlias", props);
    return addAlias(this, name, props);
  }

  /** Adds an `aws_lambda_permission` that lets a principal invoke the function. */
  addPermission(
    id: string,
    config: Omit<LambdaPermissionConfig, "functionName" | "action"> & {
      readonly action?: string | undefined;
    },
  ): LambdaPermission {
    checkOpen(this, "addPermission");
    const freeId = constructId(this, id, config);
    checkOverride(this, `addPermission("${id}")`, config, LambdaPermission, {
      rejected: { functionName: "It is the function itself." },
    });
    const remedy = `Name who may invoke the function: { principal: "${servicePrincipal("s3")}" }.`;
    requireProp(this, `addPermission("${id}").principal`, config?.principal, remedy);
    noteOpenPermission(this, id, config);
    return new LambdaPermission(this, freeId, {
      action: "lambda:InvokeFunction",
      ...this.invoked,
      ...config,
    });
  }

  /** Lets a function, a role or an AWS service (`events.amazonaws.com`) invoke this function and its versions. */
  grantInvoke(target: Function | IamRole | DataAwsIamRole | string): void {
    checkOpen(this, "grantInvoke", target);
    grantInvoke(this, target);
  }

  [permissionTarget](): PermissionTarget {
    return { row: functionRow, arn: this.policyArn.arn };
  }

  /** The name that other functions call, with the alias. */
  private get invokedName(): string {
    return this.plan.durable === undefined ? this.functionName : `${this.functionName}:${durableAlias}`;
  }

  [bindingTarget](): Binding {
    return createBinding(functionDescription, this, { functionName: this.invokedName });
  }

  getConstructMetadata(): FunctionMetadata {
    const localId = pathFromStack(this).join("-");
    return { type: "Function", data: { localId, arn: this.functionArn, secrets: [...this.secretNames] } };
  }

  /** The config under `serverform start`. */
  private wrapped(config: LambdaFunctionConfig): LambdaFunctionConfig {
    const isLonger = Stack.of(this).app.live?.increasesTimeout === true;
    return { ...config, handler: wrapperHandler, ...(isLonger && { timeout: longestTimeoutSeconds }) };
  }

  /** @internal Marks the function of a route of an API, whose runtime behaves differently under `serverform start`. */
  markApiRoute(): void {
    this.answersApi = true;
  }

  private connectToDeveloper(): void {
    const { live } = Stack.of(this).app;
    if (live === undefined) return;
    if (this.answersApi) this.environment.set("SERVERFORM_DEBUG_IS_API_ROUTE", "1");
    if (!this.isWrapped) return this.sayThatItStays();
    if (live.relay === undefined) return;
    const variables = liveVariables(this.node.path, this.deployedHandler, live.relay);
    for (const [key, value] of Object.entries(variables)) this.environment.set(key, value);
    this.policies.addOwn(liveStatements(this.node.path, live.relay));
  }

  /** Reports it to the command line. The caller does not know the functions that this package ships. */
  private sayThatItStays(): void {
    const { props, packaging } = this.plan;
    if (packaging.artifact.kind === "node" && packaging.artifact.isOfPackage === true) return;
    this.cdk.function.addOverride("//.serverform.notLive", whyNotWrapped(props, packaging, Stack.of(this)));
  }

  /** Comes before its policies, which are below it: once they refer to another stack, this one waits for that one. */
  [finishLast](): void {
    const stack = Stack.of(this);
    for (const { policyArn } of this.named) policyArn.decideFor(stack);
  }

  [finish](): void {
    this.connectToDeveloper();
    this.environment.checkSize(this);
    checkSnapStartVersion(this, this.plan.props, this.cdk.function);
    noteIdleProps(this, this.plan.props, this.version !== undefined);
    if (!isKept(Stack.of(this).app.defaultRemovalPolicy)) return;
    const { function: fn, logGroup } = this.cdk;
    const given = this.plan.props.cdk;
    // The log group and each published version are kept when the stack is removed. The caller's own keys take precedence.
    if (given?.logGroup?.skipDestroy === undefined) logGroup.skipDestroy = true;
    if (given?.function?.skipDestroy === undefined && this.version !== undefined) fn.skipDestroy = true;
  }
}

export function functionRef(fn: Function | undefined): FunctionRef | undefined {
  return fn && { node: fn.node.addr, stack: Stack.of(fn).node.id };
}
