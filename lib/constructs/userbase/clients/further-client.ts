import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../../app";
import { prefixedName } from "../../../app/construct-name";
import { checkKeys, checkList, checkLiteral, isPlainObject, propKeys } from "../../../core/check";
import type { Duration } from "../../../core/duration";
import { checkOverride, overlay } from "../../../core/override";
import { fail } from "../errors";
import { checkPartName } from "../part-name";
import type { UserbaseProps } from "../props";
import {
  type ClientConfig,
  checkClient,
  clientOverrideKeys,
  normalizedClientConfig,
  type UserbaseUserPoolClientOverride,
} from "./client";
import { declaredScopes } from "./resource-servers";
import { checkSession, refreshFlow, sessionConfig, type UserbaseRefreshTokenRotationProps } from "./session";
import {
  parseTokenValidity,
  type TokenValidity,
  tokenValidityConfig,
  type UserbaseTokenValidityProps,
} from "./token-validity";

/** An app in which users sign in. */
export interface UserbaseUserClientProps extends UserbaseTokenValidityProps {
  /** @default "user" */
  readonly type?: "user" | undefined;
  /**
   * Where the sign-in pages redirect to: `https://...`, `http://localhost...` or an app's own scheme `myapp://...`.
   *
   * @default - the client does not use the sign-in pages
   */
  readonly callbackUrls?: readonly string[] | undefined;
  /** Where the pages redirect to after sign-out. @default - none */
  readonly logoutUrls?: readonly string[] | undefined;
  /** How the pages deliver tokens. `implicit` shows them in the address bar. @default ["code"] - with `callbackUrls` */
  readonly flows?: readonly ("code" | "implicit")[] | undefined;
  /** Scopes that the client may request. @default ["email", "openid", "profile"] - with `callbackUrls` */
  readonly scopes?: readonly string[] | undefined;
  /** How long a user has for each step of a sign-in, 3 to 15 minutes. @default "3 minutes" */
  readonly sessionValidity?: Duration | undefined;
  /**
   * Each use of a refresh token returns a new one and invalidates the old one, so that a stolen token is of little use.
   *
   * The client then calls `GetTokensFromRefreshToken`: the flow `REFRESH_TOKEN_AUTH` is switched off. With
   * `retryGracePeriod`, the old token stays valid for up to 60 seconds, for retries. The plan `lite` does not include it.
   *
   * @default false
   */
  readonly refreshTokenRotation?: boolean | UserbaseRefreshTokenRotationProps | undefined;
  /** The client has a secret: for servers, not for browsers. It is part of the Terraform state. @default false */
  readonly secret?: boolean | undefined;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the created client. @default - none */
        readonly userPoolClient?: UserbaseUserPoolClientOverride | undefined;
      }
    | undefined;
}

/** A machine that gets tokens with its own secret, which is part of the Terraform state; needs a `domain`. */
export interface UserbaseMachineClientProps {
  readonly type: "machine";
  /** Scopes that the machine may request: `<identifier>/<scope>` of `resourceServers`. */
  readonly scopes: readonly string[];
  /** 5 minutes to 1 day. @default "1 hour" */
  readonly accessTokenValidity?: UserbaseTokenValidityProps["accessTokenValidity"] | undefined;
  /** Configs that override what is created. @default - none */
  readonly cdk?:
    | {
        /** Keys that override the created client. @default - none */
        readonly userPoolClient?: UserbaseUserPoolClientOverride | undefined;
      }
    | undefined;
}

type ClientProps = UserbaseUserClientProps | UserbaseMachineClientProps;

/** A further client, checked. */
export interface ParsedClient {
  readonly name: string;
  readonly props: ClientProps;
  readonly tokenValidity: TokenValidity;
}

const userKeys = propKeys<UserbaseUserClientProps>()({
  type: true,
  callbackUrls: "texts",
  logoutUrls: "texts",
  flows: "texts",
  scopes: "texts",
  secret: "boolean",
  sessionValidity: true,
  refreshTokenRotation: true,
  accessTokenValidity: true,
  idTokenValidity: true,
  refreshTokenValidity: true,
  cdk: "map",
});
const machineKeys = propKeys<UserbaseMachineClientProps>()({
  type: true,
  scopes: "texts",
  accessTokenValidity: true,
  cdk: "map",
});

// Source: https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html
const standardScopes = ["aws.cognito.signin.user.admin", "email", "openid", "phone", "profile"];

