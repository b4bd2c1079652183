import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsIamRole } from "@cdktf/provider-aws/lib/data-aws-iam-role";
import type { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import type { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import { LambdaFunction, type LambdaFunctionConfig } from "@cdktf/provider-aws/lib/lambda-function";
import type { LambdaFunctionUrl } from "@cdktf/provider-aws/lib/lambda-function-url";
import { LambdaPermission, type LambdaPermissionConfig } from "@cdktf/provider-aws/lib/lambda-permission";
import type { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Construct, type IConstruct } from "constructs";
import { Artifacts } from "../app/artifacts";
import { finish } from "../app/finish";
import type { ConstructMetadata, FunctionRef } from "../app/metadata";
import { Stack } from "../app/stack";
import { type Binding, bindingEnvironment, bindingTarget, requireBinding } from "../shared/binding";
import { fail } from "../shared/errors";
import { checkOverride, isProviderObject, overlay } from "../shared/override";
import {
  libraryConstructs,
  type Permissions,
  permissionTarget,
  resolvePermissions,
} from "../shared/permissions";
import { retentionDays } from "../shared/retention";
import { checkFunctionProps, warnOfRuntime } from "./check";
import { findDeadLetterTarget } from "./dead-letter";
import { FunctionEnvironment } from "./environment";
import { addInvokeConfig } from "./invoke-config";
import { mergeFunctionProps } from "./merge";
import { functionNameOf, pathFromStack } from "./name";
import { functionNumbers } from "./numbers";
import { packagingOf } from "./packaging";
import type { FunctionProps } from "./props";
import { createFunctionRole, RolePolicies } from "./role";
import { addFunctionUrl } from "./url";
import { addAlias, type FunctionAliasProps, type FunctionVersion, publishVersion } from "./version";
import { createNetwork, vpcAccessPolicyArn } from "./vpc";

/**
 * A Lambda function, packaged from source, with a role, a policy and a log group of its own.
 *
 * It may write its own logs and traces and nothing else, until `permissions` or `bind` say so.
 *
 * @example
 * new Function(stack, "Resize", { handler: "functions/resize.handler", timeout: "30 seconds" });
 */
export class Function extends Construct {
  /** Marks functions of this library, also of another copy of the package. */
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
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    const stack = Stack.of(this);
    const { app } = stack;
    this.props = mergeFunctionProps(...stack.getFunctionDefaults(), props);
    const handler = checkFunctionProps(this, this.props);
    const { memorySize, timeout, diskSize } = functionNumbers(this, this.props);
    const packaging = packagingOf(this, this.props, handler);
    warnOfRuntime(this, this.props.runtime ?? "nodejs22.x");
    this.functionName = functionNameOf(this, this.props);

    const logGroup = this.createLogGroup();
    const { role, policies, attachments } = this.createRole();
    this.role = role;
    this.policies = policies;
    const { config: vpcConfig, securityGroup } = createNetwork(this, this.props);
    const deadLetter = findDeadLetterTarget(this, this.props);
    this.environment = new FunctionEnvironment(this.libraryEnvironment(), this.props.environment);

    const { tracing = "active", filesystem, environmentEncryption, codeSigningConfig } = this.props;
    const code = Artifacts.of(stack).add({ owner: this.node.path, handler }, packaging.artifact);
    const config: LambdaFunctionConfig = {
      ...code,
      functionName: this.functionName,
      description: this.props.description,
      handler: packaging.handler,
      runtime: packaging.runtime,
      architectures: this.props.architecture && [this.props.architecture.replace("arm_64", "arm64")],
      role: role.arn,
      timeout,
      memorySize,
      // GovCloud refuses the block.
      ephemeralStorage: stack.region.startsWith("us-gov-") ? undefined : { size: diskSize },
      tracingConfig:
        tracing === "disabled" ? undefined : { mode: tracing === "active" ? "Active" : "PassThrough" },
      layers: this.props.layers?.length ? this.props.layers.map((layer) => arnOf(layer)) : undefined,
      kmsKeyArn: environmentEncryption && arnOf(environmentEncryption),
      codeSigningConfigArn: codeSigningConfig && arnOf(codeSigningConfig),
      deadLetterConfig: deadLetter && { targetArn: deadLetter.arn },
      fileSystemConfig: filesystem && {
        arn: arnOf(filesystem.accessPoint),
        localMountPath: filesystem.mountPath,
      },
      vpcConfig,
      reservedConcurrentExecutions: this.props.reservedConcurrentExecutions,
      loggingConfig: { logFormat: "Text", logGroup: logGroup.name },
      dependsOn: attachments,
    };
    const fn = new LambdaFunction(this, "Function", overlay(config, this.props.cdk?.function));
    this.policies.addFunction(fn);
    this.environment.writeTo(fn);
    this.functionArn = fn.arn;
    this.invokeArn = fn.invokeArn;
    this.cdk = { function: fn, role, logGroup, securityGroup };
    const functionUrl = this.props.url ? addFunctionUrl(this, this.props.url) : undefined;
    this.cdk = { function: fn, role, logGroup, securityGroup, functionUrl };
    this.url = functionUrl?.functionUrl;

    this.policies.add(this.ownStatements(logGroup));
    const { permissions } = addInvokeConfig(this, "InvokeConfig", "", this.props, {
      functionName: fn.functionName,
    });
    this.attachAll(permissions, deadLetter === undefined ? [] : [deadLetter.permission]);
    this.attachAll(this.props.permissions ?? [], this.props.initialPolicy ?? []);
    this.bind([...(this.props.bind ?? []), ...(this.props.config ?? [])]);
    if (this.props.config !== undefined)
      app.addNotice("serverform: the function prop `config` is deprecated; use `bind`.");
  }

  private createLogGroup(): CloudwatchLogGroup {
    const override = this.props.cdk?.logGroup ?? {};
    checkOverride(this, "cdk.logGroup", override, CloudwatchLogGroup);
    const config = {
      name: `/aws/lambda/${this.functionName}`,
      retentionInDays: retentionDays[this.props.logRetention ?? "one_year"],
    };
    return new CloudwatchLogGroup(this, "LogGroup", overlay(config, override));
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

  private libraryEnvironment(): Record<string, string> {
    const { name, stage, ssmPrefix } = Stack.of(this).app;
    const runtime = this.props.runtime ?? "nodejs22.x";
    const variables: Record<string, string> = { SERVERFORM_APP: name, SERVERFORM_STAGE: stage };
    if (ssmPrefix !== "") variables.SERVERFORM_SSM_PREFIX = ssmPrefix;
    if (/^nodejs1[0-6]\.x$/.test(runtime)) variables.AWS_NODEJS_CONNECTION_REUSE_ENABLED = "1";
    return variables;
  }

  /** What the function needs to run at all: its own logs, traces, file system and key. */
  private ownStatements(logGroup: CloudwatchLogGroup) {
    const { tracing = "active", filesystem, environmentEncryption } = this.props;
    const allow = (actions: string[], resource: string) => ({
      effect: "Allow" as const,
      actions,
      resources: [resource],
    });
    return [
      allow(["logs:CreateLogStream", "logs:PutLogEvents"], `${logGroup.arn}:*`),
      // X-Ray's two actions know no resources.
      ...(tracing === "disabled" ? [] : [allow(["xray:PutTraceSegments", "xray:PutTelemetryRecords"], "*")]),
      ...(filesystem === undefined
        ? []
        : [
            allow(
              ["elasticfilesystem:ClientMount", "elasticfilesystem:ClientWrite"],
              arnOf(filesystem.accessPoint),
            ),
          ]),
      ...(environmentEncryption === undefined ? [] : [allow(["kms:Decrypt"], arnOf(environmentEncryption))]),
    ];
  }

  /**
   * The version that each changing deployment publishes. Reading it makes deployments publish.
   */
  get currentVersion(): FunctionVersion {
    this.version ??= publishVersion(this, this.props.currentVersionOptions);
    return this.version;
  }

  /** Gives the function the names of constructs, as environment variables, and the permissions to use them. */
  bind(constructs: readonly IConstruct[]): void {
    for (const construct of constructs) {
      const binding = requireBinding(this, "bind", construct, this);
      if (this.bound.has(construct)) continue;
      this.bound.add(construct);
      if (binding.className === "Secret") this.secretNames.push(binding.id);
      this.environment.bind(bindingEnvironment(binding));
      this.attachAll(binding.permissions);
    }
  }

  /** Lets the function do more. */
  attachPermissions(permissions: Permissions): void {
    for (const construct of libraryConstructs(permissions)) {
      const { row } = construct[permissionTarget]();
      Stack.of(this).app.addNotice(
        `serverform: naming a construct in \`permissions\` (${row} ${construct.node.path}) is deprecated; use \`bind\`.`,
      );
    }
    this.attachAll(permissions);
  }

  private attachAll(...lists: readonly Permissions[]): void {
    for (const permissions of lists) this.policies.add(resolvePermissions(this, "permissions", permissions));
  }

  /** Sets an environment variable; the last one written wins. */
  addEnvironment(key: string, value: string): void {
    this.environment.set(key, value);
  }

  /** @deprecated Use `bind`. */
  addConfig(config: readonly IConstruct[]): void {
    this.bind(config);
  }

  /** Adds layers after those that are there. */
  addLayers(...layers: NonNullable<FunctionProps["layers"]>[number][]): void {
    const { function: fn } = this.cdk;
    fn.layers = [...(fn.layersInput ?? []), ...layers.map((layer) => arnOf(layer))];
  }

  /** Creates an alias; it is accepted wherever `cdk.function` is. */
  addAlias(name: string, props?: FunctionAliasProps): LambdaAlias {
    return addAlias(this, name, props);
  }

  /** Lets somebody else invoke the function: an `aws_lambda_permission` for it. */
  addPermission(
    id: string,
    config: Omit<LambdaPermissionConfig, "functionName" | "action"> & { readonly action?: string },
  ): LambdaPermission {
    return new LambdaPermission(this, id, {
      action: "lambda:InvokeFunction",
      functionName: this.cdk.function.functionName,
      ...config,
    });
  }

  /** Lets a function, a role or an AWS service (`events.amazonaws.com`) invoke this function and its versions. */
  grantInvoke(target: Function | IamRole | DataAwsIamRole | string): void {
    if (typeof target === "string") {
      this.addPermission(`Invoke_${target}`, { principal: target });
    } else if (isProviderObject(target, "aws_iam_role")) {
      RolePolicies.of(Stack.of(this), target as IamRole).add(
        resolvePermissions(this, "grantInvoke", [[this, "grantInvoke"]]),
      );
    } else if ("isServerformFunction" in target) {
      (target as Function).attachAll([[this, "grantInvoke"]]);
    } else {
      fail(this, "prop-invalid", "grantInvoke", {
        value: String(target),
        expected: 'a Function, a role or a service such as "events.amazonaws.com"',
      });
    }
  }

  /** The policies of the function's role in its stack. For the library's own use. */
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

  getConstructMetadata(): ConstructMetadata {
    const localId = pathFromStack(this).join("-");
    return { type: "Function", data: { localId, arn: this.functionArn, secrets: [...this.secretNames] } };
  }

  [finish](): void {
    this.environment.checkSize(this);
    const policy = Stack.of(this).app.defaultRemovalPolicy;
    const isKept = policy === "retain" || policy === "snapshot";
    if (isKept) this.cdk.logGroup.skipDestroy = true;
    else if (this.props.cdk?.logGroup?.skipDestroy === undefined) this.cdk.logGroup.resetSkipDestroy();
    if (isKept && this.version !== undefined) this.cdk.function.skipDestroy = true;
  }
}

/** A function as metadata refers to it. */
export function functionRef(fn: Function | undefined): FunctionRef | undefined {
  return fn && { node: fn.node.addr, stack: Stack.of(fn).node.id };
}

function arnOf(value: string | { readonly arn: string }): string {
  return typeof value === "string" ? value : value.arn;
}
