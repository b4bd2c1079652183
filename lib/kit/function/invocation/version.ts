import { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import { LambdaProvisionedConcurrencyConfig } from "@cdktf/provider-aws/lib/lambda-provisioned-concurrency-config";
import { TerraformResource } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import type { Where } from "../../../facts/errors/error";
import { requireFreeId } from "../../app/names/ids";
import { Stack } from "../../app/stack";
import { type MapOf, present } from "../../core/checks/absence";
import { checkKeys, propKeys } from "../../core/checks/check";
import { requireProp } from "../../core/errors";
import { checkLimit, limits, range, within, withinModel } from "../../core/limits";
import { waitFor } from "../../core/terraform/depends-on";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";
import type { Function } from "../function";
import type { CurrentVersionOptions } from "../props";
import { RolePolicies } from "../role";
import { createInvokeConfig, type ParsedAsyncInvoke, parseAsyncInvoke } from "./async-invoke";

/** A published version: its code and settings no longer change. */
export interface FunctionVersion {
  /** Number of the version. */
  readonly version: string;
  /** Name of the function. */
  readonly functionName: string;
  /** ARN with the version as its last part. */
  readonly functionArn: string;
  /** ARN of that version for API Gateway. */
  readonly invokeArn: string;
}

/** A name that points to a version. */
export interface FunctionAliasProps {
  /** The version that the alias points to. @default - the function's `currentVersion` */
  readonly version?: string | undefined;
  /** The purpose of the alias, which the Lambda console shows. @default - none */
  readonly description?: string | undefined;
  /** Number of executions that are kept initialized. They are billed while idle. @default - none */
  readonly provisionedConcurrentExecutions?: number | undefined;
  /** Shares of traffic (0 to 1) that go to other versions. @default - all to `version` */
  readonly weights?: MapOf<number> | undefined;
}

const provisioned = within(
  range(
    "https://docs.aws.amazon.com/lambda/latest/api/API_PutProvisionedConcurrencyConfig.html",
    1,
    1_000_000,
  ),
);
const versionKeys = propKeys<CurrentVersionOptions>()({
  description: withinModel("aws_lambda_function", "description"),
  provisionedConcurrentExecutions: provisioned,
  retryAttempts: true,
  maxEventAge: true,
  onSuccess: true,
  onFailure: true,
});
const aliasKeys = propKeys<FunctionAliasProps>()({
  version: "text",
  description: withinModel("aws_lambda_alias", "description"),
  provisionedConcurrentExecutions: provisioned,
  weights: "map",
});

export interface ParsedVersionOptions {
  readonly description: string | undefined;
  readonly provisionedConcurrentExecutions: number | undefined;
  readonly asyncInvoke: ParsedAsyncInvoke;
}

/** Refuses invalid options for versions, even if no version is published yet. */
export function parseVersionOptions(
  where: Where,
  options: CurrentVersionOptions = {},
  scope: Construct,
): ParsedVersionOptions {
  const prop = "currentVersionOptions";
  checkKeys(where, prop, options, versionKeys);
  const asyncInvoke = parseAsyncInvoke(where, `${prop}.`, options, scope);
  const { description, provisionedConcurrentExecutions } = options;
  return { description, provisionedConcurrentExecutions, asyncInvoke };
}

/** Id of the settings for the version that a function publishes. */
const versionId = "CurrentVersion";

/** Publishes a version with each deployment that changes the function. */
export function publishVersion(fn: Function, options: ParsedVersionOptions): FunctionVersion {
  const { function: resource } = fn.cdk;
  resource.publish = true;
  if (options.description !== undefined) resource.description = options.description;
  const scope = new Construct(fn, versionId);
  const target = { functionName: resource.functionName, qualifier: resource.version };
  provision(scope, target, options.provisionedConcurrentExecutions);
  const policies = RolePolicies.of(Stack.of(fn), fn.role);
  createInvokeConfig(scope, options.asyncInvoke, target, policies);
  return {
    version: resource.version,
    functionName: fn.functionName,
    functionArn: resource.qualifiedArn,
    invokeArn: resource.qualifiedInvokeArn,
  };
}

export function addAlias(fn: Function, name: string, props: FunctionAliasProps = {}): LambdaAlias {
  const prop = `addAlias("${name}")`;
  requireProp(fn, prop, name, 'Name the alias: addAlias("live").');
  checkLimit(fn, prop, name, limits.aws_lambda_alias.name);
  checkKeys(fn, prop, props, aliasKeys);
  if (fn.hasSnapStart && props.provisionedConcurrentExecutions !== undefined)
    fail(fn, "props-exclude", `${prop}.provisionedConcurrentExecutions`, { other: "snapStart" });
  const weights = present(props.weights ?? {});
  for (const [version, weight] of Object.entries(weights)) {
    if (isUnresolved(weight) || (weight >= 0 && weight <= 1)) continue;
    fail(fn, "out-of-range", `${prop}.weights["${version}"]`, { value: weight, range: "0 to 1" });
  }
  const scope = new Construct(fn, requireFreeId(fn, `Alias_${name}`, prop));
  const alias = new LambdaAlias(scope, "Alias", {
    name,
    functionName: fn.cdk.function.functionName,
    functionVersion: props.version ?? fn.currentVersion.version,
    description: props.description,
    routingConfig:
      Object.keys(weights).length === 0 ? undefined : { additionalVersionWeights: { ...weights } },
  });
  // The alias refers to a version that has its settings.
  if (props.version === undefined)
    waitFor(alias, fn.node.findChild(versionId).node.findAll().filter(isResource));
  const target = { functionName: fn.cdk.function.functionName, qualifier: alias.name };
  provision(scope, target, props.provisionedConcurrentExecutions);
  return alias;
}

const isResource = (each: IConstruct): each is TerraformResource =>
  TerraformResource.isTerraformResource(each);

function provision(
  scope: Construct,
  target: { readonly functionName: string; readonly qualifier: string },
  count: number | undefined,
): void {
  if (count === undefined) return;
  new LambdaProvisionedConcurrencyConfig(scope, "ProvisionedConcurrency", {
    ...target,
    provisionedConcurrentExecutions: count,
  });
}