/** Refuses clients that the service does not accept, or that would get no token. */
export function parseClients(
  userbase: Construct,
  props: UserbaseProps,
  isImportedPool: boolean,
): readonly ParsedClient[] {
  // The scopes of an imported pool are not known here.
  const scopes = isImportedPool ? undefined : declaredScopes(props);
  return Object.entries(props.clients ?? {}).map(([name, client]): ParsedClient => {
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
    const override = given.cdk?.userPoolClient ?? {};
    checkOverride(
      userbase,
      `${prop}.cdk.userPoolClient`,
      override,
      CognitoUserPoolClient,
      clientOverrideKeys,
    );
    checkClient(userbase, `${prop}.cdk.userPoolClient`, override);
    const tokenValidity = parseTokenValidity(userbase, prop, given);
    checkScopes(userbase, prop, given.scopes, scopes);
    if (given.type === "machine") checkMachine(userbase, prop, given, props);
    else checkUser(userbase, prop, given, props);
    return { name, props: given, tokenValidity };
  });
}

/** @param declared - undefined when the scopes are not known */
function checkScopes(
  userbase: Construct,
  prop: string,
  given: unknown,
  declared: readonly string[] | undefined,
): void {
  if (given === undefined) return;
  checkList(userbase, `${prop}.scopes`, given);
  if (!Array.isArray(given) || declared === undefined) return;
  const scopes = [...standardScopes, ...declared];
  given.forEach((value: unknown, index) => {
    if (Token.isUnresolved(value) || scopes.some((each) => each === value)) return;
    fail(userbase, "userbase-scope-unknown", `${prop}.scopes[${index}]`, { value: String(value), scopes });
  });
}

function checkUser(
  userbase: Construct,
  prop: string,
  given: UserbaseUserClientProps,
  props: UserbaseProps,
): void {
  checkSession(userbase, prop, given, props);
  const { callbackUrls, logoutUrls, flows, scopes } = given;
  const usesPages = flows !== undefined || scopes !== undefined || callbackUrls !== undefined;
  if (!usesPages) {
    checkClient(userbase, prop, { logoutUrls: copied(logoutUrls) });
    return;
  }
  const chosen = flows ?? ["code"];
  checkList(userbase, `${prop}.flows`, chosen);
  chosen.forEach((flow, index) => {
    checkLiteral(userbase, `${prop}.flows[${index}]`, flow, ["code", "implicit"]);
  });
  checkClient(userbase, prop, {
    callbackUrls: copied(callbackUrls),
    logoutUrls: copied(logoutUrls),
    allowedOauthFlows: [...chosen],
    allowedOauthScopes: [...(scopes ?? ["openid"])],
  });
  if (props.domain === undefined) noteDomain(userbase, prop);
}

function checkMachine(
  userbase: Construct,
  prop: string,
  { scopes }: UserbaseMachineClientProps,
  props: UserbaseProps,
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

/** Only a notice: the domain of the pool may be created elsewhere. */
function noteDomain(userbase: Construct, prop: string): void {
  Stack.of(userbase).app.addNotice(
    `serverform: ${prop} gets its tokens from a domain of the user pool, but this Userbase has no domain`,
    userbase,
  );
}

const copied = (list: readonly string[] | undefined) => (list === undefined ? undefined : [...list]);

/** What all clients of users share. */
export interface SharedClientParts {
  readonly userPoolId: string;
  /** Names of the external identity providers, as references: the clients wait for them. */
  readonly identityProviders: readonly string[];
  /** Flows in which users sign in. */
  readonly authFlows: readonly string[];
}

/** Creates a further client. */
export function createClient(
  userbase: Construct,
  { name, props, tokenValidity }: ParsedClient,
  parts: SharedClientParts,
): CognitoUserPoolClient {
  const config: ClientConfig = {
    name: `${prefixedName(userbase)}-${name}`,
    preventUserExistenceErrors: "ENABLED",
    enableTokenRevocation: true,
    ...(props.type === "machine" ? machineConfig(props) : userConfig(props, parts)),
    ...tokenValidityConfig(tokenValidity),
  };
  const merged = normalizedClientConfig(overlay(config, props.cdk?.userPoolClient));
  return new CognitoUserPoolClient(userbase, `Client_${name}`, {
    ...merged,
    userPoolId: parts.userPoolId,
  });
}

/** Names an auth flow although machines use none: by default the service allows the flows of users. */
function machineConfig({ scopes }: UserbaseMachineClientProps): Partial<ClientConfig> {
  return {
    generateSecret: true,
    allowedOauthFlows: ["client_credentials"],
    allowedOauthScopes: [...scopes],
    explicitAuthFlows: [refreshFlow],
    supportedIdentityProviders: ["COGNITO"],
  };
}

function userConfig(
  given: UserbaseUserClientProps,
  { identityProviders, authFlows }: SharedClientParts,
): Partial<ClientConfig> {
  const { callbackUrls, logoutUrls, flows, scopes, secret } = given;
  return {
    ...sessionConfig(given, authFlows),
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
