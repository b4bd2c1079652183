import type { Apigatewayv2AuthorizerConfig } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import type { Construct } from "constructs";
import { isUnresolved, knownItems, parseItems, propKeys } from "../../../kit/core";
import { type AuthorizerKind, checkAuthorizerFunction, permitAuthorizer } from "../../../kit/gateway";
import { fail } from "../errors";
import type { WebSocketApiFunctionAuthorizer } from "../props";

/** The provider config of an authorizer, without the API and the name. */
export type WebSocketAuthorizerConfig = Omit<Apigatewayv2AuthorizerConfig, "apiId" | "name">;

interface FunctionPlan extends Pick<WebSocketApiFunctionAuthorizer, "function"> {
  readonly identitySources: string[] | undefined;
}

export const functionAuthorizer: AuthorizerKind<
  WebSocketApiFunctionAuthorizer,
  WebSocketAuthorizerConfig,
  FunctionPlan
> = {
  authorization: "CUSTOM",
  takesScopes: false,
  keys: propKeys<WebSocketApiFunctionAuthorizer>()({
    type: true,
    function: true,
    name: "text",
    identitySource: "texts",
    cdk: "map",
  }),
  check(declaration, { function: fn, identitySource: given = ["route.request.header.Authorization"] }) {
    const { api, isImported, override } = declaration;
    const identitySource = parseItems(api, "authorizer.identitySource", given);
    for (const source of knownItems(identitySource)) checkIdentitySource(api, source);
    const isRequired = !isImported && override?.authorizerUri === undefined;
    checkAuthorizerFunction(declaration, "fn", fn, isRequired);
    return { function: fn, identitySources: identitySource.length === 0 ? undefined : [...identitySource] };
  },
  config(_, { function: fn, identitySources }) {
    return { authorizerType: "REQUEST", authorizerUri: fn?.invokeArn, identitySources };
  },
  permission(place, { function: fn }, authorizerId) {
    return fn && permitAuthorizer(place, fn, authorizerId);
  },
};

// Source: https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-authorizers.html
const sourceForm =
  /^(route\.request\.(header\.[!#$%&'*+.^_`|~0-9A-Za-z-]+|querystring\.[^\s.]+)|context\.[\w.]+|stageVariables\.\w+)$/;
function checkIdentitySource(api: Construct, source: unknown): void {
  if (isUnresolved(source)) return;
  if (typeof source === "string" && sourceForm.test(source)) return;
  fail(api, "prop-invalid", "authorizer.identitySource", {
    value: source,
    expected: '"route.request.header.<name>" or "route.request.querystring.<name>"',
  });
}
