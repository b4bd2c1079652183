import { checkDefaults } from "./app/functions/function-defaults";
import { debugStackOf } from "./app/settings/live";
import { createDebugStack } from "./constructs/debug-stack";
import { constructDescriptions } from "./constructs/list";
import { loadCdktf } from "./core/terraform/load-cdktf";
import { provideConstructs } from "./description/construct-description";
import { checkDefaultProps } from "./function/default-props";

export {
  App,
  type AppBackendProps,
  type AppProps,
  type CloudBackendProps,
  type ConstructMetadata,
  type ConstructMetadataEntry,
  type DebugStackProps,
  dependsOn,
  type FunctionDefaults,
  type FunctionRef,
  getStack,
  type LocalBackendProps,
  type OutputProps,
  type OutputValue,
  type ProviderAssumeRoleProps,
  type ProviderIgnoreTagsProps,
  type ProviderProps,
  type ProviderWebIdentityProps,
  type RemovalPolicy,
  type S3BackendProps,
  Stack,
  type StackBackendProps,
  type StackContext,
  type StackFunction,
  type StackFunctionProps,
  type StackProps,
  use,
} from "./app";
export {
  Api,
  type ApiAccessLogProps,
  type ApiAlbRouteProps,
  ApiAuthorizationType,
  type ApiAuthorizer,
  type ApiBaseRouteProps,
  type ApiCloudRouteProps,
  type ApiCorsProps,
  type ApiDefaults,
  type ApiFunctionAuthorizer,
  type ApiFunctionIntegrationProps,
  type ApiFunctionRouteProps,
  type ApiGraphQLRouteProps,
  type ApiHttpApiOverride,
  type ApiIntegrationProps,
  type ApiJwt,
  type ApiJwtAuthorizer,
  type ApiNlbRouteProps,
  ApiPayloadFormatVersion,
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
} from "./constructs/api";
export {
  AppSyncApi,
  type AppSyncApiApiKeyProps,
  type AppSyncApiAuthenticationProvider,
  type AppSyncApiAuthenticationType,
  type AppSyncApiDataSource,
  type AppSyncApiDomainProps,
  type AppSyncApiDynamodbDataSource,
  type AppSyncApiEventBusDataSource,
  type AppSyncApiFunctionAuthorizer,
  type AppSyncApiFunctionDataSource,
  type AppSyncApiGraphqlApiOverride,
  type AppSyncApiHttpDataSource,
  type AppSyncApiLogProps,
  type AppSyncApiMapping,
  type AppSyncApiNoneDataSource,
  type AppSyncApiOpenSearchDataSource,
  type AppSyncApiPipelineFunctionOverride,
  type AppSyncApiPipelineStep,
  type AppSyncApiProps,
  type AppSyncApiRdsDataSource,
  type AppSyncApiResolver,
  type AppSyncApiResolverOverride,
  type AppSyncApiResolverProps,
  type AppSyncApiUserDirectory,
  type AppSyncApiUserPool,
} from "./constructs/app-sync-api";
export { Auth, type AuthAttachProps, type AuthProps } from "./constructs/auth";
export {
  Bucket,
  type BucketCorsRule,
  type BucketEvent,
  type BucketFilter,
  type BucketFunctionNotificationProps,
  type BucketNotification,
  type BucketProps,
  type BucketQueueNotificationProps,
  type BucketTopicNotificationProps,
} from "./constructs/bucket";
export { Config, type ParameterProps } from "./constructs/config";
export { Cron, type CronJobProps, type CronProps, type CronScheduleOverride } from "./constructs/cron";
export {
  EventBus,
  type EventBusFunctionTargetProps,
  type EventBusLogGroupTargetProps,
  type EventBusPattern,
  type EventBusProps,
  type EventBusQueueTargetProps,
  type EventBusRuleOverride,
  type EventBusRuleProps,
  type EventBusTarget,
} from "./constructs/event-bus";
export {
  EventsApi,
  type EventsApiAuthorization,
  type EventsApiHandler,
  type EventsApiHandlerProps,
  type EventsApiLogProps,
  type EventsApiNamespace,
  type EventsApiProps,
} from "./constructs/events-api";
export { GraphQLApi, type GraphQLApiProps } from "./constructs/graphql-api";
export { Job, type JobMemorySize, type JobProjectOverride, type JobProps } from "./constructs/job";
export { KinesisStream, type KinesisStreamProps } from "./constructs/kinesis-stream";
export type { AnyConstructMetadata } from "./constructs/list";
export {
  McpAuthority,
  type McpAuthorityProps,
  type McpClientDocumentsProps,
  type McpRegistrationProps,
  type McpServerProps,
} from "./constructs/mcp-authority";
export { NextjsSite } from "./constructs/nextjs-site";
export { Pipe, type PipeOverride, type PipeProps, type PipeSource, type PipeTarget } from "./constructs/pipe";
export {
  Queue,
  type QueueConsumerProps,
  type QueueDeadLetterProps,
  type QueueProps,
} from "./constructs/queue";
export {
  RDS,
  type RDSCapacity,
  type RDSClusterOverride,
  type RDSEngine,
  type RDSProps,
  type RDSScalingProps,
  type RDSTypesProps,
} from "./constructs/rds";
export { ReactStaticSite, type ReactStaticSiteProps } from "./constructs/react-static-site";
export {
  type RestApi,
  RestV1Api,
  type RestV1ApiAccessLogProps,
  type RestV1ApiAlbRouteProps,
  type RestV1ApiAuthorizer,
  type RestV1ApiAuthorizerCdkProps,
  type RestV1ApiBalancerIntegrationProps,
  type RestV1ApiBaseRouteProps,
  type RestV1ApiCorsPreflightOptions,
  type RestV1ApiCustomDomainCdkProps,
  type RestV1ApiCustomDomainProps,
  type RestV1ApiDefaults,
  type RestV1ApiDeployOptions,
  type RestV1ApiEnhancedSecurityPolicy,
  type RestV1ApiFnRequestAuthorizer,
  type RestV1ApiFnTokenAuthorizer,
  type RestV1ApiFunctionRouteProps,
  type RestV1ApiGatewayResponseProps,
  type RestV1ApiIntegrationProps,
  type RestV1ApiIntegrationResponse,
  type RestV1ApiKeyProps,
  type RestV1ApiMethodProps,
  type RestV1ApiMethodResponse,
  type RestV1ApiModelProps,
  type RestV1ApiMtlsProps,
  type RestV1ApiNlbRouteProps,
  type RestV1ApiProps,
  type RestV1ApiQuota,
  type RestV1ApiRequestValidatorProps,
  type RestV1ApiRestApiProps,
  type RestV1ApiRouteProps,
  type RestV1ApiRoutingRule,
  type RestV1ApiThrottle,
  type RestV1ApiTruststoreBucket,
  type RestV1ApiUsagePlan,
  type RestV1ApiUsagePlanProps,
  type RestV1ApiUsagePlanStage,
  type RestV1ApiUserDirectory,
  type RestV1ApiUserPoolsAuthorizer,
} from "./constructs/rest-v1-api";
export { Script, type ScriptParam, type ScriptProps } from "./constructs/script";
export { Site } from "./constructs/site";
export { StaticSite } from "./constructs/static-site";
export {
  Table,
  TableFieldType,
  type TableGlobalIndexProps,
  type TableLocalIndexProps,
  type TableOverride,
  type TablePrimaryIndex,
  type TableProjection,
  type TableProps,
  type TableReplicaProps,
  type TableStream,
  type TableWarmThroughputProps,
} from "./constructs/table";
export {
  Topic,
  type TopicFunctionSubscriberProps,
  type TopicProps,
  type TopicQueueSubscriberProps,
  type TopicSubscription,
} from "./constructs/topic";
export {
  type IotTriggerProps,
  type LoadBalancerConditions,
  type LoadBalancerTriggerProps,
  type LogGroupTriggerProps,
  type SkillTriggerProps,
  Trigger,
  type TriggerProps,
  type TriggerResources,
  type TriggerSubscriptionFilterOverride,
  type TriggerType,
} from "./constructs/trigger";
export {
  Userbase,
  type UserbaseAccountTakeoverProps,
  type UserbaseAmazonProps,
  type UserbaseAppleProps,
  type UserbaseAuthFlow,
  type UserbaseBrandingAsset,
  type UserbaseBrandingProps,
  type UserbaseClientProps,
  type UserbaseCompromisedCredentialsProps,
  type UserbaseCredentialsEvent,
  type UserbaseDomainProps,
  type UserbaseEmailProps,
  type UserbaseEnterpriseProvider,
  type UserbaseFacebookProps,
  type UserbaseFeatureTier,
  type UserbaseGoogleProps,
  type UserbaseGroupProps,
  type UserbaseIdentityPoolFederationProps,
  type UserbaseIdentityPoolOverride,
  type UserbaseIdentityProvidersProps,
  type UserbaseKmsKey,
  type UserbaseLogDeliveryProps,
  type UserbaseLogGroupTarget,
  type UserbaseLogin,
  type UserbaseLogTarget,
  type UserbaseMachineClientProps,
  type UserbaseMfaFactor,
  type UserbaseMfaProps,
  type UserbaseOidcEndpoints,
  type UserbaseOidcProps,
  type UserbaseOneTimePassword,
  type UserbasePasskeyProps,
  type UserbasePasswordCharacters,
  type UserbasePasswordPolicyProps,
  type UserbaseProps,
  type UserbaseRefreshTokenRotationProps,
  type UserbaseResourceServerProps,
  type UserbaseRiskAction,
  type UserbaseRiskEmail,
  type UserbaseRiskNotificationsProps,
  type UserbaseRiskResponse,
  type UserbaseSamlProps,
  type UserbaseThreatProtectionProps,
  type UserbaseTokenValidityProps,
  type UserbaseUserClientProps,
  type UserbaseUserPoolClientOverride,
  type UserbaseUserPoolOverride,
  type UserbaseUserPoolTriggers,
} from "./constructs/userbase";
export { ViteStaticSite, type ViteStaticSiteProps } from "./constructs/vite-static-site";
export {
  WebSocketApi,
  type WebSocketApiAccessLogProps,
  type WebSocketApiAuthorizer,
  type WebSocketApiDomainProps,
  type WebSocketApiFunctionAuthorizer,
  type WebSocketApiFunctionRouteProps,
  type WebSocketApiJwtAuthorizer,
  type WebSocketApiOverride,
  type WebSocketApiProps,
  type WebSocketApiStageOverride,
  type WebSocketApiTokenSource,
  type WebSocketApiUserPoolAuthorizer,
} from "./constructs/web-socket-api";
export type { EventPattern } from "./core/formats/event-pattern";
export type { Override } from "./core/terraform/override";
export type { Duration } from "./core/units/duration";
export type { Retention } from "./core/units/retention";
export type { Size } from "./core/units/size";
export { type ErrorCode, isServerformError } from "./error-codes";
export { ServerformError } from "./errors/error";
export type { DeadLetterQueue } from "./events/dead-letters";
export type { EventRuleOverride } from "./events/rule";
export type { CronOptions, Schedule, ScheduleExpression } from "./events/schedule";
export type { EventTargetOverride } from "./events/target";
export {
  type AsyncInvokeProps,
  type BindingEntry,
  type BundleProps,
  type CommandHook,
  type CommandHooks,
  type ConsumerProps,
  type CopyFile,
  type CurrentVersionOptions,
  type DestinationTarget,
  type EventSourceOverride,
  type ExistingFunction,
  Function,
  type FunctionAliasProps,
  type FunctionDurableProps,
  type FunctionLoggingProps,
  type FunctionMetadata,
  type FunctionProps,
  type FunctionReference,
  type FunctionUrlCorsProps,
  type FunctionUrlProps,
  type FunctionVersion,
  type JavaBundleProps,
  Layer,
  type LayerProps,
  type LayerVersionOverride,
  type NodeHooks,
  type NodeProps,
  type PythonBundleProps,
  type Runtime,
  type StreamConsumerProps,
} from "./function";
export type { ApiDomainCdkProps, ApiDomainProps, ApiMtlsProps, ApiTruststoreBucket } from "./gateway";
export {
  type IamPrincipals,
  type IamResourceStatement,
  type IamStatement,
  type PermissionEntry,
  type Permissions,
  PolicyStatement,
  type PolicyStatementProps,
  type ProviderResourceStatement,
  type ResourceStatement,
  type ResourceStatementProps,
} from "./iam/permissions";
export type {
  FrameworkName,
  NextjsSiteProps,
  ServerSiteProps,
  SiteBaseProps,
  SiteCdkProps,
  SiteDevProps,
  SiteDistributionOverride,
  SiteDomainProps,
  SiteFileOptions,
  SiteFunctionProps,
  SiteProps,
  SiteReplaceValue,
  SiteServerProps,
  StaticSiteProps,
} from "./site";

// Before anything else of the library loads it.
loadCdktf();
// Permissions and messages name constructs, and no layer below this one may import them.
provideConstructs(() => constructDescriptions);
debugStackOf.provide(() => createDebugStack);
checkDefaults.provide(() => checkDefaultProps);
