import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import type { IConstruct } from "constructs";
import {
  canCreate,
  findRuntime,
  newestOfLanguage,
  type RuntimeLiteral,
  upcomingBlockDate,
} from "../../bundle";
import { arnPattern, exampleArn } from "../../facts/aws/arn-patterns";
import { retentionLiterals } from "../../facts/aws/log-retention";
import type { Where } from "../../facts/errors/error";
import { attempt } from "../../facts/errors/problems";
import { noteIdleProp } from "../app/notices";
import { Stack } from "../app/stack";
import { acceptedKeys, checkKeys, checkLiteral, isPlainObject, propKeys } from "../core/checks/check";
import { checkKnownList } from "../core/checks/list";
import { refuseValue } from "../core/errors";
import { checkLimit, modelLimit } from "../core/limits";
import { checkOverride, isProviderObject, type OverrideKeys } from "../core/terraform/override";
import { isUnresolved } from "../core/tokens/unresolved";
import { fail } from "./errors";
import type { FunctionProps } from "./props";
import { checkEnvironment } from "./settings/environment";
import { checkLogging } from "./settings/logging";

export const functionKeys: readonly string[] = propKeys<FunctionProps>()(
  {
    handler: "text",
    srcPath: "text",
    runtime: true,
    timeout: true,
    memorySize: true,
    diskSize: true,
    architecture: true,
    // Its own check does not show values.
    environment: true,
    permissions: true,
    bind: "list",
    config: "list",
    layers: "list",
    role: true,
    tracing: true,
    url: true,
    functionName: true,
    description: "text",
    logRetention: true,
    logging: true,
    retryAttempts: true,
    maxEventAge: true,
    onSuccess: true,
    onFailure: true,
    deadLetterQueue: true,
    deadLetterTopic: true,
    deadLetterQueueEnabled: "boolean",
    reservedConcurrentExecutions: "number",
    currentVersionOptions: "map",
    snapStart: "boolean",
    // Its own check.
    durable: true,
    recursiveLoop: true,
    vpc: true,
    vpcSubnets: "list",
    securityGroups: "list",
    allowAllOutbound: "boolean",
    filesystem: "map",
    environmentEncryption: true,
    codeSigningConfig: true,
    initialPolicy: "list",
    enableLiveDev: "boolean",
    bundle: true,
    nodejs: "map",
    copyFiles: "list",
    hooks: "map",
    cdk: "map",
  },
  () => ({
    function: { resource: LambdaFunction, ...functionOverrideKeys },
    logGroup: { resource: CloudwatchLogGroup },
  }),
);

const useSource = "Use the props handler, srcPath and bundle; a function is deployed as a zip.";

/** Keys of the provider's function that have a prop, and keys that conflict with the deployed code. */
const functionOverrideKeys: OverrideKeys = {
  rejected: {
    role: "Use the prop role.",
    filename: useSource,
    sourceCodeHash: `It is computed from the code. ${useSource}`,
    environment: "Use the prop environment.",
    functionName: "Use the prop functionName.",
    imageUri: useSource,
    imageConfig: useSource,
    packageType: useSource,
    s3Bucket: useSource,
    s3Key: useSource,
    s3ObjectVersion: useSource,
    durableConfig: "Use the prop durable.",
  },
};

function checkStreamingProp(where: Where, at: string, props: unknown): void {
  if (!isPlainObject(props) || props.streaming === undefined) return;
  fail(where, "function-streaming", at, { value: props.streaming });
}

type Defaults = { readonly function?: Partial<FunctionProps> | undefined };

/**
 * The defaults of a construct's functions. Undefined if they are refused, so that the functions do not repeat the problem.
 */
export function parseDefaults(
  owner: IConstruct,
  defaults: Defaults = {},
): Partial<FunctionProps> | undefined {
  attempt(() => checkKeys(owner, "defaults", defaults, ["function"]));
  const given = defaults.function ?? undefined;
  return attempt(() => {
    checkStreamingProp(owner, "defaults.function.streaming", given);
    checkKeys(owner, "defaults.function", given ?? {}, functionKeys);
    return given;
  });
}

/** The props of a construct, with the accepted defaults of its functions. */
export function withDefaults<Props extends { readonly defaults?: Defaults | undefined }>(
  owner: IConstruct,
  props: Props,
): Props {
  if (props.defaults === undefined) return props;
  return { ...props, defaults: { function: parseDefaults(owner, props.defaults) } };
}

/** Refuses invalid props, before anything is created. Returns those of the right kind. */
export function checkFunctionProps(where: string, written: FunctionProps): FunctionProps {
  attempt(() => checkStreamingProp(where, "streaming", written));
  const props = acceptedKeys(where, "props", written, functionKeys);
  checkOverrides(where, props);
  checkChoices(where, props);
  attempt(() =>
    checkLimit(where, "description", props.description, modelLimit("aws_lambda_function", "description")),
  );
  attempt(() => checkEnvironment(where, "environment", props.environment ?? {}));
  attempt(() => checkLogging(where, props.logging));
  attempt(() => checkConcurrency(where, props.reservedConcurrentExecutions));
  attempt(() =>
    checkArn(where, "environmentEncryption", props.environmentEncryption, {
      type: "aws_kms_key",
      pattern: arnPattern("kms", /(key|alias)\/.+/),
      example: exampleArn("kms", "key/1234abcd-12ab-34cd-56ef-1234567890ab"),
    }),
  );
  attempt(() =>
    checkArn(where, "codeSigningConfig", props.codeSigningConfig, {
      type: "aws_lambda_code_signing_config",
      pattern: arnPattern("lambda", /code-signing-config:csc-[a-z0-9]{17}/),
      example: exampleArn("lambda", "code-signing-config:csc-0123456789abcdef0"),
    }),
  );
  for (const prop of ["bind", "config", "initialPolicy"] as const) {
    if (props[prop] !== undefined) attempt(() => checkKnownList(where, prop, props[prop]));
  }
  return props;
}

