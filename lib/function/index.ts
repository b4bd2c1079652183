export { functionKeys } from "./check";
export type { EventSource } from "./consumers/config";
export { ConsumerHost } from "./consumers/consumer-host";
export { type StreamConsumerMap, StreamConsumers } from "./consumers/consumers";
export {
  type ConsumerPlace,
  type CreatedConsumer,
  createConsumer,
  type PlannedConsumer,
  planConsumer,
} from "./consumers/event-source";
export type {
  ConsumerProps,
  EventSourceOverride,
  QueueConsumerProps,
  StreamConsumerProps,
} from "./consumers/props";
export { type ExistingFunction, type ExistingTarget, existingTarget } from "./existing-function";
export { Function, type FunctionMetadata, functionRef } from "./function";
export { HostFunctions } from "./host-functions";
export type { DestinationTarget } from "./invoke-config";
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
export type { AsyncInvokeProps, CurrentVersionOptions, FunctionProps, Runtime } from "./props";
export {
  addFunctionReceiver,
  type FunctionReceiver,
  parseReceiver,
  type Receiver,
  type ReceiverForms,
} from "./receiver";
export { type FunctionReference, isFunction, type ReferenceHost, resolveFunction } from "./reference";
export { RolePolicies } from "./role";
export type { FunctionUrlCorsProps, FunctionUrlProps } from "./url";
export type { FunctionAliasProps, FunctionVersion } from "./version";
