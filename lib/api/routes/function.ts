import type { DataAwsLambdaAlias } from "@cdktf/provider-aws/lib/data-aws-lambda-alias";
import type { DataAwsLambdaFunction } from "@cdktf/provider-aws/lib/data-aws-lambda-function";
import type { LambdaAlias } from "@cdktf/provider-aws/lib/lambda-alias";
import type { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { type Function, type FunctionVersion, resolveFunction } from "../../function";
import { checkKeys, checkLiteral, isPlainObject } from "../../shared/check";
import { fail } from "../../shared/errors";
import type { InvokedFunction } from "../../shared/invoke-permissions";
import { isProviderObject } from "../../shared/override";
import type { RouteKind, RoutePlace, RouteTarget } from "./kind";
import type { ApiFunctionRouteProps, PayloadFormatVersion } from "./props";

export const functionRoute: RouteKind<ApiFunctionRouteProps> = {
  keys: ["type", "authorizer", "authorizationScopes", "function", "payloadFormatVersion", "cdk"],
  target(place, props) {
    const { api, prop, defaults } = place;
    const version = props.payloadFormatVersion ?? defaults.payloadFormatVersion;
    checkLiteral(api, `${prop}.payloadFormatVersion`, version, ["1.0", "2.0"]);
    checkKeys(api, `${prop}.cdk`, props.cdk ?? {}, ["function"]);
    if (props.cdk?.function !== undefined) return existingFunction(place, props.cdk.function, version);
    const fn = routeFunction(place, props.function);
    return { ...libraryFunction(fn, version), metadataType: "function" };
  },
};

/** The function of a route, made from its reference when need be. */
export function routeFunction({ api, scope, key, prop, defaults }: RoutePlace, reference: unknown): Function {
  if (reference === undefined) {
    fail(api, "prop-required", `${prop}.function`, {
      remedy: 'Name what answers the route: function: "functions/notes.get".',
    });
  }
  return resolveFunction(
    { owner: api, scope, defaults: defaults.function },
    `Lambda_${key.id}`,
    `${prop}.function`,
    reference,
  );
}

/** The integration of a function of this library. */
export function libraryFunction(
  fn: Function,
  version: PayloadFormatVersion,
): Omit<RouteTarget, "metadataType"> {
  return {
    integration: functionIntegration(fn.functionArn, version),
    function: fn,
    invokes: { functionName: fn.cdk.function.functionName },
  };
}

function functionIntegration(
  arn: string,
  payloadFormatVersion: PayloadFormatVersion,
): RouteTarget["integration"] {
  // The gateway calls functions by POST, whatever the request's method; left out, it would show up in each plan.
  return {
    integrationType: "AWS_PROXY",
    integrationMethod: "POST",
    integrationUri: arn,
    payloadFormatVersion,
  };
}

type ExistingFunction = NonNullable<NonNullable<ApiFunctionRouteProps["cdk"]>["function"]>;

function existingFunction(
  { api, prop }: RoutePlace,
  given: ExistingFunction,
  version: PayloadFormatVersion,
): RouteTarget {
  const { arn, invokes } = parseExisting(given) ?? failExisting(api, prop, given);
  return { integration: functionIntegration(arn, version), invokes, metadataType: "lambda_function" };
}

function parseExisting(
  given: ExistingFunction,
): { readonly arn: string; readonly invokes: InvokedFunction } | undefined {
  if (isProviderObject(given, "aws_lambda_function")) {
    const fn = given as unknown as LambdaFunction | DataAwsLambdaFunction;
    const { arn, functionName } = fn;
    // A data source may have been asked for one version or alias.
    if (!("qualifierInput" in fn) || fn.qualifierInput === undefined)
      return { arn, invokes: { functionName } };
    return { arn: fn.qualifiedArn, invokes: { functionName, qualifier: fn.qualifierInput } };
  }
  if (isProviderObject(given, "aws_lambda_alias")) {
    const alias = given as unknown as LambdaAlias | DataAwsLambdaAlias;
    return { arn: alias.arn, invokes: { functionName: alias.functionName, qualifier: alias.name } };
  }
  if (isPlainObject(given) && "functionArn" in given && "version" in given) {
    const { functionArn, functionName, version } = given as unknown as FunctionVersion;
    return { arn: functionArn, invokes: { functionName, qualifier: version } };
  }
  return undefined;
}

function failExisting(api: RoutePlace["api"], prop: string, value: unknown): never {
  return fail(api, "prop-invalid", `${prop}.cdk.function`, {
    value: isProviderObject(value) ? value.terraformResourceType : value,
    expected:
      "a LambdaFunction, an alias, a data source of one, or fn.currentVersion; a Function itself as function",
  });
}
