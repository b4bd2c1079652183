import { Stack } from "../../../kit/app";
import { checkKeys, propKeys, requireProp } from "../../../kit/core";
import {
  checkStreaming,
  durableAlias,
  type ExistingTarget,
  existingTarget,
  grantInvokeFrom,
  type PlannedReference,
  planReference,
} from "../../../kit/function";
import { type RouteDeclaration, routeKeys } from "../../../kit/gateway";
import { ForeignFunction, invocationUri } from "../foreign-function";
import { functionIntegration, functionRules, planIntegration } from "./integration";
import type { RestRouteKind } from "./kind";
import { checkMethod } from "./method";
import type { RestV1ApiFunctionRouteProps } from "./props";

export const functionRoute: RestRouteKind<RestV1ApiFunctionRouteProps> = {
  keys: propKeys<RestV1ApiFunctionRouteProps>()({
    ...routeKeys,
    function: true,
    streaming: "boolean",
    cdk: "map",
  }),
  plan(declaration, props) {
    const { api, prop } = declaration;
    const { cdk = {} } = props;
    checkKeys(api, `${prop}.cdk`, cdk, ["function", "integration", "method"]);
    const { path } = declaration.key;
    if (cdk.method !== undefined) checkMethod(api, `${prop}.cdk.method`, cdk.method, path);
    const given = cdk.integration ?? {};
    const isStreaming = props.streaming === true;
    const integration = planIntegration(api, `${prop}.cdk.integration`, given, {
      rules: functionRules,
      method: cdk.method,
      route: prop,
      path,
      streaming: props.streaming,
    });
    const planned = planFunction(declaration, props);
    if (isStreaming && "create" in planned) checkStreaming(api, `${prop}.streaming`, planned.streaming);
    return () => {
      const { credentialsRole, credentials } = integration.given;
      // The gateway then invokes the function with the rights of a role, and the function's own policy is not asked.
      const actsAsRole = credentialsRole !== undefined || credentials !== undefined;
      if (!("create" in planned)) {
        const { arn, invokeArn, invokes, identity, stack, name } = planned;
        const { qualifier } = invokes;
        const uri = isStreaming ? invocationUri(api, arn, { isStreaming }) : invokeArn;
        const foreign = ForeignFunction.find(api, { uri, isStreaming, stack, functionName: name, qualifier });
        return {
          integration: functionIntegration(foreign?.uri ?? uri, integration),
          foreign,
          permission: actsAsRole ? undefined : { invokes, identity },
          metadataType: "function",
        };
      }
      const fn = planned.create();
      fn.markApiRoute();
      if (credentialsRole !== undefined) grantInvokeFrom(Stack.of(api), fn, credentialsRole);
      const { function: resource } = fn.cdk;
      const uri = isStreaming ? invocationUri(api, fn.functionArn, { isStreaming }) : fn.invokeArn;
      const { functionNameInput: functionName } = resource;
      const { qualifier } = fn.invoked;
      const named = {
        uri,
        isStreaming,
        stack: Stack.of(fn),
        functionName,
        qualifier: qualifier && durableAlias,
      };
      const foreign = ForeignFunction.find(api, named);
      return {
        integration: functionIntegration(foreign?.uri ?? uri, integration),
        function: fn,
        foreign,
        metadataType: "function",
        permission: actsAsRole ? undefined : { invokes: fn.invoked, identity: resource.node.path },
      };
    };
  },
};

/** Plans the function of a route, or finds the existing one. */
function planFunction(
  { api, scope, id, prop, functionDefaults }: RouteDeclaration,
  { cdk, function: reference }: RestV1ApiFunctionRouteProps,
): PlannedReference | ExistingTarget {
  if (cdk?.function !== undefined) return existingTarget(api, `${prop}.cdk.function`, cdk.function);
  const remedy = 'Name what answers the route: function: "functions/notes.get".';
  requireProp(api, `${prop}.function`, reference, remedy);
  const host = { owner: api, scope, defaults: functionDefaults, waits: true };
  return planReference(host, `Lambda_${id}`, `${prop}.function`, reference);
}
