import { CognitoIdentityPool } from "@cdktf/provider-aws/lib/cognito-identity-pool";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import type { DataAwsCognitoUserPool } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool";
import type { DataAwsCognitoUserPoolClient } from "@cdktf/provider-aws/lib/data-aws-cognito-user-pool-client";
import type { Construct } from "constructs";
import { attempt, mapTogether, together } from "../../facts/errors/problems";
import {
  acceptedKeys,
  checkKeys,
  checkKind,
  checkOverride,
  type OverrideKeys,
  parseImport,
  propKeys,
  refuseValue,
} from "../../kit/core";
import { checkClientAttributes } from "./clients/attributes";
import {
  type ClientPlace,
  checkClient,
  clientOverrideKeys,
  type UserbaseUserPoolClientOverride,
} from "./clients/client";
import { type ParsedClient, parseClients } from "./clients/further-client";
import { parseScopes } from "./clients/resource-servers";
import { parseTokenValidity, type TokenValidity } from "./clients/token-validity";
import { checkScopes, checkUserClient, clientKeys } from "./clients/user-client";
import { fail } from "./errors";
import { featureTiers } from "./feature-tier";
import { checkGroups } from "./groups/groups";
import { checkFederation, type UserbaseIdentityPoolFederationProps } from "./identity-pool/federation";
import { checkEmail } from "./messages/email";
import { checkSenderKey } from "./messages/sender-key";
import { checkBranding } from "./pages/branding";
import { type ParsedDomain, parseDomain } from "./pages/domain";
import { checkLogDelivery } from "./pool/log-delivery";
import { checkPasswordPolicy } from "./pool/password-policy";
import type { UserbaseProps, UserbaseUserPoolOverride } from "./props";
import { checkFirstFactors } from "./sign-in/first-factors";
import { parseIdentityProviders } from "./sign-in/identity-providers/identity-providers";
import type { ParsedIdentityProvider } from "./sign-in/identity-providers/provider";
import { checkLogin, loginConfig } from "./sign-in/login";
import { checkMfa } from "./sign-in/mfa";
import { checkThreatProtection } from "./threat-protection/check";
import { givenTriggers, triggerKeys } from "./triggers/kinds";
import { checkTokenVersion } from "./triggers/pre-token-generation";

export const userbaseKeys = propKeys<UserbaseProps>()(
  {
    login: "texts",
    triggers: "map",
    defaults: "map",
    identityPoolFederation: true,
    domain: true,
    branding: true,
    resourceServers: "map",
    clients: "map",
    groups: "map",
    mfa: true,
    passkeys: true,
    oneTimePasswords: "texts",
    passwordPolicy: "map",
    client: "map",
    featureTier: featureTiers,
    threatProtection: true,
    logDelivery: "map",
    preTokenGenerationVersion: true,
    deletionProtection: "boolean",
    email: "map",
    identityProviders: "secretObject",
    cdk: "map",
  },
  () => ({
    userPool: { resource: CognitoUserPool, ...poolOverrideKeys },
    userPoolClient: { resource: CognitoUserPoolClient },
  }),
);

/** Props that configure the pool itself. An imported pool is configured where it is created. */
const poolProps = [
  "login",
  "mfa",
  "passkeys",
  "oneTimePasswords",
  "passwordPolicy",
  "featureTier",
  "threatProtection",
  "logDelivery",
  "preTokenGenerationVersion",
  "deletionProtection",
  "email",
] as const satisfies readonly (keyof UserbaseProps)[];

/** Keys that `cdk.userPool` takes in addition to those of the provider; `lambdaConfig` is rewritten. */
export const poolOverrideKeys: OverrideKeys = { extra: ["customSenderKmsKey", "lambdaConfig"] };

/** The props of a user directory after all checks, with the parsed values. */
export interface ParsedUserbase {
  readonly props: UserbaseProps;
  readonly importedPool: CognitoUserPool | DataAwsCognitoUserPool | undefined;
  /** Empty for an imported pool. */
  readonly poolOverride: UserbaseUserPoolOverride;
  readonly importedClient: CognitoUserPoolClient | DataAwsCognitoUserPoolClient | undefined;
  /** Empty for an imported client. */
  readonly clientOverride: UserbaseUserPoolClientOverride;
  /** The token validity of the main client. */
  readonly tokenValidity: TokenValidity;
  /** Undefined with `identityPoolFederation: false`. */
  readonly federation: UserbaseIdentityPoolFederationProps | undefined;
  readonly domain: ParsedDomain | undefined;
  readonly clients: readonly ParsedClient[];
  readonly identityProviders: readonly ParsedIdentityProvider[];
}

/**
 * Refuses props that cannot work, before anything is created.
 *
 * @param props - their keys have been checked
 */
