import { AppsyncApiCache } from "@cdktf/provider-aws/lib/appsync-api-cache";
import { AppsyncGraphqlApi } from "@cdktf/provider-aws/lib/appsync-graphql-api";
import type { Construct } from "constructs";
import { exampleArn } from "../../facts/aws/arn-patterns";
import { attempt, together } from "../../facts/errors/problems";
import { Stack } from "../../kit/app";
import {
  checkInteger,
  checkKeys,
  checkLiteral,
  checkOverride,
  findImport,
  isPlainObject,
  isUnresolved,
  keyTable,
  type OverrideKeys,
  propKeys,
} from "../../kit/core";
import { type Mode, type ParsedAuthorization, parseAuthorization } from "./authorization";
import { planDomain } from "./domain";
import { fail } from "./errors";
import { logKeys } from "./logs";
import type { AppSyncApiApiKeyProps, AppSyncApiGraphqlApiOverride, AppSyncApiProps } from "./props";
import { checkDirectives, type ParsedSchema, parseSchema } from "./schema/schema";

export const apiKeys = propKeys<AppSyncApiProps>()(
  {
    schema: true,
    customDomain: true,
    dataSources: "map",
    resolvers: "map",
    defaults: "map",
    cdk: "map",
  },
  () => ({ graphqlApi: { resource: AppsyncGraphqlApi, ...apiOverrideKeys } }),
);
const keyKeys = propKeys<AppSyncApiApiKeyProps>()({ description: "text", expires: "text" });

/** Keys of the API's config that differ from the provider's. */
export const apiOverrideKeys = {
  extra: keyTable({
    apiKeyConfig: "map",
    authenticationType: true,
    additionalAuthenticationProvider: true,
    userPoolConfig: "map",
    openidConnectConfig: "map",
    lambdaAuthorizerConfig: "map",
    logConfig: "map",
  }),
  rejected: { schema: "Use the prop schema." },
} satisfies OverrideKeys;

const cacheOverrideKeys = { rejected: { apiId: "It is the API of the construct." } } satisfies OverrideKeys;

/** An API that is to be created. */
export interface PlannedGraphqlApi {
  readonly override: AppSyncApiGraphqlApiOverride;
  readonly authorization: ParsedAuthorization;
  readonly schema: ParsedSchema | undefined;
  readonly domain: ReturnType<typeof planDomain>;
}

/** Refuses props that cannot work, before anything is created. */
export function parseAppSyncApiProps(api: Construct, props: AppSyncApiProps) {
  attempt(() => checkKeys(api, "cdk", props.cdk ?? {}, ["id", "graphqlApi", "apiCache"]));
  const given = props.cdk?.graphqlApi ?? {};
  const type = "aws_appsync_graphql_api";
  const imported = attempt(() => findImport<AppsyncGraphqlApi>(api, "cdk.graphqlApi", given, type));
  if (imported !== undefined) {
    const superfluous = {
      schema: props.schema,
      customDomain: props.customDomain,
      "cdk.apiCache": props.cdk?.apiCache,
    };
    for (const [prop, value] of Object.entries(superfluous)) {
      if (value !== undefined) fail(api, "appsync-import-with", prop, { prop });
    }
    return { imported, planned: undefined };
  }
  const override = given as AppSyncApiGraphqlApiOverride;
  return { imported: undefined, planned: attempt(() => planApi(api, props, override)) };
}

function planApi(
  api: Construct,
  props: AppSyncApiProps,
  override: AppSyncApiGraphqlApiOverride,
): PlannedGraphqlApi {
  const { apiCache } = props.cdk ?? {};
  const [, , domain, [authorization, schema]] = together(
    () => checkApiOverride(api, override),
    () => apiCache !== undefined && checkCache(api, apiCache),
    () => planDomain(api, props.customDomain),
    () => {
      const [authorization, schema] = together(
        () => parseAuthorization(api, override, props.defaults?.function),
        () => parseSchema(api, props.schema),
      );
      const { modes } = authorization;
      const list = "additionalAuthenticationProvider";
      checkKeyProps(api, "cdk.graphqlApi.apiKeyConfig", override.apiKeyConfig, { modes, list });
      if (schema !== undefined) checkDirectives(api, schema.directives, modes);
      return [authorization, schema] as const;
    },
  );
  return { override, authorization, schema, domain };
}

