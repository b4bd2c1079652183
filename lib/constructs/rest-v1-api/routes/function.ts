import { Stack } from "../../../app";
import { checkKeys, propKeys } from "../../../core/check";
import {
  type ExistingTarget,
  existingTarget,
  grantInvokeFrom,
  type PlannedReference,
  planReference,
} from "../../../function";
import type { RouteDeclaration } from "../../../gateway";
import { fail } from "../errors";
import { ForeignFunction } from "../foreign-function";
import { integrationConfig, type PlannedIntegration, planIntegration } from "./integration";
import type { RestRouteKind } from "./kind";
import { checkMethod } from "./method";
import type { RestV1ApiFunctionRouteProps } from "./props";

interface FunctionPlan {
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
    return { integration, fn: planTarget(declaration, props) };
  },
  config({ api }, { fn: planned, integration }) {
    const { credentialsRole, credentials } = integration.given;
    // The gateway then invokes the function with the rights of a role, and the function's own policy is not asked.
    const actsAsRole = credentialsRole !== undefined || credentials !== undefined;
    if (!("create" in planned)) {
      const { invokeArn, invokes, identity, stack, name } = planned;
      const { qualifier } = invokes;
      const foreign = ForeignFunction.find(api, { invokeArn, stack, functionName: name, qualifier });
      return {
        integration: integrationConfig(foreign?.uri ?? invokeArn, integration),
        foreign,
        permission: actsAsRole ? undefined : { invokes, identity },
      };
    }
    const fn = planned.create();
    fn.markApiRoute();
    if (credentialsRole !== undefined) grantInvokeFrom(Stack.of(api), fn, credentialsRole);
    const { function: resource } = fn.cdk;
    const { invokeArn } = fn;
    const { functionNameInput: functionName } = resource;
    const foreign = ForeignFunction.find(api, { invokeArn, stack: Stack.of(fn), functionName });
    return {
      integration: integrationConfig(foreign?.uri ?? invokeArn, integration),
      function: fn,
      foreign,
      permission: actsAsRole
        ? undefined
        : { invokes: { functionName: resource.functionName }, identity: resource.node.path },
    };
  },
};

function planTarget(
  { api, scope, id, prop, functionDefaults }: RouteDeclaration,
  { cdk, function: reference }: RestV1ApiFunctionRouteProps,
): FunctionPlan["fn"] {
  if (cdk?.function !== undefined) return existingTarget(api, `${prop}.cdk.function`, cdk.function);
  if (reference === undefined) {
    fail(api, "prop-required", `${prop}.function`, {
      remedy: 'Name what answers the route: function: "functions/notes.get".',
    });
  }
  const host = { owner: api, scope, defaults: functionDefaults };
  return planReference(host, `Lambda_${id}`, `${prop}.function`, reference);
}
