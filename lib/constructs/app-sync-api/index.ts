export { AppSyncApi } from "./app-sync-api";
export { AppSyncBase } from "./app-sync-base";
export {
  type Mode,
  modes,
  type ParsedMode,
  parseProviders,
  permitAuthorizerFunction,
} from "./authorization";
export { DataSources } from "./data-sources/data-sources";
export { type DataSourcePlanner, memberOf, planDataSources } from "./data-sources/plan-data-sources";
export type {
  AppSyncApiDataSource,
  AppSyncApiDynamodbDataSource,
  AppSyncApiEventBusDataSource,
  AppSyncApiFunctionDataSource,
  AppSyncApiHttpDataSource,
  AppSyncApiNoneDataSource,
  AppSyncApiOpenSearchDataSource,
  AppSyncApiRdsDataSource,
} from "./data-sources/props";
export { AppSyncDomain, planDomain } from "./domain";
export { checkLogTarget, createLogs, logLevels } from "./logs";
export { checkKeyProps } from "./parse";
export type {
  AppSyncApiApiKeyProps,
  AppSyncApiAuthenticationProvider,
  AppSyncApiAuthenticationType,
  AppSyncApiCacheOverride,
  AppSyncApiDomainProps,
  AppSyncApiFunctionAuthorizer,
  AppSyncApiGraphqlApiOverride,
  AppSyncApiLogProps,
  AppSyncApiProps,
  AppSyncApiUserDirectory,
  AppSyncApiUserPool,
} from "./props";
export { parseJavascript } from "./resolvers/javascript";
export type {
  AppSyncApiMapping,
  AppSyncApiPipelineFunctionOverride,
  AppSyncApiPipelineStep,
  AppSyncApiResolver,
  AppSyncApiResolverOverride,
  AppSyncApiResolverProps,
} from "./resolvers/props";
