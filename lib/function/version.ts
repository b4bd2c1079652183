import { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import { LambdaProvisionedConcurrencyConfig } from "@cdktf/provider-aws/lib/lambda-provisioned-concurrency-config";
import { Construct } from "constructs";
import { checkInteger, checkKeys, propKeys } from "../shared/check";
import type { Function } from "./function";
import { addInvokeConfig } from "./invoke-config";
import type { CurrentVersionOptions } from "./props";

/** A published version: code and settings that no longer change. */
export interface FunctionVersion {
  readonly version: string;
  readonly functionName: string;
  /** ARN that ends in the version. */
  readonly functionArn: string;
  /** ARN of that version for API Gateway. */
  readonly invokeArn: string;
}

/** A name that points to a version. */
export interface FunctionAliasProps {
  /** @default - the function's `currentVersion` */
  readonly version?: string;
  /** @default - none */
  readonly description?: string;
  /** Executions that are kept initialised. They are billed while idle. @default - none */
  readonly provisionedConcurrentExecutions?: number;
  /** Shares of traffic (0 to 1) that go to other versions. @default - all to `version` */
  readonly weights?: Readonly<Record<string, number>>;
}

const versionKeys = propKeys<CurrentVersionOptions>()({
  description: true,
  provisionedConcurrentExecutions: true,
  retryAttempts: true,
  maxEventAge: true,
  onSuccess: true,
  onFailure: true,
});
const aliasKeys = propKeys<FunctionAliasProps>()({
  version: true,
  description: true,
  provisionedConcurrentExecutions: true,
  weights: true,
});

/** Publishes a version with each deployment that changes the function. */
export function publishVersion(fn: Function, options: CurrentVersionOptions = {}): FunctionVersion {
  checkKeys(fn, "currentVersionOptions", options, versionKeys);
  const { function: resource } = fn.cdk;
  resource.publish = true;
  if (options.description !== undefined) resource.description = options.description;
  const scope = new Construct(fn, "CurrentVersion");
  const target = { functionName: fn.functionName, qualifier: resource.version };
  provision(scope, "currentVersionOptions.", target, options.provisionedConcurrentExecutions);
  const { permissions } = addInvokeConfig(scope, "InvokeConfig", "currentVersionOptions.", options, target);
  if (permissions.length > 0) fn.attachPermissions(permissions);
  return {
    version: resource.version,
    functionName: fn.functionName,
    functionArn: resource.qualifiedArn,
    invokeArn: resource.qualifiedInvokeArn,
  };
}

/** Creates an alias of a function. */
export function addAlias(fn: Function, name: string, props: FunctionAliasProps = {}): LambdaAlias {
  checkKeys(fn, `addAlias("${name}")`, props, aliasKeys);
  const scope = new Construct(fn, `Alias_${name}`);
  const alias = new LambdaAlias(scope, "Alias", {
    name,
    functionName: fn.cdk.function.functionName,
    functionVersion: props.version ?? fn.currentVersion.version,
    description: props.description,
    routingConfig: props.weights && { additionalVersionWeights: { ...props.weights } },
  });
  const target = { functionName: fn.functionName, qualifier: alias.name };
  provision(scope, `addAlias("${name}").`, target, props.provisionedConcurrentExecutions);
  return alias;
}

function provision(
  scope: Construct,
  prop: string,
  target: { readonly functionName: string; readonly qualifier: string },
  count: number | undefined,
): void {
  if (count === undefined) return;
  checkInteger(scope, `${prop}provisionedConcurrentExecutions`, count, 1, 1_000_000);
  new LambdaProvisionedConcurrencyConfig(scope, "ProvisionedConcurrency", {
    ...target,
    provisionedConcurrentExecutions: count,
  });
}
