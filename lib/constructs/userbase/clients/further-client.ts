import {
  CognitoUserPoolClient,
  type CognitoUserPoolClientConfig,
} from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../../app";
import { checkKeys, checkList, checkLiteral, isPlainObject, propKeys } from "../../../core/check";
import { checkOverride, overlay } from "../../../core/override";
import { fail } from "../errors";
import type {
  UserbaseExtraProps,
  UserbaseMachineClientProps,
  UserbaseUserClientProps,
} from "../extras/props";
import { checkClient, writtenClientConfig } from "./client";
import { ownScopes } from "./resource-servers";
import { checkTokenValidity, tokenValidityConfig } from "./token-validity";

type ClientProps = UserbaseUserClientProps | UserbaseMachineClientProps;
type ClientConfig = Omit<CognitoUserPoolClientConfig, "userPoolId">;

const userKeys = propKeys<UserbaseUserClientProps>()({
  type: true,
  callbackUrls: true,
  logoutUrls: true,
  flows: true,
  scopes: true,
  secret: true,
  accessTokenValidity: true,
  idTokenValidity: true,
  refreshTokenValidity: true,
  cdk: true,
});
const machineKeys = propKeys<UserbaseMachineClientProps>()({
  type: true,
  scopes: true,
  accessTokenValidity: true,
  cdk: true,
});

// Source: https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html
const standardScopes = ["aws.cognito.signin.user.admin", "email", "openid", "phone", "profile"];

/** Names of clients and groups become part of addresses. */
export function checkPartName(userbase: Construct, prop: string, value: string, part: string): void {
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(value))
    fail(userbase, "userbase-name-invalid", prop, { value, part });
}

/** Refuses clients that the service does not take, or that would get no token. */
export function checkClients(userbase: Construct, props: UserbaseExtraProps, isImportedPool: boolean): void {
  for (const [name, client] of Object.entries(props.clients ?? {})) {
    checkPartName(userbase, "clients", name, "client");
    const prop = `clients[${JSON.stringify(name)}]`;
    if (!isPlainObject(client)) {
      fail(userbase, "prop-invalid", prop, {
        value: client,
        expected: "{ callbackUrls } or { type, scopes }",
      });
    }
    const given = client as ClientProps;
    checkLiteral(userbase, `${prop}.type`, given.type ?? "user", ["user", "machine"]);
    checkKeys(userbase, prop, given, given.type === "machine" ? machineKeys : userKeys);
    checkKeys(userbase, `${prop}.cdk`, given.cdk ?? {}, ["userPoolClient"]);
    checkOverride(
      userbase,
      `${prop}.cdk.userPoolClient`,
      given.cdk?.userPoolClient ?? {},
      CognitoUserPoolClient,
      {
        rejected: { userPoolId: "It is the pool that the client belongs to." },
      },
    );
    checkClient(userbase, `${prop}.cdk.userPoolClient`, given.cdk?.userPoolClient ?? {});
    checkTokenValidity(userbase, prop, given);
    checkScopes(userbase, prop, given.scopes, isImportedPool ? undefined : ownScopes(props));
    if (given.type === "machine") checkMachine(userbase, prop, given, props);
    else checkUser(userbase, prop, given, props);
  }
}

/** The scopes of an imported pool are not known here. */
function checkScopes(
  userbase: Construct,
  prop: string,
  given: unknown,
  own: readonly string[] | undefined,
): void {
  if (given === undefined) return;
  checkList(userbase, `${prop}.scopes`, given);
  if (!Array.isArray(given) || own === undefined) return;
  const scopes = [...standardScopes, ...own];
  given.forEach((value: unknown, index) => {
    if (Token.isUnresolved(value) || scopes.some((each) => each === value)) return;
    fail(userbase, "userbase-scope-unknown", `${prop}.scopes[${index}]`, { value: String(value), scopes });
  });
}

