import { checkKeys, checkLiteral } from "../../../core/check";
import { type ExistingFunction, existingTarget, type Function, resolveFunction } from "../../../function";
import { fail } from "../errors";
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

function existingFunction(
  { api, prop }: RoutePlace,
  given: ExistingFunction,
  version: PayloadFormatVersion,
): RouteTarget {
  const { arn, invokes } = existingTarget(api, `${prop}.cdk.function`, given);
  return { integration: functionIntegration(arn, version), invokes, metadataType: "lambda_function" };
}
