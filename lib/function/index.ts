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
export { type ExistingFunction, type ExistingTarget, existingTarget } from "./existing-function";
export { Function, functionRef } from "./function";
export { HostFunctions } from "./host-functions";
export type { DestinationTarget } from "./invoke-config";
export type { AsyncInvokeProps, CurrentVersionOptions, FunctionProps, Runtime } from "./props";
export { type FunctionReference, isFunction, type ReferenceHost, resolveFunction } from "./reference";
export type { FunctionUrlCorsProps, FunctionUrlProps } from "./url";
export type { FunctionAliasProps, FunctionVersion } from "./version";
