import type { Construct } from "constructs";
import { notePlainSecret } from "../../../../kit/app/notices/plain-secret";
import { present } from "../../../../kit/core/checks/absence";
import { checkKeys, checkLiteral, propKeys } from "../../../../kit/core/checks/check";
import { memberPath } from "../../../../kit/core/prop-path";
import { isUnresolved } from "../../../../kit/core/tokens/unresolved";
import { fail } from "../../errors";
import type { UserbaseOidcEndpoints, UserbaseOidcProps } from "./props";
import {
  checkIdentifiers,
  checkProvider,
  checkProviderName,
  checkRequired,
  checkUrl,
  joinScopes,
  type ParsedIdentityProvider,
  withUsername,
} from "./provider";

const keys = propKeys<UserbaseOidcProps>()({
  issuer: "text",
  clientId: "text",
  clientSecret: "secret",
  scopes: "texts",
  attributesRequestMethod: true,
  endpoints: "map",
  identifiers: "texts",
  attributeMapping: "textMap",
});
const required = ["issuer", "clientId", "clientSecret"];

/** The service's keys of the endpoints. */
const endpointDetails = {
  authorization: "authorize_url",
  token: "token_url",
  userInfo: "attributes_url",
  jwks: "jwks_uri",
} as const satisfies Record<keyof UserbaseOidcEndpoints, string>;

/** Checks an OpenID Connect provider. */
export function parseOidcProvider(
  userbase: Construct,
  name: string,
  given: UserbaseOidcProps,
): ParsedIdentityProvider {
  checkProviderName(userbase, "identityProviders.oidc", name);
  const prop = memberPath("identityProviders.oidc", name);
  checkProvider(userbase, prop, given, required);
  checkKeys(userbase, prop, given, keys);
  checkRequired(userbase, prop, given, required);
  const props = given as UserbaseOidcProps;
  const { issuer, clientId, clientSecret, scopes = ["openid", "email"], identifiers, endpoints } = props;
  const { attributesRequestMethod = "GET", attributeMapping = { email: "email" } } = props;
  checkIssuer(userbase, `${prop}.issuer`, issuer);
  checkOidcScopes(userbase, prop, scopes);
  checkLiteral(userbase, `${prop}.attributesRequestMethod`, attributesRequestMethod, ["GET", "POST"]);
  checkEndpoints(userbase, `${prop}.endpoints`, endpoints);
  checkIdentifiers(userbase, prop, identifiers);
  notePlainSecret(userbase, `${prop}.clientSecret`, clientSecret);
  return {
    id: `IdentityProvider_oidc_${name}`,
    name,
    type: "OIDC",
    identifiers,
    details: {
      client_id: clientId,
      client_secret: clientSecret,
      oidc_issuer: issuer,
      authorize_scopes: joinScopes(scopes, " "),
      attributes_request_method: attributesRequestMethod,
      // The service adds it; it is set so that a second plan is empty.
      attributes_url_add_attributes: "false",
      ...endpointConfig(endpoints),
    },
    attributeMapping: withUsername("sub", present(attributeMapping)),
  };
}

function checkIssuer(userbase: Construct, prop: string, issuer: string): void {
  checkUrl(userbase, prop, issuer);
  if (isUnresolved(issuer) || !/[/?]$|\?/.test(issuer)) return;
  const expected = "the URL without a query and without a slash at its end";
  fail(userbase, "prop-invalid", prop, { value: issuer, expected });
}

function checkOidcScopes(userbase: Construct, prop: string, scopes: readonly string[]): void {
  if (isUnresolved(scopes) || scopes.some((scope) => scope === "openid" || isUnresolved(scope))) return;
  fail(userbase, "prop-invalid", `${prop}.scopes`, {
    value: scopes,
    expected: '"openid" as one of the scopes',
  });
}

function checkEndpoints(userbase: Construct, prop: string, endpoints: unknown): void {
  if (endpoints === undefined) return;
  const names = Object.keys(endpointDetails);
  checkProvider(userbase, prop, endpoints, names);
  checkKeys(userbase, prop, endpoints, names);
  checkRequired(userbase, prop, endpoints, names);
  for (const name of names) checkUrl(userbase, `${prop}.${name}`, endpoints[name]);
}

function endpointConfig(endpoints: UserbaseOidcEndpoints | undefined): Record<string, string> {
  if (endpoints === undefined) return {};
  const names = Object.keys(endpointDetails) as (keyof UserbaseOidcEndpoints)[];
  return Object.fromEntries(names.map((name) => [endpointDetails[name], endpoints[name]]));
}
