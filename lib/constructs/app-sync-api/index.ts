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
export type * from "./data-sources/props";
export { AppSyncDomain, planDomain } from "./domain";
export { createLogs, logLevels } from "./logs";
export { checkKeyProps } from "./parse";
export type * from "./props";
export { parseJavascript } from "./resolvers/javascript";
export type * from "./resolvers/props";
