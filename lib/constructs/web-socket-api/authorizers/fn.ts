import type { Apigatewayv2AuthorizerConfig } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import type { Construct } from "constructs";
import { isUnresolved, knownItems, nonEmpty, parseItems, propKeys, refuseValue } from "../../../kit/core";
import { type AuthorizerKind, authorizerKeys, checkAuthorizerFunction } from "../../../kit/gateway";
import type { WebSocketApiFunctionAuthorizer } from "../props";

/** The provider config of an authorizer, without the API and the name. */
export type WebSocketAuthorizerConfig = Omit<Apigatewayv2AuthorizerConfig, "apiId" | "name">;

export const functionAuthorizer: AuthorizerKind<WebSocketApiFunctionAuthorizer, WebSocketAuthorizerConfig> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<WebSocketApiFunctionAuthorizer>()({
    ...authorizerKeys,
    function: true,
    identitySource: "texts",
  }),
  plan(declaration, { function: fn, identitySource: given = ["route.request.header.Authorization"] }) {
    const { api, isImported, override } = declaration;
    const identitySource = parseItems(api, "authorizer.identitySource", given);
    for (const source of knownItems(identitySource)) checkIdentitySource(api, source);
    const isRequired = !isImported && override?.authorizerUri === undefined;
    checkAuthorizerFunction(declaration, "fn", fn, isRequired);
    const identitySources = nonEmpty(identitySource);
    const config = { authorizerType: "REQUEST", authorizerUri: fn?.invokeArn, identitySources };
    return { create: () => ({ config, invokes: fn }) };
  },
};

// Source: https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-authorizers.html
const sourceForm =
  /^(route\.request\.(header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+|querystring\.[^\s.]+)|context\.[\w.]+|stageVariables\.\w+)$/;
function checkIdentitySource(api: Construct, source: unknown): void {
  if (isUnresolved(source)) return;
  if (typeof source === "string" && sourceForm.test(source)) return;
  const expected = '"route.request.header.<name>" or "route.request.querystring.<name>"';
  refuseValue(api, "authorizer.identitySource", source, expected);
}
