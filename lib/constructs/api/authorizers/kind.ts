import type { Apigatewayv2AuthorizerConfig } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { isUnresolved, knownItems, nonEmpty, parseItems } from "../../../kit/core";
import type { AuthorizerDeclaration, AuthorizerKind } from "../../../kit/gateway";
import { fail } from "../errors";

/** The provider config of an authorizer, without the API and the name. */
export type ApiAuthorizerConfig = Omit<Apigatewayv2AuthorizerConfig, "apiId" | "name">;

/** One type of authorizer of an HTTP API. */
export type ApiAuthorizerKind<Props> = AuthorizerKind<Props, ApiAuthorizerConfig>;

/** The authorizer as the caller declared it. */
export type ApiAuthorizerDeclaration = AuthorizerDeclaration<ApiAuthorizerConfig>;

// Source: https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-authorizers.html
const tokenSource = /^\$request\.(header|querystring)\.[^\s,]+$/;
const anySource = /^\$(request\.(header|querystring)\.[^\s,]+|context\.[\w.]+|stageVariables\.\w+)$/;

/** Where the gateway finds the token. Refuses a list that the type of authorizer does not accept. */
export function parseIdentitySource(
  { api, prop }: ApiAuthorizerDeclaration,
  given: readonly string[] | undefined,
  isToken: boolean,
): string[] | undefined {
  if (given === undefined) return ["$request.header.Authorization"];
  const at = `${prop}.identitySource`;
  const list = parseItems(api, at, given);
  if (isToken && list.length !== 1) fail(api, "authorizer-identity-source", at, { value: list });
  knownItems(list).forEach((value, index) => {
    if (isUnresolved(value) || (isToken ? tokenSource : anySource).test(String(value))) return;
    fail(api, "authorizer-source-form", `${at}[${index}]`, { value, isToken });
  });
  return nonEmpty(list);
}
