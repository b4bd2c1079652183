export { AppSyncApi } from "./app-sync-api";
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
export type {
  AppSyncApiApiKeyProps,
  AppSyncApiAuthenticationProvider,
  AppSyncApiDomainProps,
  AppSyncApiFunctionAuthorizer,
  AppSyncApiGraphqlApiOverride,
  AppSyncApiLogProps,
  AppSyncApiProps,
  AppSyncApiUserDirectory,
  AppSyncApiUserPool,
} from "./props";
export type {
  AppSyncApiMapping,
  AppSyncApiPipelineStep,
  AppSyncApiResolver,
  AppSyncApiResolverProps,
} from "./resolvers/props";