function checkApiOverride(api: Construct, override: AppSyncApiGraphqlApiOverride): void {
  const at = "cdk.graphqlApi";
  const { extra } = apiOverrideKeys;
  const given: unknown = override;
  if (!isPlainObject(given)) return checkOverride(api, at, given, AppsyncGraphqlApi, apiOverrideKeys);
  // The library's own forms of some blocks have keys that the provider does not know.
  const others = Object.fromEntries(
    Object.entries(override).map(([key, value]) => [key, extra.includes(key) ? undefined : value] as const),
  );
  checkKeys(
    api,
    at,
    Object.fromEntries(Object.entries(override).filter(([key]) => extra.includes(key))),
    extra,
  );
  checkOverride(api, at, others, AppsyncGraphqlApi, apiOverrideKeys);
  checkKeys(api, `${at}.logConfig`, override.logConfig ?? {}, logKeys);
  const { apiType = "GRAPHQL", mergedApiExecutionRoleArn: mergingRole } = override;
  if ((apiType === "MERGED") !== (mergingRole !== undefined) && !isUnresolved(apiType)) {
    const role = `${at}.mergedApiExecutionRoleArn`;
    const remedy = `A merged API needs the role with which it reads its sources: "${exampleArn("iam", "role/merge")}".`;
    if (mergingRole === undefined) fail(api, "prop-required", role, { remedy });
    else fail(api, "prop-needs", role, { needs: `${at}.apiType: "MERGED"` });
  }
  const { introspectionConfig, queryDepthLimit, resolverCountLimit, visibility } = override;
  // Source: https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateGraphqlApi.html
  if (introspectionConfig !== undefined) {
    checkLiteral(api, `${at}.introspectionConfig`, introspectionConfig, ["ENABLED", "DISABLED"]);
  }
  if (visibility !== undefined) checkLiteral(api, `${at}.visibility`, visibility, ["GLOBAL", "PRIVATE"]);
  if (queryDepthLimit !== undefined) checkInteger(api, `${at}.queryDepthLimit`, queryDepthLimit, 0, 75);
  if (resolverCountLimit !== undefined) {
    checkInteger(api, `${at}.resolverCountLimit`, resolverCountLimit, 0, 10_000);
  }
}

/** Refuses settings of a key that cannot work, or that have no effect. */
export function checkKeyProps(
  api: Construct,
  at: string,
  given: AppSyncApiApiKeyProps | undefined,
  { modes, list }: { readonly modes: readonly Mode[]; readonly list: string },
): void {
  if (given === undefined) return;
  checkKeys(api, at, given, keyKeys);
  if (!modes.includes("API_KEY")) fail(api, "appsync-key-unused", at, { list });
  const { expires } = given;
  if (expires === undefined || isUnresolved(expires)) return;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(expires);
  if (!isTime || Number.isNaN(Date.parse(expires))) {
    fail(api, "appsync-expires-invalid", `${at}.expires`, { value: expires });
  }
  noteKeyEnd(api, `${at}.expires`, Date.parse(expires) - Date.now());
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Notes an end that AWS would refuse for a new key. It is not an error: a deployment does not change an existing key.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateApiKey.html
 */
function noteKeyEnd(api: Construct, at: string, leftMs: number): void {
  const problem =
    leftMs <= 0
      ? "is in the past, so that AWS accepts the key no more"
      : leftMs > 365 * dayMs
        ? "is more than 365 days ahead, which AWS refuses"
        : undefined;
  if (problem === undefined) return;
  Stack.of(api).app.addNotice(
    `serverform: ${at} of an API ${problem}; write a time within the next 365 days`,
    api,
  );
}

function checkCache(
  api: Construct,
  apiCache: NonNullable<NonNullable<AppSyncApiProps["cdk"]>["apiCache"]>,
): void {
  const at = "cdk.apiCache";
  checkOverride(api, at, apiCache, AppsyncApiCache, cacheOverrideKeys);
  const { apiCachingBehavior, ttl } = apiCache;
  const behaviors = ["FULL_REQUEST_CACHING", "PER_RESOLVER_CACHING", "OPERATION_LEVEL_CACHING"];
  if (apiCachingBehavior !== undefined) {
    checkLiteral(api, `${at}.apiCachingBehavior`, apiCachingBehavior, behaviors);
  }
  // Source: https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateApiCache.html
  if (ttl !== undefined) checkInteger(api, `${at}.ttl`, ttl, 1, 3600, "seconds");
}
