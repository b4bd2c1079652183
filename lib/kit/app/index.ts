export { App } from "./app";
export type { AppProps } from "./app-props";
export { checkQuota, quotaOf } from "./check-quota";
export type { FunctionDefaults } from "./functions/function-defaults";
export type { ConstructMetadata, ConstructMetadataEntry, FunctionRef } from "./metadata";
export type { OutputProps, OutputValue } from "./outputs";
export type { AppQuotas } from "./quotas";
export {
  constructsUsedByCode,
  neededForUse,
  resourcesNeededForUse,
  usedByCode,
} from "./references/needed-for-use";
export { isKept, type RemovalPolicy } from "./removal-policy";
export { exceptFromRule, type RuleException } from "./rule-exceptions";
export { checkOpen } from "./scope/check-open";
export type {
  AppBackendProps,
  CloudBackendProps,
  LocalBackendProps,
  S3BackendProps,
  StackBackendProps,
} from "./settings/backend";
export type { DebugStackProps, DebugStackTableOverride } from "./settings/live";
export type {
  ProviderAssumeRoleProps,
  ProviderIgnoreTagsProps,
  ProviderProps,
  ProviderWebIdentityProps,
  StackProviderProps,
} from "./settings/provider-props";
export { Stack, type StackProps } from "./stack";
export {
  dependsOn,
  getStack,
  type StackContext,
  type StackFunction,
  type StackFunctionProps,
  use,
} from "./stack-functions";
export {
  beforeBundling,
  buildFiles,
  finish,
  finishLast,
  orderResources,
  writeFiles,
} from "./synthesis/finish";
