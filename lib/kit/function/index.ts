export { toArn } from "./arn";
export { type BindingEntry, checkBindings, splitEntry } from "./binding-entry";
export { parseDefaults, withDefaults } from "./check";
export { ConstructWithConsumers } from "./consumers/construct-with-consumers";
export { type ConsumerPlace, type PlannedConsumer, planConsumer } from "./consumers/create-consumer";
export type { EventSource } from "./consumers/event-source-mapping";
export { checkFilterFields, checkFilterLength } from "./consumers/filters";
export { parseFailureDestination } from "./consumers/on-failure";
export type {
  ConsumerProps,
  EventSourceOverride,
  QueueConsumerProps,
  StreamConsumerProps,
} from "./consumers/props";
export { recordFields } from "./consumers/record-fields";
export { type ConsumerMetadata, type StreamConsumerMap, StreamConsumers } from "./consumers/stream-consumers";
export { checkDefaultProps } from "./default-props";
export { Function, functionRef } from "./function";
export { type AddedProps, inheritProps } from "./inherited-props";
export { type DestinationTarget, type ParsedDestination, parseDestination } from "./invocation/destination";
export { grantInvokeFrom } from "./invocation/grant-invoke";
export type { FunctionUrlCorsProps, FunctionUrlProps } from "./invocation/url";
export type { FunctionAliasProps, FunctionVersion } from "./invocation/version";
export { InvokePermissions } from "./invoke-permissions";
export { Layer } from "./layer/layer";
export type { LayerProps, LayerVersionOverride } from "./layer/props";
export { type FunctionMetadata, functionDescription } from "./library";
export { isNameableFrom, literalArnFor, type NameableFunction } from "./literal-arn";
export { createPackagedFunction, planPackagedFunction } from "./packaged-function";
export type {
  BundleProps,
  CommandHook,
  CommandHooks,
  CopyFile,
  JavaBundleProps,
  NodeHooks,
  NodeProps,
  PythonBundleProps,
} from "./packaging/bundle-props";
export { type Packaging, packagingOf, packagingOfPackage } from "./packaging/packaging";
export type { FunctionPlan } from "./plan";
export type {
  AsyncInvokeProps,
  CurrentVersionOptions,
  FunctionLogGroupOverride,
  FunctionOverride,
  FunctionProps,
  FunctionRoleOverride,
  Runtime,
} from "./props";
export { ConstructWithFunctions } from "./references/construct-with-functions";
export {
  type EventDestination,
  type EventDestinationForms,
  type FunctionDestination,
  type PlannedFunctionDestination,
  parseEventDestination,
  planFunctionDestination,
} from "./references/event-destination";
export { type ExistingFunction, type ExistingTarget, existingTarget } from "./references/existing-function";
export { FunctionsByKey } from "./references/functions-by-key";
export { Receivers } from "./references/receivers";
export {
  type FunctionReference,
  isFunction,
  type PlannedReference,
  planReference,
  type ReferenceHost,
  resolveFunction,
} from "./references/reference";
export { RolePolicies } from "./role";
export { checkAwaited, durableAlias, type FunctionDurableProps } from "./settings/durable";
export {
  checkEnvironment,
  isFunctionVariable,
  libraryEnvironment,
  noteSecretVariables,
  type VariableNames,
} from "./settings/environment";
export type { FunctionLoggingProps } from "./settings/logging";
export { mergeFunctionProps } from "./settings/merge";
export { createNetwork, type ParsedNetwork, parseNetwork } from "./settings/network";
export { checkStreaming } from "./settings/streaming";
