import type {
  AppsyncGraphqlApiAdditionalAuthenticationProvider,
  AppsyncGraphqlApiConfig,
  AppsyncGraphqlApiLambdaAuthorizerConfig,
  AppsyncGraphqlApiOpenidConnectConfig,
  AppsyncGraphqlApiUserPoolConfig,
} from "@cdktf/provider-aws/lib/appsync-graphql-api";
import { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { Construct } from "constructs";
import { servicePrincipal } from "../../facts/aws/principals";
import { Stack } from "../../kit/app";
import {
  appSyncPartLimits,
  checkInteger,
  checkKeys,
  checkLimit,
  checkLiteral,
  clientRuleLimit,
  isUnknown,
  isUnresolved,
  isWebAddress,
  parseItems,
  propKeys,
  quotas,
  refuseValue,
  regionLimit,
  requireProp,
  tokenRuleLimit,
  userPoolIdLimit,
  within,
} from "../../kit/core";
import {
  type Function,
  type FunctionProps,
  isFunction,
  type PlannedReference,
  planReference,
} from "../../kit/function";
import { checkArnRegion, poolRegionOf } from "../../kit/gateway";
import { fail } from "./errors";
import type {
  AppSyncApiAuthenticationProvider,
  AppSyncApiFunctionAuthorizer,
  AppSyncApiGraphqlApiOverride,
  AppSyncApiUserPool,
} from "./props";

/** The ways in which an API authorizes requests, with the config that each needs. */
export const modes = {
  API_KEY: undefined,
  AWS_IAM: undefined,
  AMAZON_COGNITO_USER_POOLS: "userPoolConfig",
  OPENID_CONNECT: "openidConnectConfig",
  AWS_LAMBDA: "lambdaAuthorizerConfig",
} as const;

export type Mode = keyof typeof modes;

/** Ways that an API has once at most. Source: https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html */
const onlyOnce: readonly Mode[] = ["API_KEY", "AWS_IAM", "AWS_LAMBDA"];

type Config = Pick<
  AppsyncGraphqlApiConfig,
  | "authenticationType"
  | "userPoolConfig"
  | "openidConnectConfig"
  | "lambdaAuthorizerConfig"
  | "additionalAuthenticationProvider"
>;

/** The authorization of an API, checked. */
export interface ParsedAuthorization {
  readonly modes: readonly Mode[];
  /** The function that authorizes; undefined without one, or for an existing one. */
  readonly function: PlannedReference | undefined;
  /** @param functionArn - the ARN of that function */
  config(functionArn: string | undefined): Config;
}

type Authorizer = (functionArn: string | undefined) => AppsyncGraphqlApiLambdaAuthorizerConfig;

/** One way, checked. */
export interface ParsedMode {
  readonly mode: Mode;
  readonly userPool?: AppsyncGraphqlApiUserPoolConfig | undefined;
  readonly openidConnect?: AppsyncGraphqlApiOpenidConnectConfig | undefined;
  readonly authorizer?: Authorizer | undefined;
  readonly function?: PlannedReference | undefined;
}

const providerKeys = propKeys<AppSyncApiAuthenticationProvider>()({
  authenticationType: true,
  userPoolConfig: "map",
  openidConnectConfig: "map",
  lambdaAuthorizerConfig: "map",
});
const poolKeys = propKeys<AppSyncApiUserPool>()({
  userPool: true,
  userPoolId: "text",
  awsRegion: within(regionLimit),
  appIdClientRegex: within(clientRuleLimit),
  defaultAction: ["ALLOW", "DENY"],
});
const issuerKeys = propKeys<AppsyncGraphqlApiOpenidConnectConfig>()({
  issuer: "text",
  clientId: within(clientRuleLimit),
  authTtl: within(appSyncPartLimits.tokenTtl, true),
  iatTtl: within(appSyncPartLimits.tokenTtl, true),
});
const authorizerKeys = propKeys<AppSyncApiFunctionAuthorizer>()({
  function: true,
  authorizerUri: within(appSyncPartLimits.functionArn),
  authorizerResultTtlInSeconds: true,
  identityValidationExpression: within(tokenRuleLimit),
});

const override = "cdk.graphqlApi";

/** Refuses ways of authorization that cannot work; creates nothing. */
export function parseAuthorization(
  api: Construct,
  given: AppSyncApiGraphqlApiOverride,
  defaults: Partial<FunctionProps> | undefined,
): ParsedAuthorization {
  const { authenticationType = "API_KEY", additionalAuthenticationProvider = [] } = given;
  const main = parseMode(api, override, { ...given, authenticationType }, { defaults, isMain: true });
  const at = `${override}.additionalAuthenticationProvider`;
  const more = parseProviders(api, at, additionalAuthenticationProvider, { defaults, before: [main] });
  const all = [main, ...more];
  return {
    modes: [...new Set(all.map(({ mode }) => mode))],
    function: all.find((each) => each.function !== undefined)?.function,
    config: (functionArn) => ({
      authenticationType: main.mode,
      userPoolConfig: main.userPool,
      openidConnectConfig: main.openidConnect,
      lambdaAuthorizerConfig: main.authorizer?.(functionArn),
      additionalAuthenticationProvider: more.length === 0 ? undefined : more.map(furtherConfig(functionArn)),
    }),
  };
}

/** Checks a list of ways, which follow those that the API has already. */
export function parseProviders(
  api: Construct,
  at: string,
  given: readonly AppSyncApiAuthenticationProvider[],
  options: Pick<ModeOptions, "defaults"> & { readonly before: readonly ParsedMode[] },
): readonly ParsedMode[] {
  const { defaults, before } = options;
  const parsed = parseItems(api, at, given).map((each, index) => {
    checkKeys(api, `${at}[${index}]`, each, providerKeys);
    return parseMode(api, `${at}[${index}]`, each, { defaults, isMain: false });
  });
  const { authorizationModesPerAppSyncApi: limit } = quotas;
  const all = [...before, ...parsed];
  const { length: count } = all;
  if (count > limit) fail(api, "quota-exceeded", at, { what: "ways of authorization", count, limit });
  for (const [index, { mode }] of parsed.entries()) {
    const isRepeated = all.slice(0, before.length + index).some((each) => each.mode === mode);
    if (isRepeated && onlyOnce.includes(mode)) {
      fail(api, "appsync-mode-duplicate", `${at}[${index}].authenticationType`, { type: mode });
    }
  }
  return parsed;
}

function furtherConfig(
  functionArn: string | undefined,
): (mode: ParsedMode) => AppsyncGraphqlApiAdditionalAuthenticationProvider {
  return ({ mode, userPool, openidConnect, authorizer }) => {
    const { defaultAction: _, ...userPoolConfig } = userPool ?? { userPoolId: "" };
    return {
      authenticationType: mode,
      userPoolConfig: userPool === undefined ? undefined : userPoolConfig,
      openidConnectConfig: openidConnect,
      lambdaAuthorizerConfig: authorizer?.(functionArn),
    };
  };
}

interface ModeOptions {
  readonly defaults: Partial<FunctionProps> | undefined;
  /** Whether it is the way of requests without a rule in the schema. */
  readonly isMain: boolean;
}

function parseMode(
  api: Construct,
  prop: string,
  given: AppSyncApiAuthenticationProvider,
  options: ModeOptions,
): ParsedMode {
  const at = `${prop}.authenticationType`;
  const { authenticationType: mode } = given;
  if (mode === undefined || isUnresolved(mode)) {
    fail(api, "literal-unknown", at, { value: mode, allowed: Object.keys(modes) });
  }
  checkLiteral(api, at, mode, Object.keys(modes));
  for (const [type, config] of Object.entries(modes)) {
    if (config === undefined) continue;
    const isGiven = given[config] !== undefined;
    if (type === mode && !isGiven) fail(api, "appsync-mode-config", at, { type: mode, config });
    if (type !== mode && isGiven) {
      fail(api, "appsync-mode-without", `${prop}.${config}`, { type: mode, mode: type });
    }
  }
  const { userPoolConfig, openidConnectConfig, lambdaAuthorizerConfig } = given;
  return {
    mode,
    userPool: userPoolConfig && parsePool(api, `${prop}.userPoolConfig`, userPoolConfig, options),
    openidConnect:
      openidConnectConfig && parseIssuer(api, `${prop}.openidConnectConfig`, openidConnectConfig),
    ...(lambdaAuthorizerConfig &&
      parseAuthorizer(api, `${prop}.lambdaAuthorizerConfig`, lambdaAuthorizerConfig, options)),
  };
}

function parsePool(
  api: Construct,
  prop: string,
  given: AppSyncApiUserPool,
  { isMain }: ModeOptions,
): AppsyncGraphqlApiUserPoolConfig {
  checkKeys(api, prop, given, poolKeys);
  const { userPool, userPoolId = userPool?.userPoolId, awsRegion, appIdClientRegex, defaultAction } = given;
  if (userPool !== undefined && given.userPoolId !== undefined) {
    fail(api, "props-exclude", `${prop}.userPool`, { other: `${prop}.userPoolId` });
  }
  if (typeof userPoolId !== "string" || userPoolId === "") {
    const remedy = "Pass a Userbase as userPool, or the id of a pool as userPoolId.";
    return fail(api, "prop-required", `${prop}.userPool`, { remedy });
  }
  if (defaultAction !== undefined && !isMain) {
    const remedy = "Only the authenticationType of the API itself has a default action.";
    fail(api, "key-rejected", prop, { key: "defaultAction", remedy });
  }
  checkLimit(api, `${prop}.userPoolId`, userPoolId, userPoolIdLimit);
  const ofPool = poolRegionOf(api, userPoolId);
  if (awsRegion !== undefined && ofPool !== undefined && !isUnknown(awsRegion) && awsRegion !== ofPool) {
    const expected = `${JSON.stringify(ofPool)}, the region of the pool ${JSON.stringify(userPoolId)}`;
    refuseValue(api, `${prop}.awsRegion`, awsRegion, expected);
  }
  const region = awsRegion ?? ofPool ?? Stack.of(api).region;
  return { userPoolId, awsRegion: region, appIdClientRegex, defaultAction: defaultAction ?? "ALLOW" };
}

function parseIssuer(
  api: Construct,
  prop: string,
  given: AppsyncGraphqlApiOpenidConnectConfig,
): AppsyncGraphqlApiOpenidConnectConfig {
  checkKeys(api, prop, given, issuerKeys);
  const { issuer } = given;
  requireProp(api, `${prop}.issuer`, issuer, 'Write the issuer: "https://login.example.com".');
  if (!isUnresolved(issuer) && !(/^https:/.test(issuer) && isWebAddress(issuer))) {
    refuseValue(api, `${prop}.issuer`, issuer, "a URL that begins with https://");
  }
  return given;
}

function parseAuthorizer(
  api: Construct,
  prop: string,
  given: AppSyncApiFunctionAuthorizer,
  { defaults }: ModeOptions,
): Pick<ParsedMode, "authorizer" | "function"> {
  checkKeys(api, prop, given, authorizerKeys);
  const { function: reference, authorizerUri, identityValidationExpression } = given;
  const { authorizerResultTtlInSeconds = 0 } = given;
  checkInteger(api, `${prop}.authorizerResultTtlInSeconds`, authorizerResultTtlInSeconds, 0, 3600, "seconds");
  if ((reference === undefined) === (authorizerUri === undefined)) {
    const both = [reference !== undefined && "function", authorizerUri !== undefined && "authorizerUri"];
    const written = both.filter((each) => each !== false);
    fail(api, "appsync-target", prop, { given: written, choices: "function and authorizerUri" });
  }
  if (authorizerUri !== undefined) checkArnRegion(api, `${prop}.authorizerUri`, authorizerUri);
  const planned =
    reference === undefined
      ? undefined
      : planReference(
          // The defaults are those of data sources and resolvers: a function that exists may authorize beside them.
          { owner: api, scope: api, defaults: isFunction(reference) ? undefined : defaults, waits: true },
          "Authorizer",
          `${prop}.function`,
          reference,
        );
  return {
    function: planned,
    authorizer: (functionArn = authorizerUri ?? "") => ({
      authorizerUri: functionArn,
      authorizerResultTtlInSeconds,
      identityValidationExpression,
    }),
  };
}

/** Lets an API ask a function about requests. */
export function permitAuthorizerFunction(api: Construct, fn: Function, apiArn: string): LambdaPermission {
  return new LambdaPermission(api, "AuthorizerPermission", {
    action: "lambda:InvokeFunction",
    principal: servicePrincipal("appsync"),
    ...fn.invoked,
    sourceArn: apiArn,
  });
}
