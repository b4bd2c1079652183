export { App } from "./app";
export type { AppProps } from "./app-props";
export type { AppBackendProps, CloudBackendProps, LocalBackendProps, S3BackendProps } from "./backend";
export { checkOpen } from "./check-open";
export { checkQuota, quotaOf } from "./check-quota";
export { beforeBundling, buildFiles, finish, finishLast, orderResources, writeFiles } from "./finish";
export type { FunctionDefaults } from "./function-defaults";
export type { DebugStackProps } from "./live";
export type { ConstructMetadata, ConstructMetadataEntry, FunctionRef } from "./metadata";
export { constructsUsedByCode, neededForUse, resourcesNeededForUse, usedByCode } from "./needed-for-use";
export type { OutputProps, OutputValue } from "./outputs";
export type {
  ProviderAssumeRoleProps,
  ProviderIgnoreTagsProps,
  ProviderProps,
  ProviderWebIdentityProps,
} from "./provider-props";
export type { AppQuotas } from "./quotas";
export { isKept, type RemovalPolicy } from "./removal-policy";
export { Stack, type StackProps } from "./stack";
export {
  dependsOn,
  getStack,
  type StackContext,
  type StackFunction,
  type StackFunctionProps,
  use,
} from "./stack-functions";
