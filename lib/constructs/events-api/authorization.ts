import type {
  AppsyncApiEventConfig,
  AppsyncApiEventConfigAuthProvider,
} from "@cdktf/provider-aws/lib/appsync-api";
import type { Construct } from "constructs";
import { checkKeys, checkLiteral, parseItems, propKeys } from "../../kit/core";
import type { FunctionProps, PlannedReference } from "../../kit/function";
import {
  type AppSyncApiApiKeyProps,
  checkKeyProps,
  type Mode,
  modes,
  type ParsedMode,
  parseProviders,
} from "../app-sync-api";
import { fail } from "./errors";
import type { EventsApiAuthorization } from "./props";

const authorizationKeys = propKeys<EventsApiAuthorization>()({
  providers: "list",
  connect: "list",
  publish: "list",
  subscribe: "list",
  apiKey: "map",
});

const verbs = ["connect", "publish", "subscribe"] as const;

/** The actions of clients, each with its own rule. */
export type Verb = (typeof verbs)[number];

/** The authorization of an API, checked. */
export interface ParsedAuthorization {
  readonly modes: readonly Mode[];
  /** The function that authorizes; undefined without one, or for an existing one. */
  readonly function: PlannedReference | undefined;
  /** The key that is to be created; undefined if no way needs one. */
  readonly apiKey: AppSyncApiApiKeyProps | undefined;
  /** @param functionArn - the ARN of that function */
  config(functionArn: string | undefined): Omit<AppsyncApiEventConfig, "logConfig">;
}

const prop = "authorization";

/** Refuses ways of authorization that cannot work; creates nothing. */
export function parseAuthorization(
  api: Construct,
  given: EventsApiAuthorization,
  defaults: Partial<FunctionProps> | undefined,
): ParsedAuthorization {
  checkKeys(api, prop, given, authorizationKeys);
  const { providers: list = [{ authenticationType: "API_KEY" }], apiKey } = given;
  const at = `${prop}.providers`;
  const providers = parseProviders(api, at, list, { defaults, before: [] });
  if (providers.length === 0) {
    const remedy = 'Name a way: [{ authenticationType: "API_KEY" }].';
    fail(api, "prop-required", at, { remedy });
  }
  const configured = [...new Set(providers.map(({ mode }) => mode))];
  checkKeyProps(api, `${prop}.apiKey`, apiKey, { modes: configured, list: at });
  const rules = verbs.map((verb) => [verb, parseModes(api, prop, verb, given[verb], configured)] as const);
  const {
    connect = configured,
    publish = configured,
    subscribe = configured,
  } = Object.fromEntries(rules) as Partial<Record<Verb, readonly Mode[]>>;
  return {
    modes: configured,
    apiKey: configured.includes("API_KEY") ? (apiKey ?? {}) : undefined,
    function: providers.find((each) => each.function !== undefined)?.function,
    config: (functionArn) => ({
      authProvider: providers.map((each) => providerConfig(each, functionArn)),
      connectionAuthMode: authModes(connect),
      defaultPublishAuthMode: authModes(publish),
      defaultSubscribeAuthMode: authModes(subscribe),
    }),
  };
}

/**
 * Refuses a rule that names ways which the API does not have.
 *
 * @param configured - undefined for an existing API, whose ways are not known
 */
export function parseModes(
  api: Construct,
  parent: string,
  verb: Verb,
  given: readonly Mode[] | undefined,
  configured: readonly Mode[] | undefined,
): readonly Mode[] | undefined {
  if (given === undefined) return undefined;
  const at = `${parent}.${verb}`;
  const list = parseItems(api, at, given);
  if (list.length === 0) fail(api, "events-modes-empty", at, { verb });
  for (const [index, mode] of list.entries()) {
    checkLiteral(api, `${at}[${index}]`, mode, Object.keys(modes));
    if (list.indexOf(mode) !== index) fail(api, "events-mode-duplicate", `${at}[${index}]`, { value: mode });
    if (configured !== undefined && !configured.includes(mode)) {
      fail(api, "events-mode-unconfigured", `${at}[${index}]`, { value: mode, known: configured });
    }
  }
  return list;
}

/** Ways as the provider names them. */
export function authModes(list: readonly Mode[]): { authType: string }[] {
  return list.map((authType) => ({ authType }));
}

function providerConfig(
  { mode, userPool, openidConnect, authorizer }: ParsedMode,
  functionArn: string | undefined,
): AppsyncApiEventConfigAuthProvider {
  const { userPoolId, awsRegion, appIdClientRegex } = userPool ?? {};
  return {
    authType: mode,
    cognitoConfig:
      userPoolId === undefined || awsRegion === undefined
        ? undefined
        : [{ userPoolId, awsRegion, appIdClientRegex }],
    openidConnectConfig: openidConnect && [openidConnect],
    lambdaAuthorizerConfig: authorizer && [authorizer(functionArn)],
  };
}
