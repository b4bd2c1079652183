/**
 * Quotas of AWS, each with its source. Exceeding one fails the synthesis.
 *
 * The list has only hard limits, and adjustable ones that are rarely raised: `quotas` of the App has the raised value.
 */
export const quotas = {
  /** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
  environmentBytes: 4096,
  /** The limit of a synchronous invocation: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
  invocationPayloadBytes: 6_291_456,
  /** https://docs.aws.amazon.com/lambda/latest/api/API_Cors.html */
  functionUrlCorsMaxAgeSeconds: 86_400,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  routesPerHttpApi: 300,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html */
  routesPerWebSocketApi: 300,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  authorizersPerHttpApi: 10,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  stagesPerHttpApi: 10,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  scopesPerRoute: 10,
  /** https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-routes.html */
  scopeLength: 64,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  accessLogFormatBytes: 3072,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  audiencesPerJwtAuthorizer: 50,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
  authorizerCacheSeconds: 3600,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html */
  corsMaxAgeSeconds: 86_400,
  /** https://docs.aws.amazon.com/lambda/latest/dg/access-control-resource-based.html */
  functionPolicyBytes: 20_480,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
  resourcesPerRestApi: 300,
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
  authorizersPerRestApi: 10,
  /** https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html */
  filtersPerConsumer: 10,
  /** Without a quota increase: https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html */
  filtersPerConsumerUnasked: 5,
  /** https://docs.aws.amazon.com/lambda/latest/api/API_Filter.html */
  filterLength: 4096,
  /** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
  globalIndexesPerTable: 20,
  /** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
  localIndexesPerTable: 5,
  /** All indexes of a table together: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
  projectedAttributesPerTable: 100,
  /** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
  targetsPerEventRule: 5,
  /** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
  behaviorsPerDistribution: 75,
  /** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
  aliasesPerDistribution: 100,
  /** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
  cdnFunctionBytes: 10_240,
  /** The limit of an upload in one part: https://docs.aws.amazon.com/AmazonS3/latest/userguide/upload-objects.html */
  uploadBytes: 5_368_709_120,
  /** https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
  objectKeyBytes: 1024,
  /** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-policies.html */
  bucketPolicyBytes: 20_480,
  /** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-considerations.html */
  tablePolicyBytes: 20_480,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html */
  queuePolicyBytes: 8192,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html */
  actionsPerQueueStatement: 7,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html */
  statementsPerQueuePolicy: 20,
  /** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-policies.html */
  principalsPerQueuePolicy: 50,
  /** https://docs.aws.amazon.com/general/latest/gr/sns.html */
  topicPolicyBytes: 30_720,
  /** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
  eventBusPolicyBytes: 10_240,
  /** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
  eventPatternLength: 2048,
  /** https://docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html */
  keysPerFilterPolicy: 5,
  /** https://docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html */
  combinationsPerFilterPolicy: 150,
  /** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
  managedPoliciesPerRole: 10,
  /** https://docs.aws.amazon.com/general/latest/gr/appsync.html */
  appSyncSchemaBytes: 1_048_576,
  /** https://docs.aws.amazon.com/general/latest/gr/appsync.html */
  functionsPerPipeline: 10,
  /** https://docs.aws.amazon.com/general/latest/gr/appsync.html */
  authorizationModesPerAppSyncApi: 50,
  /** https://docs.aws.amazon.com/general/latest/gr/appsync.html */
  namespacesPerEventsApi: 50,
  /** https://docs.aws.amazon.com/appsync/latest/APIReference/API_FunctionConfiguration.html */
  appSyncCodeLength: 32_768,
  /** https://docs.aws.amazon.com/appsync/latest/APIReference/API_FunctionConfiguration.html */
  appSyncTemplateLength: 65_536,
  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-limits.html */
  conditionValuesPerListenerRule: 5,
  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_CreateTargetGroup.html */
  targetGroupNameLength: 32,
  /** https://docs.aws.amazon.com/iot/latest/apireference/API_CreateTopicRule.html */
  iotRuleNameLength: 128,
} as const;
