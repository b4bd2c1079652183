import type { CognitoIdentityPoolConfig } from "@cdktf/provider-aws/lib/cognito-identity-pool";
import type { DataAwsIamOpenidConnectProvider } from "@cdktf/provider-aws/lib/data-aws-iam-openid-connect-provider";
import { IamOpenidConnectProvider } from "@cdktf/provider-aws/lib/iam-openid-connect-provider";
import type { Construct } from "constructs";
import { arnPattern } from "../../../facts/aws/arn-patterns";
import { Hidden } from "../../../facts/errors/words";
import { notePlainSecret } from "../../../kit/app";
import {
  checkKeys,
  checkLimit,
  checkObject,
  findImport,
  isPlainObject,
  isUnresolved,
  loginProviderLimit,
  type Override,
  propKeys,
  refuseValue,
} from "../../../kit/core";
import { fail } from "../errors";

/** Keys of the identity pool that override what is created. */
export type UserbaseIdentityPoolOverride = Override<
  Omit<CognitoIdentityPoolConfig, "allowUnauthenticatedIdentities">
> & {
  /**
   * Whether guests, who have not signed in, get credentials.
   *
   * @default false - unless `attachPermissionsForUnauthUsers` is called
   */
  readonly allowUnauthenticatedIdentities?: boolean | undefined;
};

/** Further identity providers of the identity pool, beside the user directory. */
export interface UserbaseIdentityPoolFederationProps {
  /** An OpenID Connect provider of an enterprise identity platform. @default - none */
  readonly enterprise?: UserbaseEnterpriseProvider | undefined;
  /** The micro-blogging network. @default - none */
  readonly microblog?:
    | {
        /** API key of your app there. */
        readonly consumerKey: string;
        /** Stored in the Terraform state in plain text. */
        readonly consumerSecret: string;
      }
    | undefined;
  /** The social network. @default - none */
  readonly social?: { readonly appId: string } | undefined;
  /** The device vendor. @default - none */
  readonly device?: { readonly servicesId: string } | undefined;
  /** The retail marketplace. @default - none */
  readonly retail?: { readonly appId: string } | undefined;
  /** The search engine. @default - none */
  readonly search?: { readonly clientId: string } | undefined;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the created identity pool, such as `samlProviderArns`. @default - none */
        readonly cfnIdentityPool?: UserbaseIdentityPoolOverride | undefined;
      }
    | undefined;
}

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
  enterprise: "map",
  microblog: "secretObject",
  social: "map",
  device: "map",
  retail: "map",
  search: "map",
  cdk: "map",
});

/** Refuses identity providers with missing settings, or that the service does not accept. */
export function checkFederation(userbase: Construct, given: unknown): void {
  const prop = "identityPoolFederation";
  if (given === undefined || typeof given === "boolean") return;
  if (!isPlainObject(given)) {
    const expected = "true, false or an object: { social: { appId } }";
    return refuseValue(userbase, prop, new Hidden(given), expected);
  }
  checkKeys(userbase, prop, given, federationKeys);
  checkKeys(userbase, `${prop}.cdk`, given.cdk ?? {}, ["cfnIdentityPool"]);
  for (const key of providerKeys) {
    if (given[key] === undefined || (key === "enterprise" && usesExistingProvider(given[key]))) continue;
    checkProvider(userbase, `${prop}.${key}`, given[key], fieldsOf[key]);
    // The identity pool keeps them; `enterprise` is a resource of its own, and the keys of `microblog` are secret.
    if (key === "enterprise" || key === "microblog") continue;
    for (const [field, value] of Object.entries(Object(given[key])))
      checkLimit(userbase, `${prop}.${key}.${field}`, value, loginProviderLimit);
  }
  const { enterprise, microblog } = given as UserbaseIdentityPoolFederationProps;
  if (microblog !== undefined) {
    notePlainSecret(userbase, `${prop}.microblog.consumerSecret`, microblog.consumerSecret);
  }
  if (enterprise?.cdk !== undefined) checkExistingProvider(userbase, `${prop}.enterprise`, enterprise);
  else if (enterprise !== undefined) checkDomain(userbase, `${prop}.enterprise.domain`, enterprise.domain);
}