export function parseUserbaseProps(userbase: Construct, props: UserbaseProps): ParsedUserbase {
  attempt(() => checkKeys(userbase, "triggers", props.triggers ?? {}, triggerKeys));
  attempt(() => checkKeys(userbase, "cdk", props.cdk ?? {}, ["id", "userPool", "userPoolClient"]));
  const pool = attempt(() => parsePool(userbase, props)) ?? { importedPool: undefined, poolOverride: {} };
  const hasEmail = props.email !== undefined || pool.poolOverride.emailConfiguration !== undefined;
  const ownPool = pool.importedPool === undefined ? pool.poolOverride : undefined;
  const domain = attempt(() => parseDomain(userbase, props));
  const declared = attempt(() => parseScopes(userbase, props));
  // The scopes of an imported pool are not known here.
  const scopes = ownPool === undefined ? undefined : declared;
  const [federation, client, identityProviders, clients] = together(
    () => parseFederation(userbase, props.identityPoolFederation),
    () => {
      const parsed = parsePoolClient(userbase, props, pool.importedPool !== undefined, scopes);
      attempt(() => checkClientAttributes(userbase, "cdk.userPoolClient", parsed.clientOverride, ownPool));
      return parsed;
    },
    () => parseIdentityProviders(userbase, props),
    () => parseClients(userbase, props, ownPool, scopes),
    () => checkLogin(userbase, props.login),
    () => checkThreatProtection(userbase, props, pool.poolOverride),
    () => checkLogDelivery(userbase, props),
    () => checkPasswordPolicy(userbase, props, pool.poolOverride),
    () => checkBranding(userbase, props),
    () => checkEmail(userbase, props),
    () => checkMfa(userbase, props, hasEmail),
    () => checkFirstFactors(userbase, props, domain),
    () => checkTokenVersion(userbase, props),
    () => checkGroups(userbase, props, props.identityPoolFederation !== false),
  );
  return { props, ...pool, ...client, federation, domain, clients, identityProviders };
}

function parsePool(
  userbase: Construct,
  props: UserbaseProps,
): Pick<ParsedUserbase, "importedPool" | "poolOverride"> {
  const prop = "cdk.userPool";
  const given = parseImport(userbase, prop, props.cdk?.userPool, CognitoUserPool, poolOverrideKeys);
  const { imported: importedPool } = given;
  const poolOverride = given.override as UserbaseUserPoolOverride;
  if (importedPool !== undefined) {
    if (givenTriggers(props).length > 0) fail(userbase, "imported-user-pool", "triggers", {});
    mapTogether(poolProps, (each) => {
      if (props[each] !== undefined) fail(userbase, "imported-user-pool", each, {});
    });
    return { importedPool, poolOverride: {} };
  }
  checkKind(userbase, `${prop}.lambdaConfig`, poolOverride.lambdaConfig, "map");
  for (const key of Object.keys(poolOverride.lambdaConfig ?? {})) {
    if (key === "kmsKeyId") continue;
    const remedy = "Use the prop triggers: it also lets the directory call the function.";
    fail(userbase, "key-rejected", `${prop}.lambdaConfig`, { key, remedy });
  }
  if (props.deletionProtection !== undefined && poolOverride.deletionProtection !== undefined) {
    fail(userbase, "props-exclude", "deletionProtection", { other: `${prop}.deletionProtection` });
  }
  checkSenderKey(userbase, props, poolOverride);
  checkSignInModel(userbase, props, poolOverride);
  return { importedPool: undefined, poolOverride };
}

/** A pool identifies users either by a name with aliases, or by their addresses; not by both. */
function checkSignInModel(
  userbase: Construct,
  props: UserbaseProps,
  override: UserbaseUserPoolOverride,
): void {
  const own = loginConfig(props.login);
  const usernames = override.usernameAttributes ?? own.usernameAttributes ?? [];
  const aliases = override.aliasAttributes ?? own.aliasAttributes ?? [];
  if (usernames.length === 0 || aliases.length === 0) return;
  const key = override.usernameAttributes === undefined ? "aliasAttributes" : "usernameAttributes";
  fail(userbase, "login-two-models", `cdk.userPool.${key}`, { usernames, aliases });
}

function parsePoolClient(
  userbase: Construct,
  props: UserbaseProps,
  isImportedPool: boolean,
  scopes: readonly string[] | undefined,
): Pick<ParsedUserbase, "importedClient" | "clientOverride" | "tokenValidity"> {
  const prop = "cdk.userPoolClient";
  const { cdk = {} } = props;
  const given = parseImport(userbase, prop, cdk.userPoolClient, CognitoUserPoolClient, clientOverrideKeys);
  const { imported: importedClient } = given;
  const clientOverride = given.override as UserbaseUserPoolClientOverride;
  if (importedClient !== undefined) {
    if (!isImportedPool) fail(userbase, "client-without-pool", prop, {});
    if (props.client !== undefined)
      fail(userbase, "props-exclude", "client", { other: `an existing ${prop}` });
    return { importedClient, clientOverride: {}, tokenValidity: {} };
  }
  const place = { prop: "client", override: clientOverride, overrideProp: prop, isImportedPool };
  const [tokenValidity] = together(
    () => parseMainClient(userbase, props, place, scopes),
    () => checkClient(userbase, prop, clientOverride),
  );
  return { importedClient, clientOverride, tokenValidity };
}

function parseMainClient(
  userbase: Construct,
  props: UserbaseProps,
  place: ClientPlace,
  scopes: readonly string[] | undefined,
): TokenValidity {
  const { prop } = place;
  if (props.client === undefined) return {};
  const client = acceptedKeys(userbase, prop, props.client, clientKeys);
  const [tokenValidity] = together(
    () => parseTokenValidity(userbase, prop, client),
    () => {
      checkScopes(userbase, prop, client.scopes, scopes);
      checkUserClient(userbase, place, client, props);
    },
  );
  return tokenValidity;
}

function parseFederation(
  userbase: Construct,
  given: UserbaseProps["identityPoolFederation"] = true,
): UserbaseIdentityPoolFederationProps | undefined {
  checkFederation(userbase, given);
  if (given === false) return undefined;
  if (given === true) return {};
  const override = given.cdk?.cfnIdentityPool;
  if (override === undefined) return given;
  const prop = "identityPoolFederation.cdk.cfnIdentityPool";
  checkOverride(userbase, prop, override, CognitoIdentityPool);
  const value: unknown = override.allowUnauthenticatedIdentities;
  if (value !== undefined && typeof value !== "boolean") {
    refuseValue(userbase, `${prop}.allowUnauthenticatedIdentities`, value, "true or false");
  }
  return given;
}
