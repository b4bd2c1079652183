import type { Construct } from "constructs";
import { Stack } from "../../../kit/app";
import { checkList, checkLiterals, type Duration, isUnresolved, propKeys } from "../../../kit/core";
import { fail } from "../errors";
import type { UserbaseProps } from "../props";
import { authFlowsConfig, checkAuthFlows, type UserbaseAuthFlow } from "./auth-flows";
import { type ClientConfig, type ClientPlace, checkClient } from "./client";
import { checkSession, sessionConfig, type UserbaseRefreshTokenRotationProps } from "./session";
import type { UserbaseTokenValidityProps } from "./token-validity";

/** An app in which users sign in. */
export interface UserbaseClientProps extends UserbaseTokenValidityProps {
  /**
   * Where the sign-in pages redirect to: `https://...`, `http://localhost...` (also `127.0.0.1` and `[::1]`) or an
   * app's own scheme `myapp://...`.
   *
   * @default - the client does not use the sign-in pages
   */
  readonly callbackUrls?: readonly string[] | undefined;
  /** Where the pages redirect to after sign-out. @default - none */
  readonly logoutUrls?: readonly string[] | undefined;
  /** The OAuth flows with which the pages deliver tokens. `implicit` shows them in the address bar. @default ["code"] - with `callbackUrls` */
  readonly flows?: readonly ("code" | "implicit")[] | undefined;
  /** Scopes that the client may request. @default ["email", "openid", "profile"] - with `callbackUrls` */
  readonly scopes?: readonly string[] | undefined;
  /**
   * The flows with which apps sign users in through the API: by `srp`, with the `password` itself (needed by the trigger `userMigration` and
   * for the comparison with leaked passwords), with `admin_password` from a server with AWS credentials, by `custom`
   * challenges, or by the user's `choice` of passkeys, codes and passwords.
   *
   * @default ["srp"] - and `"custom"` with triggers for challenges, `"choice"` with `passkeys` or `oneTimePasswords`
   */
  readonly authFlows?: readonly UserbaseAuthFlow[] | undefined;
  /** How long a user has for each step of a sign-in, 3 to 15 minutes. @default "3 minutes" */
  readonly sessionValidity?: Duration | undefined;
  /**
   * Each use of a refresh token returns a new one and invalidates the old one, so a stolen token is of little use.
   *
   * The client must then call `GetTokensFromRefreshToken`: the flow `REFRESH_TOKEN_AUTH` is disabled. With
   * `retryGracePeriod`, the old token stays valid for up to 60 seconds, for retries. The plan `lite` does not include it.
   *
   * @default false
   */
  readonly refreshTokenRotation?: boolean | UserbaseRefreshTokenRotationProps | undefined;
  /**
   * The client has a secret: for servers, not for browsers. It is part of the Terraform state.
   *
   * A change replaces the client: apps need its new id, and users sign in again.
   *
   * @default false
   */
  readonly secret?: boolean | undefined;
}

export const clientKeys = propKeys<UserbaseClientProps>()({
  callbackUrls: "texts",
  logoutUrls: "texts",
  flows: "texts",
  scopes: "texts",
  authFlows: "texts",
  secret: "boolean",
  sessionValidity: true,
  refreshTokenRotation: true,
  accessTokenValidity: true,
  idTokenValidity: true,
  refreshTokenValidity: true,
});

// Source: https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html
export const standardScopes = ["aws.cognito.signin.user.admin", "email", "openid", "phone", "profile"];

/** @param declared - undefined when the scopes are not known */
export function checkScopes(
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
    if (isUnresolved(value) || scopes.some((each) => each === value)) return;
    fail(userbase, "userbase-scope-unknown", `${prop}.scopes[${index}]`, { value: String(value), scopes });
  });
}

/** Refuses settings of an app that the service does not accept, or that would prevent all sign-ins. */
export function checkUserClient(
  userbase: Construct,
  place: ClientPlace,
  given: UserbaseClientProps,
  props: UserbaseProps,
): void {
  const { prop } = place;
  checkSession(userbase, place, given, props);
  checkAuthFlows(userbase, place, given.authFlows, props);
  const { callbackUrls, logoutUrls, flows, scopes } = given;
  const usesPages = flows !== undefined || scopes !== undefined || callbackUrls !== undefined;
  if (!usesPages) {
    checkClient(userbase, prop, { logoutUrls: copied(logoutUrls) });
    return;
  }
  const chosen = flows ?? ["code"];
  checkList(userbase, `${prop}.flows`, chosen);
  checkLiterals(userbase, `${prop}.flows`, chosen, ["code", "implicit"]);
  checkClient(userbase, prop, {
    callbackUrls: copied(callbackUrls),
    logoutUrls: copied(logoutUrls),
    allowedOauthFlows: [...chosen],
    allowedOauthScopes: [...(scopes ?? ["openid"])],
  });
  if (props.domain === undefined) noteDomain(userbase, prop);
}

/** Only a notice: the domain of the pool may be created elsewhere. */
export function noteDomain(userbase: Construct, prop: string): void {
  Stack.of(userbase).app.addNotice(
    `serverform: ${prop} gets its tokens from a domain of the user pool, but this Userbase has no domain`,
    userbase,
  );
}

const copied = (list: readonly string[] | undefined) => (list === undefined ? undefined : [...list]);

/** The config of an app, before the caller's overrides. */
export function userClientConfig(
  given: UserbaseClientProps,
  props: UserbaseProps,
  identityProviders: readonly string[],
): Partial<ClientConfig> {
  const { callbackUrls, logoutUrls, flows, scopes, secret } = given;
  return {
    ...sessionConfig(given, authFlowsConfig(given.authFlows, props)),
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
