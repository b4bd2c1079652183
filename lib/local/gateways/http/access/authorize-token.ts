import { scopesOf, withoutBearer } from "../../../identities/token-verifier";
import { headerQuote } from "../../../wire/header-quote";
import type { JwtAuthorizer } from "../config/config";
import type { HttpExchange } from "../exchange";
import { gatewayAnswers, type HttpAnswer, withHeaders } from "../response/answer";
import type { HttpApiServices } from "../services";

/**
 * Admits a request with a valid token of the issuer. If the route has scopes, the token needs one of them.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html and
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-troubleshooting-jwt.html
 */
export async function authorizeByToken(
  exchange: HttpExchange,
  { tokens }: HttpApiServices,
  { authorizer, scopes }: { readonly authorizer: JwtAuthorizer; readonly scopes: readonly string[] },
): Promise<HttpAnswer | undefined> {
  const given = findToken(exchange, authorizer);
  if (given === undefined) {
    exchange.notes.authorizerError = "missing: token not provided";
    exchange.notes.reason = `The authorizer ${authorizer.name} finds no token in the request.`;
    return withHeaders(gatewayAnswers.unauthorized, { "www-authenticate": "Bearer" });
  }
  const { issuer, audiences } = authorizer;
  const check = await tokens.verify(given, { issuer, audiences });
  if (!check.accepted) {
    exchange.notes.authorizerError = `invalid_token: ${check.reason}`;
    exchange.notes.reason = `The authorizer ${authorizer.name} refuses the token: ${check.detail}`;
    return withHeaders(gatewayAnswers.unauthorized, {
      "www-authenticate": `Bearer scope="${scopes.join(" ")}" error="invalid_token" error_description="${headerQuote(check.reason)}"`,
    });
  }
  const held = scopesOf(check.claims);
  const granted = scopes.filter((scope) => held.includes(scope));
  if (scopes.length > 0 && granted.length === 0) {
    exchange.notes.authorizerError = "insufficient_scope";
    exchange.notes.reason = `The token has none of the route's scopes: ${scopes.join(" ")}. It has: ${held.join(" ") || "none"}.`;
    return withHeaders(gatewayAnswers.forbidden, {
      "www-authenticate": `Bearer scope="${scopes.join(" ")}" error="insufficient_scope"`,
    });
  }
  exchange.authorized = { type: "jwt", claims: check.claims, scopes: scopes.length > 0 ? granted : null };
  return undefined;
}

function findToken(exchange: HttpExchange, { sources }: JwtAuthorizer): string | undefined {
  for (const source of sources) {
    const value = withoutBearer(source.value(exchange, {}) ?? "");
    // The prefix alone is not a token.
    if (value !== "" && value.toLowerCase() !== "bearer") return value;
  }
  return undefined;
}
