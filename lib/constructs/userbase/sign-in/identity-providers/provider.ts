import { Fn } from "cdktf";
import type { Construct } from "constructs";
import { Hidden } from "../../../../facts/errors/words";
import {
  checkKeys,
  checkLimit,
  identifierLimit,
  isPlainObject,
  isUnresolved,
  limits,
  memberPath,
  refuseValue,
} from "../../../../kit/core";
import { fail } from "../../errors";

/** An identity provider after all checks. */
export interface ParsedIdentityProvider {
  readonly id: string;
  /** Name in the directory. */
  readonly name: string;
  /** Type, as the service names it. */
  readonly type: "Google" | "SignInWithApple" | "Facebook" | "LoginWithAmazon" | "OIDC" | "SAML";
  readonly details: Readonly<Record<string, string>>;
  /** Details that the service adds, and whose values are known only to it. */
  readonly ignoredDetails?: readonly string[] | undefined;
  readonly attributeMapping: Readonly<Record<string, string>>;
  readonly identifiers?: readonly string[] | undefined;
}

/** Refuses settings that are missing or unknown. The values may be secrets, so they are not printed. */
export function checkProvider(
  userbase: Construct,
  prop: string,
  given: unknown,
  keys: readonly string[],
  required: readonly string[],
  expected = `{ ${required.join(", ")} }`,
): asserts given is Readonly<Record<string, unknown>> {
  if (!isPlainObject(given)) refuseValue(userbase, prop, new Hidden(given), expected);
  checkKeys(userbase, prop, given, keys);
  for (const each of required) {
    if (given[each] !== undefined && given[each] !== "") continue;
    const remedy = `Write ${prop}: ${expected}.`;
    fail(userbase, "prop-required", memberPath(prop, each), { remedy });
  }
}

/**
 * Refuses identifiers that the service refuses.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html
 */
export function checkIdentifiers(userbase: Construct, prop: string, given: unknown): void {
  const at = `${prop}.identifiers`;
  if (!Array.isArray(given)) return;
  checkLimit(userbase, at, given, limits.aws_cognito_identity_provider.idpIdentifiers);
  given.forEach((value: unknown, index) => {
    checkLimit(userbase, `${at}[${index}]`, value, identifierLimit);
  });
}

/** Refuses a text that is not a URL with `https://`. */
export function checkUrl(userbase: Construct, prop: string, value: unknown): void {
  if (isUnresolved(value)) return;
  if (typeof value === "string" && /^https:\/\/[^/\s?#]+[^\s#]*$/.test(value)) return;
  refuseValue(userbase, prop, value, "a URL that begins with https://");
}

/**
 * Refuses a name that the service refuses, and those of its own kinds of providers.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateIdentityProvider.html
 */
export function checkProviderName(userbase: Construct, prop: string, value: string): void {
  const isReserved = ["cognito", "google", "facebook", "loginwithamazon", "signinwithapple"].includes(
    value.toLowerCase(),
  );
  const { min, max, pattern } = limits.aws_cognito_identity_provider.providerName;
  if (isReserved || value.length < min || value.length > max || !pattern.test(value)) {
    fail(userbase, "userbase-provider-name", prop, { value });
  }
}

export function joinScopes(scopes: readonly string[], separator: string): string {
  return isUnresolved(scopes) ? Fn.join(separator, [...scopes]) : scopes.join(separator);
}

/** The mapping with the username, which the service maps itself: a second plan is empty. */
export function withUsername(
  claim: string,
  mapping: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return isUnresolved(mapping) ? mapping : { username: claim, ...mapping };
}