export function requireHandler(where: string, handler: unknown): string {
  if (handler === undefined || handler === "") {
    return fail(where, "prop-required", "handler", {
      remedy: 'Write the code to run: handler: "functions/notes.get".',
    });
  }
  if (typeof handler === "string") return handler;
  return refuseValue(where, "handler", handler, 'a string such as "functions/notes.get"');
}

function checkOverrides(where: string, { cdk: given = {}, role }: FunctionProps): void {
  const cdk = acceptedKeys(where, "cdk", given, ["id", "function", "role", "logGroup"]);
  attempt(() =>
    checkOverride(where, "cdk.function", cdk.function ?? {}, LambdaFunction, functionOverrideKeys),
  );
  attempt(() => checkOverride(where, "cdk.role", cdk.role ?? {}, IamRole));
  attempt(() => checkOverride(where, "cdk.logGroup", cdk.logGroup ?? {}, CloudwatchLogGroup));
  attempt(() => checkRole(where, role, cdk.role));
}

function checkRole(where: string, role: unknown, override: unknown): void {
  if (role !== undefined && override !== undefined)
    fail(where, "props-exclude", "cdk.role", { other: "role" });
  if (role !== undefined && !isProviderObject(role, "aws_iam_role")) {
    refuseValue(where, "role", role, "an IamRole or a DataAwsIamRole");
  }
}

function checkChoices(where: string, props: FunctionProps): void {
  const choices = {
    tracing: ["active", "disabled", "pass_through"],
    architecture: ["arm_64", "x86_64"],
    logRetention: retentionLiterals,
    recursiveLoop: ["Allow", "Terminate"],
  } as const;
  for (const [prop, allowed] of Object.entries(choices)) {
    const value = props[prop as keyof typeof choices];
    if (value !== undefined) attempt(() => checkLiteral(where, prop, value, allowed));
  }
}

function checkConcurrency(where: string, reserved: number | undefined): void {
  if (reserved === undefined || isUnresolved(reserved)) return;
  if (Number.isInteger(reserved) && reserved >= 0) return;
  fail(where, "out-of-range", "reservedConcurrentExecutions", { value: reserved, range: "0 or more" });
}

/**
 * Source: https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html, `KMSKeyArn`;
 * https://docs.aws.amazon.com/lambda/latest/api/API_CodeSigningConfig.html, `CodeSigningConfigArn`
 */
function checkArn(
  where: string,
  prop: string,
  value: unknown,
  { type, pattern, example }: { readonly type: string; readonly pattern: RegExp; readonly example: string },
): void {
  if (value === undefined || isProviderObject(value, type)) return;
  if (typeof value === "string" && (isUnresolved(value) || pattern.test(value))) return;
  refuseValue(where, prop, value, `an object of type ${type}, or its ARN: "${example}"`);
}

/** Adds a notice, once per runtime, if AWS no longer creates functions with it, or will soon stop. */
export function warnOfRuntime(fn: IConstruct, runtime: string, today = new Date()): void {
  if (findRuntime(runtime) === undefined) return;
  const literal = runtime as RuntimeLiteral;
  const soon = upcomingBlockDate(literal, today);
  if (canCreate(literal, today) && soon === undefined) return;
  const first =
    soon === undefined
      ? `AWS no longer creates functions with the runtime ${runtime}`
      : `from ${soon} on, AWS creates no functions with the runtime ${runtime}`;
  Stack.of(fn).app.addNotice(
    `serverform: ${first}; existing functions keep working. Set a current runtime, such as "${newestOfLanguage(literal)}"`,
    fn,
  );
}

/** Notes props of a function that have no effect with the others, after the function is complete. */
export function noteIdleProps(fn: IConstruct, props: FunctionProps, hasVersion: boolean): void {
  const { logRetention, securityGroups, allowAllOutbound, currentVersionOptions, cdk } = props;
  const { retentionInDays } = cdk?.logGroup ?? {};
  if (logRetention !== undefined && retentionInDays !== undefined)
    noteIdleProp(fn, "logRetention", "cdk.logGroup.retentionInDays replaces it");
  if (allowAllOutbound === false && securityGroups !== undefined)
    noteIdleProp(fn, "allowAllOutbound: false", "the groups in securityGroups have rules of their own");
  if (currentVersionOptions !== undefined && !hasVersion)
    noteIdleProp(
      fn,
      "currentVersionOptions",
      "nothing uses the function's currentVersion, which makes a version",
    );
}
