import { IamOpenidConnectProvider } from "@cdktf/provider-aws/lib/iam-openid-connect-provider";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, isPlainObject, propKeys } from "../../../core/check";
import { fail } from "../errors";
import type { UserbaseIdentityPoolFederationProps } from "../props";

type ProviderKey = Exclude<keyof UserbaseIdentityPoolFederationProps, "cdk">;

const fieldsOf = {
  enterprise: ["domain", "clientId"],
  microblog: ["consumerKey", "consumerSecret"],
  social: ["appId"],
  device: ["servicesId"],
  retail: ["appId"],
  search: ["clientId"],
} as const satisfies Record<ProviderKey, readonly string[]>;

const providerKeys = Object.keys(fieldsOf) as readonly ProviderKey[];

const federationKeys = propKeys<UserbaseIdentityPoolFederationProps>()({
  enterprise: true,
  microblog: true,
  social: true,
  device: true,
  retail: true,
  search: true,
  cdk: true,
});

/** Refuses providers of identities of which something is missing or that the service does not take. */
export function checkFederation(userbase: Construct, given: unknown): void {
  const prop = "identityPoolFederation";
  if (given === undefined || typeof given === "boolean") return;
  if (!isPlainObject(given)) {
    const expected = "true, false or an object: { social: { appId } }";
    return fail(userbase, "prop-invalid", prop, { value: given, expected });
  }
  checkKeys(userbase, prop, given, federationKeys);
  checkKeys(userbase, `${prop}.cdk`, given.cdk ?? {}, ["cfnIdentityPool"]);
  for (const key of providerKeys) {
    if (given[key] !== undefined) checkProvider(userbase, `${prop}.${key}`, given[key], fieldsOf[key]);
  }
  const { enterprise } = given as UserbaseIdentityPoolFederationProps;
  if (enterprise !== undefined) checkDomain(userbase, `${prop}.enterprise.domain`, enterprise.domain);
}

function checkProvider(userbase: Construct, prop: string, given: unknown, fields: readonly string[]): void {
  if (!isPlainObject(given)) {
    const expected = `an object with ${fields.join(" and ")}`;
    return fail(userbase, "prop-invalid", prop, { value: given, expected });
  }
  checkKeys(userbase, prop, given, fields);
  for (const field of fields) {
    const value: unknown = given[field];
    if (value === undefined || value === "") {
      fail(userbase, "prop-required", `${prop}.${field}`, {
        remedy: `Write ${field}: it is on the provider's page.`,
      });
    }
    if (typeof value !== "string") {
      fail(userbase, "prop-invalid", `${prop}.${field}`, { value, expected: "a text" });
    }
  }
}

/** The address is compared with the issuer that tokens name, so that nothing may be left to interpretation. */
function checkDomain(userbase: Construct, prop: string, domain: string): void {
  if (Token.isUnresolved(domain)) return;
  const host = domain.replace(/^https:\/\//, "");
  if (/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(host)) return;
  fail(userbase, "federation-domain", prop, { value: domain });
}

/** What the identity pool is told of the other providers; creates the ones that are resources of their own. */
export function federationConfig(userbase: Construct, given: UserbaseIdentityPoolFederationProps) {
  const logins = {
    "www.amazon.com": given.retail?.appId,
    "graph.facebook.com": given.social?.appId,
    "accounts.google.com": given.search?.clientId,
    "appleid.apple.com": given.device?.servicesId,
    "api.twitter.com": given.microblog && `${given.microblog.consumerKey};${given.microblog.consumerSecret}`,
  };
  const supported = Object.entries(logins).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const provider = given.enterprise && createProvider(userbase, given.enterprise);
  return {
    supportedLoginProviders: supported.length === 0 ? undefined : Object.fromEntries(supported),
    openidConnectProviderArns: provider && [provider.arn],
  };
}

function createProvider(
  userbase: Construct,
  { domain, clientId }: NonNullable<UserbaseIdentityPoolFederationProps["enterprise"]>,
): IamOpenidConnectProvider {
  return new IamOpenidConnectProvider(userbase, "EnterpriseProvider", {
    url: domain.startsWith("https://") ? domain : `https://${domain}`,
    clientIdList: [clientId],
  });
}