function checkProvider(userbase: Construct, prop: string, given: unknown, fields: readonly string[]): void {
  if (!isPlainObject(given)) {
    const expected = `an object with ${fields.join(" and ")}`;
    return refuseValue(userbase, prop, new Hidden(given), expected);
  }
  checkKeys(userbase, prop, given, fields);
  for (const field of fields) {
    const value: unknown = given[field];
    if (value === undefined || value === "") {
      fail(userbase, "prop-required", `${prop}.${field}`, {
        remedy: `Write ${field}; you find it in the provider's console.`,
      });
    }
    if (typeof value !== "string") refuseValue(userbase, `${prop}.${field}`, new Hidden(value), "a string");
  }
}

/**
 * The address must equal the issuer of the tokens exactly.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateOpenIDConnectProvider.html
 */
function checkDomain(userbase: Construct, prop: string, domain: string): void {
  if (isUnresolved(domain)) return;
  const host = domain.replace(/^https:\/\//, "");
  if (/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*$/.test(host)) return;
  fail(userbase, "federation-domain", prop, { value: domain });
}

/** The config for the other identity providers; creates the enterprise provider, which is a separate resource. */
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
  return {
    supportedLoginProviders: supported.length === 0 ? undefined : Object.fromEntries(supported),
    openidConnectProviderArns: given.enterprise && [enterpriseProviderArn(userbase, given.enterprise)],
  };
}

/** An OpenID Connect provider that the account already has. */
type ExistingProvider = IamOpenidConnectProvider | DataAwsIamOpenidConnectProvider | string;

/**
 * An OpenID Connect provider of an enterprise identity platform.
 *
 * An account has one provider for an address. The first stage in an account creates it with `domain` and `clientId`; further
 * stages use it with `cdk.provider`.
 */
export type UserbaseEnterpriseProvider =
  | {
      /** Its host name, such as `login.example.com`; no path. */
      readonly domain: string;
      /** Id of your application there. */
      readonly clientId: string;
      readonly cdk?: undefined;
    }
  | {
      readonly domain?: undefined;
      readonly clientId?: undefined;
      /** The provider that the account already has: the resource, the data source or its ARN. Nothing is created. */
      readonly cdk: { readonly provider: ExistingProvider };
    };

/** Whether the provider is to be an existing one. */
function usesExistingProvider(given: unknown): boolean {
  return isPlainObject(given) && given.cdk !== undefined;
}

/** Refuses an existing provider that is not one, or that is given together with settings for a new one. */
function checkExistingProvider(userbase: Construct, prop: string, given: object): void {
  checkKeys(userbase, prop, given, ["domain", "clientId", "cdk"]);
  const { domain, clientId, cdk } = given as Readonly<Record<string, unknown>>;
  if (domain !== undefined) fail(userbase, "props-exclude", `${prop}.domain`, { other: `${prop}.cdk` });
  if (clientId !== undefined) fail(userbase, "props-exclude", `${prop}.clientId`, { other: `${prop}.cdk` });
  const expected = "a provider: an IamOpenidConnectProvider, a DataAwsIamOpenidConnectProvider or its ARN";
  checkObject(userbase, `${prop}.cdk`, cdk, ["provider"], expected);
  const { provider } = cdk;
  const at = `${prop}.cdk.provider`;
  if (findImport(userbase, at, provider, "aws_iam_openid_connect_provider") !== undefined) return;
  const isArn =
    typeof provider === "string" &&
    (isUnresolved(provider) || arnPattern("iam", /oidc-provider\/.+/).test(provider));
  if (!isArn) refuseValue(userbase, at, provider, expected);
}

/** The ARN of the provider. Creates it, unless it exists. */
function enterpriseProviderArn(userbase: Construct, given: UserbaseEnterpriseProvider): string {
  if (given.cdk !== undefined) {
    const { provider } = given.cdk;
    return typeof provider === "string" ? provider : provider.arn;
  }
  const { domain, clientId } = given;
  return new IamOpenidConnectProvider(userbase, "EnterpriseProvider", {
    url: domain.startsWith("https://") ? domain : `https://${domain}`,
    clientIdList: [clientId],
  }).arn;
}
