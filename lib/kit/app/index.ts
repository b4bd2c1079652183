export { App } from "./app";
export type { AppProps } from "./app-props";
export {
  type Binding,
  bindingEnvironment,
  bindingTarget,
  createBinding,
  fetchFromSsm,
  parameterArn,
  requireBinding,
  storeVariable,
  takeBoundName,
} from "./binding";
export { checkDefaults, type FunctionDefaults } from "./function-defaults";
export { LogGroup } from "./log-group";
export type { ConstructMetadata, ConstructMetadataEntry, FunctionRef } from "./metadata";
export {
  claimId,
  constructName,
  keptName,
  keptPath,
  markMadeFromReference,
  prefixedName,
} from "./names/construct-name";
export { checkAddition, checkPartKey, checkScope, constructId, requireFreeId } from "./names/ids";
export { looksSecret, noteIdleProp, notePlainSecret } from "./notices";
export type { OutputProps, OutputValue } from "./outputs";
export type { AppQuotas } from "./quotas";
export { checkQuota, quotaOf } from "./quotas";
export {
  constructsUsedByCode,
  neededForUse,
  resourcesNeededForUse,
  usedByCode,
} from "./references/needed-for-use";
export { findReferenced, regionOfReferenced } from "./references/referenced";
export { isKept, type RemovalPolicy } from "./removal-policy";
export { exceptFromRule, type RuleException } from "./rule-exceptions";
export { checkOpen } from "./scope/lifecycle";
export { markLibraryElement, type OwningApp, stackOf } from "./scope/owner";
export type {
  AppBackendProps,
  CloudBackendProps,
  LocalBackendProps,
  S3BackendProps,
  StackBackendProps,
} from "./settings/backend";
export {
  type DebugStackProps,
  type DebugStackTableOverride,
  debugStackOf,
  type LiveRelay,
} from "./settings/live";
export type * from "./settings/provider-props";
export { Stack, type StackProps } from "./stack";
export {
  dependsOn,
  getStack,
  type StackContext,
  type StackFunction,
  type StackFunctionProps,
  use,
} from "./stack-functions";
export { Artifacts } from "./synthesis/artifacts";
export {
  beforeBundling,
  buildFiles,
  finish,
  finishLast,
  orderResources,
  writeFiles,
} from "./synthesis/finish";
export { hasDigest, rememberDigest } from "./synthesis/input-digests";
export { elementContent } from "./synthesis/stack-content";
