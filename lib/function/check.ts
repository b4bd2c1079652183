import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { Stack } from "../app/stack";
import { canCreate, findRuntime, type RuntimeLiteral } from "../bundle";
import { checkKeys, checkList, checkLiteral, propKeys } from "../core/check";
import { checkOverride, isProviderObject, type OverrideKeys } from "../core/override";
import { quotas } from "../core/quotas";
import { retentionLiterals } from "../core/retention";
import { fail } from "./errors";
import { checkAsyncInvoke } from "./invocation/async-invoke";
import { checkDeadLetter } from "./invocation/dead-letter";
import { checkFunctionUrl } from "./invocation/url";
import { checkVersionOptions } from "./invocation/version";
import type { FunctionProps } from "./props";
import { checkEnvironment } from "./settings/environment";
import { checkLayers } from "./settings/layers";
import { checkNetwork } from "./settings/network";

export const functionKeys = propKeys<FunctionProps>()({
  handler: true,
  srcPath: true,
  runtime: true,
  timeout: true,
  memorySize: true,
  diskSize: true,
  architecture: true,
  environment: true,
  permissions: true,
  bind: true,
  config: true,
  layers: true,
  role: true,
  tracing: true,
  url: true,
  functionName: true,
  description: true,
  logRetention: true,
  retryAttempts: true,
  maxEventAge: true,
  onSuccess: true,
  onFailure: true,
  deadLetterQueue: true,
  deadLetterTopic: true,
  deadLetterQueueEnabled: true,
  reservedConcurrentExecutions: true,
  currentVersionOptions: true,
  vpc: true,
  vpcSubnets: true,
  securityGroups: true,
  allowAllOutbound: true,
  filesystem: true,
  environmentEncryption: true,
  codeSigningConfig: true,
  initialPolicy: true,
  enableLiveDev: true,
  bundle: true,
  nodejs: true,
  copyFiles: true,
  hooks: true,
  cdk: true,
});

const useSource = "Use the props handler, srcPath and bundle; a function is deployed as a zip.";

/** Keys of the provider's function that the props set, and those that would conflict with what is deployed. */
const functionOverrideKeys: OverrideKeys = {
  rejected: {
    role: "Use the prop role.",
    filename: useSource,
    sourceCodeHash: `It follows from the code. ${useSource}`,
    environment: "Use the prop environment.",
    functionName: "Use the prop functionName.",
    imageUri: useSource,
    imageConfig: useSource,
    packageType: useSource,
    s3Bucket: useSource,
    s3Key: useSource,
    s3ObjectVersion: useSource,
  },
};

/** Refuses props that cannot work, before anything is created; returns the handler. */
export function checkFunctionProps(fn: IConstruct, props: FunctionProps): string {
  checkKeys(fn, "props", props, functionKeys);
  const handler = requireHandler(fn, props.handler);
  checkOverrides(fn, props);
  checkChoices(fn, props);
  for (const prop of ["bind", "config", "initialPolicy"] as const) {
    if (props[prop] !== undefined) checkList(fn, prop, props[prop]);
  }
  checkDescription(fn, props.description);
  checkLayers(fn, "layers", props.layers ?? []);
  checkEnvironment(fn, "environment", props.environment ?? {});
  checkConcurrency(fn, props.reservedConcurrentExecutions);
  checkArn(fn, "environmentEncryption", props.environmentEncryption, "aws_kms_key");
  checkArn(fn, "codeSigningConfig", props.codeSigningConfig, "aws_lambda_code_signing_config");
  checkNetwork(fn, props);
  checkDeadLetter(fn, props);
  checkAsyncInvoke(fn, "", props);
  checkVersionOptions(fn, props.currentVersionOptions ?? {});
  checkFunctionUrl(fn, props.url ?? false);
  return handler;
}

function requireHandler(fn: IConstruct, handler: unknown): string {
  if (handler === undefined || handler === "") {
    return fail(fn, "prop-required", "handler", {
      remedy: 'Name the code to run: handler: "functions/notes.get".',
    });
  }
  if (typeof handler === "string") return handler;
  return fail(fn, "prop-invalid", "handler", {
    value: handler,
    expected: 'a string such as "functions/notes.get"',
  });
}

function checkOverrides(fn: IConstruct, { cdk = {}, role }: FunctionProps): void {
  checkKeys(fn, "cdk", cdk, ["id", "function", "role", "logGroup"]);
  checkOverride(fn, "cdk.function", cdk.function ?? {}, LambdaFunction, functionOverrideKeys);
  checkOverride(fn, "cdk.role", cdk.role ?? {}, IamRole);
  checkOverride(fn, "cdk.logGroup", cdk.logGroup ?? {}, CloudwatchLogGroup);
  if (role !== undefined && cdk.role !== undefined) fail(fn, "props-exclude", "cdk.role", { other: "role" });
  if (role !== undefined && !isProviderObject(role, "aws_iam_role")) {
    fail(fn, "prop-invalid", "role", { value: role, expected: "an IamRole or a DataAwsIamRole" });
  }
}

function checkChoices(fn: IConstruct, props: FunctionProps): void {
  const choices = {
    tracing: ["active", "disabled", "pass_through"],
    architecture: ["arm_64", "x86_64"],
    logRetention: retentionLiterals,
  } as const;
  for (const [prop, allowed] of Object.entries(choices)) {
    const value = props[prop as keyof typeof choices];
    if (value !== undefined) checkLiteral(fn, prop, value, allowed);
  }
}

function checkDescription(fn: IConstruct, description: string | undefined): void {
  if (description === undefined || Token.isUnresolved(description)) return;
  const limit = quotas.functionDescriptionLength;
  if (description.length <= limit) return;
  fail(fn, "name-too-long", "description", { value: description, length: description.length, limit });
}

function checkConcurrency(fn: IConstruct, reserved: number | undefined): void {
  if (reserved === undefined || Token.isUnresolved(reserved)) return;
  if (Number.isInteger(reserved) && reserved >= 0) return;
  fail(fn, "out-of-range", "reservedConcurrentExecutions", { value: reserved, range: "0 and above" });
}

function checkArn(fn: IConstruct, prop: string, value: unknown, type: string): void {
  const isArn = typeof value === "string" && (Token.isUnresolved(value) || value.startsWith("arn:"));
  if (value === undefined || isArn || isProviderObject(value, type)) return;
  fail(fn, "prop-invalid", prop, { value, expected: `an ARN, or an object of type ${type}` });
}

/** Says once per runtime that AWS no longer creates functions with it. */
export function warnOfRuntime(fn: IConstruct, runtime: string): void {
  if (findRuntime(runtime) === undefined || canCreate(runtime as RuntimeLiteral)) return;
  const first = `serverform: AWS no longer creates functions with the runtime ${runtime}`;
  Stack.of(fn).app.addNotice(`${first}; existing ones go on. Set a current one, such as "nodejs22.x"`, fn);
}
