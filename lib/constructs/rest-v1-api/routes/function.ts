import { TerraformStack } from "cdktf";
import { checkKeys, propKeys } from "../../../core/check";
import {
  type ExistingTarget,
  existingTarget,
  isFunction,
  type PlannedReference,
  planReference,
} from "../../../function";
import type { RouteDeclaration } from "../../../gateway";
import { fail } from "../errors";
import { integrationConfig, type PlannedIntegration, planIntegration } from "./integration";
import type { RestRouteKind, RestRoutePlan } from "./kind";
import { checkMethod } from "./method";
import type { RestV1ApiFunctionRouteProps } from "./props";

interface FunctionPlan extends RestRoutePlan {
  /** The function of this library, or an existing one. */
  readonly fn: PlannedReference | ExistingTarget;
  readonly integration: PlannedIntegration;
}

export const functionRoute: RestRouteKind<RestV1ApiFunctionRouteProps, FunctionPlan> = {
  keys: propKeys<RestV1ApiFunctionRouteProps>()({
    type: true,
    function: true,
    authorizer: "text",
    authorizationScopes: "texts",
    cdk: "map",
  }),
  check(declaration, props) {
    const { api, prop } = declaration;
    const { cdk = {} } = props;
    checkKeys(api, `${prop}.cdk`, cdk, ["function", "integration", "method"]);
    if (cdk.method !== undefined) checkMethod(api, `${prop}.cdk.method`, cdk.method);
    const statusCodes = (cdk.method?.methodResponses ?? []).map(({ statusCode }) => statusCode);
    const given = cdk.integration ?? {};
    const integration = planIntegration(api, `${prop}.cdk.integration`, given, statusCodes);
    return { integration, ...planTarget(declaration, props) };
  },
  config(_, { fn: planned, integration }) {
    const { credentialsRole, credentials } = integration.given;
    // The gateway then invokes the function with the rights of a role, and the function's own policy is not asked.
    const actsAsRole = credentialsRole !== undefined || credentials !== undefined;
    if (!("create" in planned)) {
      const { invokeArn, invokes, identity } = planned;
      return {
        integration: integrationConfig(invokeArn, integration),
        permission: actsAsRole ? undefined : { invokes, identity },
      };
    }
    const fn = planned.create();
    fn.markApiRoute();
    if (credentialsRole !== undefined) fn.grantInvoke(credentialsRole);
    const { function: resource } = fn.cdk;
    return {
      integration: integrationConfig(fn.invokeArn, integration),
      function: fn,
      permission: actsAsRole
        ? undefined
        : { invokes: { functionName: resource.functionName }, identity: resource.node.path },
    };
  },
};

function planTarget(
  { api, scope, id, prop, functionDefaults }: RouteDeclaration,
  { cdk, function: reference }: RestV1ApiFunctionRouteProps,
): Pick<FunctionPlan, "fn" | "stack"> {
  if (cdk?.function !== undefined) {
    const fn = existingTarget(api, `${prop}.cdk.function`, cdk.function);
    return { fn, stack: fn.stack };
  }
  if (reference === undefined) {
    fail(api, "prop-required", `${prop}.function`, {
      remedy: 'Name what answers the route: function: "functions/notes.get".',
    });
  }
  const host = { owner: api, scope, defaults: functionDefaults };
  const fn = planReference(host, `Lambda_${id}`, `${prop}.function`, reference);
  return { fn, stack: TerraformStack.of(isFunction(reference) ? reference : scope) };
}
