import { CognitoIdentityProvider } from "@cdktf/provider-aws/lib/cognito-identity-provider";
import type { Construct } from "constructs";
import { Hidden } from "../../../../facts/errors/words";
import type { MapOf } from "../../../../kit/core/checks/absence";
import { checkKeys, isPlainObject, propKeys } from "../../../../kit/core/checks/check";
import { fail } from "../../errors";
import type { UserbaseProps } from "../../props";
import { parseOidcProvider } from "./oidc";
import type { UserbaseIdentityProvidersProps } from "./props";
import type { ParsedIdentityProvider } from "./provider";
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
  if (!isPlainObject(given)) {
    fail(userbase, "prop-invalid", prop, {
      value: new Hidden(given),
      expected: "an object: { google: { ... } }",
    });
  }
  checkKeys(userbase, prop, given, providerKeys);
  const { oidc, saml } = given as UserbaseIdentityProvidersProps;
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
  return fail(userbase, "prop-invalid", prop, {
    value: new Hidden(given),
    expected: "an object: { name: { ... } }",
  });
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
