import { Token } from "cdktf";
import { checkKeys, propKeys } from "../../../core/check";
import { knownItems, parseItems } from "../../../core/list";
import { quotas } from "../../../core/quotas";
import { isPartial } from "../../../gateway";
import { fail } from "../errors";
import {
  type ApiAuthorizerConfig,
  type ApiAuthorizerDeclaration,
  type ApiAuthorizerKind,
  parseIdentitySource,
} from "./kind";
import type { ApiJwtAuthorizer } from "./props";

type JwtConfig = Pick<ApiAuthorizerConfig, "identitySources" | "jwtConfiguration">;

const jwtKeys = propKeys<NonNullable<ApiJwtAuthorizer["jwt"]>>()({ issuer: "text", audience: "texts" });

export const jwtAuthorizer: ApiAuthorizerKind<ApiJwtAuthorizer, JwtConfig> = {
  authorization: "JWT",
  takesScopes: true,
  keys: propKeys<ApiJwtAuthorizer>()({
    type: true,
    name: "text",
    identitySource: true,
    cdk: "map",
    jwt: "map",
  }),
  check(declaration, { identitySource, jwt }) {
    const identitySources = parseIdentitySource(declaration, identitySource, true);
    return { identitySources, jwtConfiguration: checkJwt(declaration, jwt) };
  },
  config(_, jwtConfig) {
    return { authorizerType: "JWT", ...jwtConfig };
  },
};

/**
 * Refuses an address at which the gateway does not look for keys. A server on this machine is for `serverform local`.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
function checkIssuer({ api, prop }: ApiAuthorizerDeclaration, value: unknown): void {
  if (Token.isUnresolved(value)) return;
  const isAddress =
    typeof value === "string" &&
    /^(https:\/\/[^/\s?#]|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$))[^\s?#]*$/.test(value);
  if (isAddress) return;
  const expected = 'the address of the issuer with https://, such as "https://login.example.com"';
  fail(api, "prop-invalid", `${prop}.jwt.issuer`, { value, expected });
}

function checkJwt(
  declaration: ApiAuthorizerDeclaration,
  jwt: ApiJwtAuthorizer["jwt"],
): ApiAuthorizerConfig["jwtConfiguration"] {
  const { api, prop } = declaration;
  if (jwt === undefined) {
    if (isPartial(declaration)) return undefined;
    return fail(api, "authorizer-part-missing", `${prop}.jwt`, {
      type: "jwt",
      example: 'jwt: { issuer: "https://login.example.com", audience: ["my-app"] }',
    });
  }
  checkKeys(api, `${prop}.jwt`, jwt, jwtKeys);
  const { issuer, audience: given } = jwt;
  if (!issuer) {
    fail(api, "prop-required", `${prop}.jwt.issuer`, {
      remedy: 'Name the issuer of the tokens: "https://login.example.com".',
    });
  }
  checkIssuer(declaration, issuer);
  if (!given || given.length === 0) {
    fail(api, "prop-required", `${prop}.jwt.audience`, {
      remedy: 'Name the recipients of the tokens: ["my-app"].',
    });
  }
  const audience = parseItems(api, `${prop}.jwt.audience`, given);
  const { audiencesPerJwtAuthorizer: limit } = quotas;
  const { length: count } = knownItems(audience);
  if (count > limit) fail(api, "quota-exceeded", `${prop}.jwt.audience`, { what: "audiences", count, limit });
  return { issuer, audience: [...audience] };
}
