export type {
  BundleProps,
  CommandHook,
  CommandHooks,
  CopyFile,
  JavaBundleProps,
  NodeHooks,
  NodeProps,
  PythonBundleProps,
} from "./bundle-props";
export { functionKeys } from "./check";
export { ConsumerHost } from "./consumer-host";
export {
  type ConsumerPlace,
  type CreatedConsumer,
  createConsumer,
  type PlannedConsumer,
  planConsumer,
} from "./event-source";
export type { EventSource } from "./event-source-config";
export { type StreamConsumerMap, StreamConsumers } from "./event-source-consumers";
export type {
  ConsumerProps,
  EventSourceOverride,
  QueueConsumerProps,
  StreamConsumerProps,
} from "./event-source-props";
export { type ExistingFunction, type ExistingTarget, existingTarget } from "./existing-function";
export { Function, functionRef } from "./function";
export { HostFunctions } from "./host-functions";
export type { DestinationTarget } from "./invoke-config";
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
