import type { CognitoUserPoolClientConfig } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { Stack } from "../../../app";
import { checkList } from "../../../core/check";
import { fail } from "../errors";
import type { UserbaseProps, UserbaseUserPoolTriggers } from "../props";
import { hasChoice } from "../sign-in/first-factors";

const challengeTriggers: readonly (keyof UserbaseUserPoolTriggers)[] = [
  "createAuthChallenge",
  "defineAuthChallenge",
  "verifyAuthChallengeResponse",
];

type ClientConfig = Omit<CognitoUserPoolClientConfig, "userPoolId">;

/** The flows in which users sign in: those that the directory offers, and no others. */
export function userAuthFlows(props: UserbaseProps): string[] {
  const { triggers = {} } = props;
  const hasChallenge = challengeTriggers.some((key) => triggers[key] !== undefined);
  return [
    ...(hasChallenge ? ["ALLOW_CUSTOM_AUTH"] : []),
    "ALLOW_REFRESH_TOKEN_AUTH",
    ...(hasChoice(props) ? ["ALLOW_USER_AUTH"] : []),
    "ALLOW_USER_SRP_AUTH",
  ];
}

/** The client as the library sets it, before the caller's keys are laid over it. */
export function clientConfig(
  userbase: Construct,
  props: UserbaseProps,
  extras: Partial<ClientConfig>,
): ClientConfig {
  return {
    name: Stack.of(userbase).app.logicalPrefixedName(userbase.node.id),
    explicitAuthFlows: userAuthFlows(props),
    preventUserExistenceErrors: "ENABLED",
    enableTokenRevocation: true,
    supportedIdentityProviders: ["COGNITO"],
    ...extras,
  };
}

const sets = [
  "allowedOauthFlows",
  "allowedOauthScopes",
  "callbackUrls",
  "explicitAuthFlows",
  "logoutUrls",
  "readAttributes",
  "supportedIdentityProviders",
  "writeAttributes",
] as const satisfies readonly (keyof ClientConfig)[];

/** The config with its sets sorted and without empty ones, and with OAuth switched on where a flow is given. */
export function writtenClientConfig<Config extends Partial<ClientConfig>>(config: Config): Config {
  const written: Record<string, unknown> = { ...config };
  if (hasItems(config.allowedOauthFlows)) {
    written.allowedOauthFlowsUserPoolClient = config.allowedOauthFlowsUserPoolClient ?? true;
  }
  for (const key of sets) {
    const list = config[key];
    if (list === undefined || Token.isUnresolved(list)) continue;
    written[key] = list.length === 0 ? undefined : [...new Set(list)].sort();
  }
  return written as Config;
}

/**
 * Refuses addresses that the service does not send tokens to, and flows that lead nowhere.
 *
 * Source: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_CreateUserPoolClient.html
 */
export function checkClient(userbase: Construct, prop: string, given: Partial<ClientConfig>): void {
  for (const key of ["callbackUrls", "logoutUrls"] as const) {
    const urls = given[key] ?? [];
    checkList(userbase, `${prop}.${key}`, urls);
    if (Token.isUnresolved(urls)) continue;
    urls.forEach((url, index) => {
      checkAddress(userbase, `${prop}.${key}[${index}]`, url);
    });
  }
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

/** HTTPS, HTTP of this very machine, or the scheme of an app; without a fragment. */
function checkAddress(userbase: Construct, prop: string, url: string): void {
  if (Token.isUnresolved(url)) return;
  const isAllowed =
    typeof url === "string" &&
    !url.includes("#") &&
    (/^https:\/\/[^/]/.test(url) ||
      /^http:\/\/localhost(:\d+)?(\/|\?|$)/.test(url) ||
      /^(?!https?:)[A-Za-z][A-Za-z0-9+.-]*:\/\/./.test(url));
  if (!isAllowed) fail(userbase, "callback-url", prop, { value: url });
}

function hasItems(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && (Token.isUnresolved(list) || list.length > 0);
}
