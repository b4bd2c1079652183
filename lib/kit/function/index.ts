export { isNameableFrom, literalArnFor, type NameableFunction, toArn } from "./arn";
export { type BindingEntry, checkBindings, splitEntry } from "./binding-entry";
export { parseDefaults, withDefaults } from "./check";
export { planConsumer } from "./consumers/create-consumer";
export type { EventSource } from "./consumers/event-source-mapping";
export { parseFailureDestination } from "./consumers/event-source-mapping";
export { checkFilterFields, checkFilterLength, recordFields } from "./consumers/filters";
export type * from "./consumers/props";
export {
  ConstructWithConsumers,
  type ConsumerMetadata,
  type StreamConsumerMap,
  StreamConsumers,
} from "./consumers/stream-consumers";
export { checkDefaultProps } from "./default-props";
export { Function, functionRef } from "./function";
export { createInvocation } from "./invocation/deployment";
export { type DestinationTarget, type ParsedDestination, parseDestination } from "./invocation/destination";
export { grantInvokeFrom } from "./invocation/grant-invoke";
export type { FunctionUrlCorsProps, FunctionUrlProps } from "./invocation/url";
export type { FunctionAliasProps, FunctionVersion } from "./invocation/version";
export { InvokePermissions } from "./invoke-permissions";
export { Layer } from "./layer/layer";
export type * from "./layer/props";
export { type FunctionMetadata, functionDescription } from "./library";
export type * from "./packaging/bundle-props";
export { type Packaging, packagingOf, packagingOfPackage } from "./packaging/packaging";
export type { FunctionPlan } from "./plan";
export type * from "./props";
export {
  type EventDestination,
  type FunctionDestinationPermission,
  parseEventDestination,
  planFunctionDestination,
} from "./references/event-destination";
export { type ExistingFunction, type ExistingTarget, existingTarget } from "./references/existing-function";
export { ConstructWithFunctions, FunctionsByKey } from "./references/functions-by-key";
export { Receivers } from "./references/receivers";
export {
  type AddedProps,
  createPackagedFunction,
  type FunctionReference,
  inheritProps,
  isFunction,
  type PlannedReference,
  planPackagedFunction,
  planReference,
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
export { createNetwork, type ParsedNetwork, parseNetwork, securityGroupPrefix } from "./settings/network";
export { checkStreaming } from "./settings/streaming";
