import { CognitoIdentityProvider } from "@cdktf/provider-aws/lib/cognito-identity-provider";
import type { Construct } from "constructs";
import { Hidden } from "../../../../facts/errors/words";
import { notePlainSecret } from "../../../../kit/app";
import {
  isPlainObject,
  isUnresolved,
  type MapOf,
  memberPath,
  present,
  propKeys,
  refuseValue,
} from "../../../../kit/core";
import { fail } from "../../errors";
import type { UserbaseProps } from "../../props";
import type { UserbaseIdentityProvidersProps, UserbaseOidcEndpoints, UserbaseOidcProps } from "./props";
import {
  checkIdentifiers,
  checkProvider,
  checkProviderName,
  checkUrl,
  joinScopes,
  type ParsedIdentityProvider,
  withUsername,
} from "./provider";
import { parseSamlProvider } from "./saml";
import { parseSocialProviders } from "./social";

const providerKeys = propKeys<UserbaseIdentityProvidersProps>()({
  google: true,
  apple: true,
  facebook: true,
  amazon: true,
  oidc: true,
  saml: true,
});

/** Refuses identity providers with missing or wrong settings. */
export function parseIdentityProviders(
  userbase: Construct,
  { identityProviders: given, domain }: UserbaseProps,
): readonly ParsedIdentityProvider[] {
  if (given === undefined) return [];
  const prop = "identityProviders";
  checkProvider(userbase, prop, given, providerKeys, [], "an object: { google: { ... } }");
  const { oidc, saml }: UserbaseIdentityProvidersProps = given;
  const providers = [
    ...parseSocialProviders(userbase, given),
    ...entriesOf(userbase, `${prop}.oidc`, oidc).map(([name, each]) =>
      parseOidcProvider(userbase, name, each),
    ),
    ...entriesOf(userbase, `${prop}.saml`, saml).map(([name, each]) =>
      parseSamlProvider(userbase, name, each),
    ),
  ];
  checkUnique(userbase, prop, providers);
  // The pages redirect users to the provider and back.
  if (providers.length > 0 && domain === undefined) fail(userbase, "prop-needs", prop, { needs: "domain" });
  return providers;
}

function entriesOf<Props>(
  userbase: Construct,
  prop: string,
  given: MapOf<Props> | undefined = {},
): [string, Props][] {
  if (isPlainObject(given)) return Object.entries(given) as [string, Props][];
  return refuseValue(userbase, prop, new Hidden(given), "an object: { name: { ... } }");
}

/** Names and identifiers are unique in a directory. */
function checkUnique(userbase: Construct, prop: string, providers: readonly ParsedIdentityProvider[]): void {
  const check = (part: string, values: readonly string[]) => {
    const twice = values.find((value, index) => values.indexOf(value) < index);
    if (twice !== undefined) fail(userbase, "part-duplicate", prop, { part, value: twice });
  };
  check(
    "provider",
    providers.map(({ name }) => name),
  );
  check(
    "identifier",
    providers.flatMap(({ identifiers = [] }) => identifiers),
  );
}

/** Creates the identity providers. Clients refer to them, so they wait for them. */
export function createIdentityProviders(
  userbase: Construct,
  providers: readonly ParsedIdentityProvider[],
  userPoolId: string,
): readonly CognitoIdentityProvider[] {
  return providers.map(({ id, name, type, details, ignoredDetails, attributeMapping, identifiers = [] }) => {
    return new CognitoIdentityProvider(userbase, id, {
      providerName: name,
      providerType: type,
      userPoolId,
      providerDetails: details,
      attributeMapping,
      ...(identifiers.length > 0 && { idpIdentifiers: [...identifiers] }),
      ...(ignoredDetails !== undefined && {
        lifecycle: { ignoreChanges: ignoredDetails.map((key) => `provider_details["${key}"]`) },
      }),
    });
  });
}

const keys = propKeys<UserbaseOidcProps>()({
  issuer: "text",
  clientId: "text",
  clientSecret: "secret",
  scopes: "texts",
  attributesRequestMethod: ["GET", "POST"],
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
function parseOidcProvider(
  userbase: Construct,
  name: string,
  given: UserbaseOidcProps,
): ParsedIdentityProvider {
  checkProviderName(userbase, "identityProviders.oidc", name);
  const prop = memberPath("identityProviders.oidc", name);
  checkProvider(userbase, prop, given, keys, required);
  const props = given as UserbaseOidcProps;
  const { issuer, clientId, clientSecret, scopes = ["openid", "email"], identifiers, endpoints } = props;
  const { attributesRequestMethod = "GET", attributeMapping = { email: "email" } } = props;
  checkIssuer(userbase, `${prop}.issuer`, issuer);
  checkOidcScopes(userbase, prop, scopes);
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
  refuseValue(userbase, prop, issuer, expected);
}

function checkOidcScopes(userbase: Construct, prop: string, scopes: readonly string[]): void {
  if (isUnresolved(scopes) || scopes.some((scope) => scope === "openid" || isUnresolved(scope))) return;
  refuseValue(userbase, `${prop}.scopes`, scopes, '"openid" as one of the scopes');
}

function checkEndpoints(userbase: Construct, prop: string, endpoints: unknown): void {
  if (endpoints === undefined) return;
  const names = Object.keys(endpointDetails);
  checkProvider(userbase, prop, endpoints, names, names);
  for (const name of names) checkUrl(userbase, `${prop}.${name}`, endpoints[name]);
}

function endpointConfig(endpoints: UserbaseOidcEndpoints | undefined): Record<string, string> {
  if (endpoints === undefined) return {};
  const names = Object.keys(endpointDetails) as (keyof UserbaseOidcEndpoints)[];
  return Object.fromEntries(names.map((name) => [endpointDetails[name], endpoints[name]]));
}
