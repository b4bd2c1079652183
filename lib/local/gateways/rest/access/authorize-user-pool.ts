import { jsonOf } from "../../../../facts/text/json";
import { type Claims, scopesOf, withoutBearer } from "../../../identities/token-verifier";
import type { UserPoolsAuthorizer } from "../config/config";
import type { RestExchange } from "../exchange";
import type { Failure } from "../response/answer";
import type { RestApiServices } from "../services";
import { userPoolClaims } from "./claims";

/**
 * Admits a request with a token of one of the pools: an ID token, or, if the method has scopes, an access token with
 * one of them.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-enable-cognito-user-pool.html
 */
export async function authorizeByUserPool(
  exchange: RestExchange,
  { tokens }: RestApiServices,
  { authorizer, scopes }: { readonly authorizer: UserPoolsAuthorizer; readonly scopes: readonly string[] },
): Promise<Failure | undefined> {
  const refuse = (reason: string, message?: string): Failure => {
    exchange.notes.authorizerError = reason;
    return { failure: "UNAUTHORIZED", ...(message !== undefined && { message }) };
  };
  const token = withoutBearer(authorizer.source.value(exchange) ?? "");
  if (token === "") return refuse("The request has no token.");
  const issuer = issuerOf(token);
  if (issuer === undefined || !authorizer.issuers.includes(issuer)) {
    exchange.notes.reason = `The token's iss is ${issuer ?? "missing"}, and the authorizer accepts ${authorizer.issuers.join(", ")}.`;
    return refuse("The token is not from one of the authorizer's user pools.");
  }
  const check = await tokens.verify(token, { issuer });
  if (!check.accepted) {
    const isExpired = check.reason === "the token has expired";
    exchange.notes.reason = `The authorizer ${authorizer.name} refuses the token: ${check.detail}`;
    return refuse(check.reason, isExpired ? "The incoming token has expired" : undefined);
  }
  const use = scopes.length === 0 ? "id" : "access";
  if (check.claims.token_use !== use) return refuse(`The token is not an ${use} token.`);
  if (!isInScope(check.claims, scopes)) {
    exchange.notes.reason = `The token has none of the method's scopes: ${scopes.join(" ")}. It has: ${scopesOf(check.claims).join(" ") || "none"}.`;
    return refuse("The token has none of the method's scopes.");
  }
  exchange.authorized = { type: "user-pools", claims: userPoolClaims(check.claims) };
  return undefined;
}

function isInScope(claims: Claims, scopes: readonly string[]): boolean {
  const held = scopesOf(claims);
  return scopes.length === 0 || scopes.some((scope) => held.includes(scope));
}

/** The issuer in a token that is not verified yet. */
function issuerOf(token: string): string | undefined {
  const claims = jsonOf(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  if (typeof claims !== "object" || claims === null || !("iss" in claims)) return undefined;
  return typeof claims.iss === "string" ? claims.iss : undefined;
}
