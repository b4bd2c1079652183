export {
  Api,
  type ApiAccessLogProps,
  type ApiAlbRouteProps,
  type ApiAuthorizer,
  type ApiBaseRouteProps,
  type ApiCloudRouteProps,
  type ApiCorsProps,
  type ApiDefaults,
  type ApiFunctionAuthorizer,
  type ApiFunctionRouteProps,
  type ApiGraphQLRouteProps,
  type ApiIntegrationProps,
  type ApiJwtAuthorizer,
  type ApiNlbRouteProps,
  type ApiProps,
  type ApiRouteProps,
  type ApiStageProps,
  type ApiThrottleProps,
  type ApiUrlRouteProps,
  type ApiUserDirectory,
  type ApiUserPool,
  type ApiUserPoolAuthorizer,
  type CloudSubtype,
  type PayloadFormatVersion,
} from "./api";
export {
  App,
  type AppBackendProps,
  type AppProps,
  type CloudBackendProps,
  type ConstructMetadata,
  dependsOn,
  type FunctionDefaults,
  type FunctionRef,
  getStack,
  type LocalBackendProps,
  type OutputProps,
  type OutputValue,
  type RemovalPolicy,
  type S3BackendProps,
  Stack,
  type StackContext,
  type StackFunction,
  type StackFunctionProps,
  type StackProps,
  use,
} from "./app";
export { Config, type ParameterProps } from "./config";
export {
  type AsyncInvokeProps,
  type BundleProps,
  type CommandHook,
  type CommandHooks,
  type CopyFile,
  type CurrentVersionOptions,
  type DestinationTarget,
  Function,
  type FunctionAliasProps,
  type FunctionProps,
  type FunctionReference,
  type FunctionUrlCorsProps,
  type FunctionUrlProps,
  type FunctionVersion,
  type JavaBundleProps,
  type NodeHooks,
  type NodeProps,
  type PythonBundleProps,
  type Runtime,
} from "./function";
export { GraphQLApi, type GraphQLApiProps } from "./graphql-api";
export type { ApiDomainProps } from "./shared/domain";
export type { Duration } from "./shared/duration";
export { type ErrorCode, isServerformError, ServerformError } from "./shared/errors";
export type { Override } from "./shared/override";
export {
  type IamStatement,
  type PermissionEntry,
  type Permissions,
  PolicyStatement,
  type PolicyStatementProps,
} from "./shared/permissions";
export type { Retention } from "./shared/retention";
export type { Size } from "./shared/size";
export {
  WebSocketApi,
  type WebSocketApiAccessLogProps,
  type WebSocketApiDomainProps,
  type WebSocketApiFunctionAuthorizer,
  type WebSocketApiFunctionRouteProps,
  type WebSocketApiProps,
} from "./web-socket-api";
