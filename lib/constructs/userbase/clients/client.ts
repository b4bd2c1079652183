import type { CognitoUserPoolClientConfig } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { Construct } from "constructs";
import {
  checkList,
  isUnresolved,
  type Override,
  type OverrideKeys,
  withoutUndefined,
} from "../../../kit/core";
import { fail } from "../errors";
import { checkOverriddenValidity, defaultValidity } from "./token-validity";

/** Keys of the pool client that override what is created. */
export type UserbaseUserPoolClientOverride = Override<ClientConfig>;

/** Keys that `cdk.userPoolClient` does not take, here and in `clients`. */
export const clientOverrideKeys: OverrideKeys = {
  rejected: { userPoolId: "It is the pool that the client belongs to." },
};

export type ClientConfig = Omit<CognitoUserPoolClientConfig, "userPoolId">;

/** A client among the props, for checks. */
export interface ClientPlace {
  /** `client`, or `clients["web"]`. */
  readonly prop: string;
  readonly override: UserbaseUserPoolClientOverride;
  readonly overrideProp: string;
  readonly isImportedPool: boolean;
}

/** The config of all clients, before the caller's overrides. */
export function clientConfig(name: string): ClientConfig {
  return { name, preventUserExistenceErrors: "ENABLED", enableTokenRevocation: true };
}

/** The sets of a config, and whether they belong to the sign-in pages, which a client does not use by default. */
const sets = {
  allowedOauthFlows: true,
  allowedOauthScopes: true,
  callbackUrls: true,
  explicitAuthFlows: false,
  logoutUrls: true,
  readAttributes: false,
  supportedIdentityProviders: false,
  writeAttributes: false,
} as const satisfies Partial<Record<keyof ClientConfig, boolean>>;

/**
 * Sorts the sets of a config, removes empty ones, and enables OAuth if there is a flow. The defaults of the sign-in pages and of all times
 * are written: the provider keeps the last value of an attribute that the configuration does not have.
 */
export function normalizedClientConfig(config: ClientConfig): ClientConfig {
  const written: Record<string, unknown> = {
    allowedOauthFlowsUserPoolClient: hasItems(config.allowedOauthFlows),
    authSessionValidity: 3,
    ...defaultValidity(config),
    ...withoutUndefined(config),
  };
  for (const [key, isOfPages] of Object.entries(sets)) {
    const list = config[key as keyof typeof sets] ?? [];
    if (isUnresolved(list)) continue;
    written[key] = list.length > 0 || isOfPages ? [...new Set(list)].sort() : undefined;
  }
  return written as unknown as ClientConfig;
}

/**
 * Refuses URLs that the service does not redirect to, and flows without a callback or scopes.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
 */
export function checkClient(userbase: Construct, prop: string, given: Partial<ClientConfig>): void {
  for (const key of ["callbackUrls", "logoutUrls"] as const) {
    const urls = given[key] ?? [];
    checkList(userbase, `${prop}.${key}`, urls);
    if (isUnresolved(urls)) continue;
    urls.forEach((url, index) => {
      checkAddress(userbase, `${prop}.${key}[${index}]`, url);
    });
  }
  checkOverriddenValidity(userbase, prop, given);
  const { allowedOauthFlows: flows = [], allowedOauthScopes, callbackUrls } = given;
  checkList(userbase, `${prop}.allowedOauthFlows`, flows);
  const redirecting = flows.filter((flow) => flow === "code" || flow === "implicit");
  if (redirecting.length > 0 && !hasItems(callbackUrls)) {
    fail(userbase, "oauth-without-callback", `${prop}.callbackUrls`, { flows: redirecting });
  }
  if (hasItems(flows) && !hasItems(allowedOauthScopes)) {
    fail(userbase, "oauth-without-scopes", `${prop}.allowedOauthScopes`, { flows });
  }
}

/** Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html */
const longestAddress = 1024;

/** Accepts HTTPS, HTTP of the user's own machine, and the scheme of an app; without a fragment. */
function checkAddress(userbase: Construct, prop: string, url: string): void {
  if (isUnresolved(url)) return;
  const isAllowed =
    typeof url === "string" &&
    !/[#\s]/.test(url) &&
    url.length <= longestAddress &&
    (/^https:\/\/[^/]/.test(url) ||
      /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|\?|$)/.test(url) ||
      /^(?!https?:)[A-Za-z][A-Za-z0-9+.-]*:\/\/./.test(url));
  if (!isAllowed) fail(userbase, "callback-url", prop, { value: url });
}

function hasItems(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && (isUnresolved(list) || list.length > 0);
}
