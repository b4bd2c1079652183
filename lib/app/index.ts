export { App, type AppProps, type RemovalPolicy } from "./app";
export type { AppBackendProps, CloudBackendProps, LocalBackendProps, S3BackendProps } from "./backend";
export { beforeBundling, finish, finishLast } from "./finish";
export type { FunctionDefaults } from "./function-defaults";
export type { ConstructMetadata, ConstructMetadataEntry, FunctionRef } from "./metadata";
export type { OutputProps, OutputValue } from "./outputs";
export { Stack, type StackProps } from "./stack";
export {
  dependsOn,
  getStack,
  type StackContext,
  type StackFunction,
  type StackFunctionProps,
  use,
} from "./stack-functions";