function checkUser(
  userbase: Construct,
  prop: string,
  given: UserbaseUserClientProps,
  props: UserbaseExtraProps,
): void {
  const { callbackUrls, logoutUrls, flows, scopes } = given;
  const usesPages = flows !== undefined || scopes !== undefined || callbackUrls !== undefined;
  if (!usesPages) {
    checkClient(userbase, prop, { logoutUrls: written(logoutUrls) });
    return;
  }
  const chosen = flows ?? ["code"];
  checkList(userbase, `${prop}.flows`, chosen);
  chosen.forEach((flow, index) => {
    checkLiteral(userbase, `${prop}.flows[${index}]`, flow, ["code", "implicit"]);
  });
  checkClient(userbase, prop, {
    callbackUrls: written(callbackUrls),
    logoutUrls: written(logoutUrls),
    allowedOauthFlows: [...chosen],
    allowedOauthScopes: [...(scopes ?? ["openid"])],
  });
  if (props.domain === undefined) noteDomain(userbase, prop);
}

function checkMachine(
  userbase: Construct,
  prop: string,
  { scopes }: UserbaseMachineClientProps,
  props: UserbaseExtraProps,
): void {
  if (scopes === undefined || scopes.length === 0) {
    const remedy = 'Write scopes: ["<identifier>/<scope>"], each declared in resourceServers.';
    fail(userbase, "prop-required", `${prop}.scopes`, { remedy });
  }
  scopes.forEach((value, index) => {
    if (!standardScopes.includes(value)) return;
    fail(userbase, "userbase-machine-scope", `${prop}.scopes[${index}]`, { value });
  });
  if (props.domain === undefined) noteDomain(userbase, prop);
}

/** The domain of a pool may be made elsewhere, so that this is no error. */
function noteDomain(userbase: Construct, prop: string): void {
  Stack.of(userbase).app.addNotice(
    `serverform: ${prop} gets its tokens from a domain of the user pool, and there is no domain here`,
    userbase,
  );
}

const written = (list: readonly string[] | undefined) => (list === undefined ? undefined : [...list]);

/** What all clients of users share. */
export interface SharedClientParts {
  readonly userPoolId: string;
  /** Names of the providers of accounts, which clients wait for. */
  readonly identityProviders: readonly string[];
  /** Resources that must be there first: a client cannot name a scope that does not exist. */
  readonly dependsOn: NonNullable<CognitoUserPoolClientConfig["dependsOn"]>;
  /** Flows in which users sign in. */
  readonly authFlows: readonly string[];
}

/** Creates a further client. */
export function createClient(
  userbase: Construct,
  name: string,
  given: ClientProps,
  parts: SharedClientParts,
): CognitoUserPoolClient {
  const prop = `clients[${JSON.stringify(name)}]`;
  const config: ClientConfig = {
    name: Stack.of(userbase).app.logicalPrefixedName(`${userbase.node.id}-${name}`),
    preventUserExistenceErrors: "ENABLED",
    enableTokenRevocation: true,
    ...(given.type === "machine" ? machineConfig(given) : userConfig(given, parts)),
    ...tokenValidityConfig(userbase, prop, given),
  };
  const merged = writtenClientConfig(overlay(config, given.cdk?.userPoolClient));
  return new CognitoUserPoolClient(userbase, `Client_${name}`, {
    ...merged,
    dependsOn: merged.dependsOn ?? (parts.dependsOn.length === 0 ? undefined : parts.dependsOn),
    userPoolId: parts.userPoolId,
  });
}

/** Without flows of its own a client would get those of the service, with which users sign in. */
function machineConfig({ scopes }: UserbaseMachineClientProps): Partial<ClientConfig> {
  return {
    generateSecret: true,
    allowedOauthFlows: ["client_credentials"],
    allowedOauthScopes: [...scopes],
    explicitAuthFlows: ["ALLOW_REFRESH_TOKEN_AUTH"],
    supportedIdentityProviders: ["COGNITO"],
  };
}

function userConfig(
  { callbackUrls, logoutUrls, flows, scopes, secret }: UserbaseUserClientProps,
  { identityProviders, authFlows }: SharedClientParts,
): Partial<ClientConfig> {
  return {
    explicitAuthFlows: [...authFlows],
    supportedIdentityProviders: ["COGNITO", ...identityProviders],
    ...(secret === true && { generateSecret: true }),
    ...(logoutUrls !== undefined && { logoutUrls: [...logoutUrls] }),
    ...(callbackUrls !== undefined && {
      callbackUrls: [...callbackUrls],
      allowedOauthFlows: [...(flows ?? ["code"])],
      allowedOauthScopes: [...(scopes ?? ["email", "openid", "profile"])],
    }),
  };
}
