import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import type { IConstruct } from "constructs";
import { Stack } from "../app/stack";
import { canCreate, findRuntime, type RuntimeLiteral } from "../bundle";
import { checkKeys, checkLiteral, propKeys } from "../shared/check";
import { fail } from "../shared/errors";
import { checkOverride, isProviderObject, type OverrideKeys } from "../shared/override";
import { quotas } from "../shared/quotas";
import { retentionLiterals } from "../shared/retention";
import { checkEnvironment } from "./environment";
import type { FunctionProps } from "./props";
import { checkNetwork } from "./vpc";

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

/** Keys of the provider's function that the props set. */
const functionOverrideKeys: OverrideKeys = {
  rejected: {
    role: "Use the prop role.",
    filename: "Use the props handler, srcPath and bundle.",
    sourceCodeHash: "It follows from the code; use the props handler, srcPath and bundle.",
    environment: "Use the prop environment.",
    functionName: "Use the prop functionName.",
  },
};

/** Refuses props that cannot work, before anything is created; returns the handler. */
export function checkFunctionProps(fn: IConstruct, props: FunctionProps): string {
  checkKeys(fn, "props", props, functionKeys);
  checkKeys(fn, "cdk", props.cdk ?? {}, ["id", "function", "role", "logGroup"]);
  checkOverride(fn, "cdk.function", props.cdk?.function ?? {}, LambdaFunction, functionOverrideKeys);
  if (props.handler === undefined || props.handler === "") {
    fail(fn, "prop-required", "handler", { remedy: 'Name the code to run: handler: "functions/notes.get".' });
  }
  if (typeof props.handler !== "string") {
    fail(fn, "prop-invalid", "handler", {
      value: props.handler,
      expected: 'a string such as "functions/notes.get"',
    });
  }
  if (props.tracing !== undefined)
    checkLiteral(fn, "tracing", props.tracing, ["active", "disabled", "pass_through"]);
  if (props.architecture !== undefined)
    checkLiteral(fn, "architecture", props.architecture, ["arm_64", "x86_64"]);
  if (props.logRetention !== undefined)
    checkLiteral(fn, "logRetention", props.logRetention, retentionLiterals);
  if (props.role !== undefined && !isProviderObject(props.role, "aws_iam_role")) {
    fail(fn, "prop-invalid", "role", {
      value: String(props.role),
      expected: "an IamRole or a DataAwsIamRole",
    });
  }
  if (props.layers !== undefined && props.layers.length > quotas.layersPerFunction) {
    fail(fn, "quota-exceeded", "layers", {
      what: "layers",
      count: props.layers.length,
      limit: quotas.layersPerFunction,
    });
  }
  const reserved = props.reservedConcurrentExecutions;
  if (reserved !== undefined && (!Number.isInteger(reserved) || reserved < 0)) {
    fail(fn, "out-of-range", "reservedConcurrentExecutions", { value: reserved, range: "0 and above" });
  }
  checkEnvironment(fn, props.environment ?? {});
  checkNetwork(fn, props);
  return props.handler;
}

/** Says once per runtime that AWS no longer creates functions with it. */
export function warnOfRuntime(fn: IConstruct, runtime: string): void {
  if (findRuntime(runtime) === undefined || canCreate(runtime as RuntimeLiteral)) return;
  const first = `serverform: AWS no longer creates functions with the runtime ${runtime}`;
  Stack.of(fn).app.addNotice(
    `${first}; existing ones go on. Set a current one, such as "nodejs22.x" (${fn.node.path}).`,
  );
}
