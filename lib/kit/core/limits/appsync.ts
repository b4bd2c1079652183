import { arnPattern, exampleArn } from "../../../facts/aws/arn-patterns";
import { choice, javaRegexText, modelled, type ResourceLimits, range, textLimit } from "./limit";

const createApi = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateApi.html";
const createGraphql = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateGraphqlApi.html";
const createCache = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateApiCache.html";
const createResolver = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateResolver.html";
const createFunction = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateFunction.html";
const roleArn =
  "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-arns";

/** A role of an account, for logs and other services. */
export const roleArnLimit = textLimit(
  roleArn,
  2048,
  arnPattern("iam", /role\/[\w+=,.@/-]+/),
  `the ARN of a role: "${exampleArn("iam", "role/logs")}"`,
);

/** The handling of version conflicts by a resolver or a step. */
const conflicts = modelled("syncConfig.conflictDetection", "syncConfig.conflictHandler");

/** Rules for the tokens of a function that authorizes. */
export const tokenRuleLimit = javaRegexText(
  "https://docs.aws.amazon.com/appsync/latest/APIReference/API_LambdaAuthorizerConfig.html",
);

/** Rules for the ids of the clients of a user pool. */
export const clientRuleLimit = javaRegexText(
  "https://docs.aws.amazon.com/appsync/latest/APIReference/API_UserPoolConfig.html",
);

const authorizerConfig =
  "https://docs.aws.amazon.com/appsync/latest/APIReference/API_LambdaAuthorizerConfig.html";
const openIdConfig = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_OpenIDConnectConfig.html";
const unlimited = Number.POSITIVE_INFINITY;

/** The parts of an API that are props of the library. */
export const appSyncPartLimits = {
  tokenTtl: range(openIdConfig, 0, unlimited, { unit: "milliseconds" }),
  functionArn: textLimit(
    authorizerConfig,
    unlimited,
    arnPattern("lambda", /function:[\w-]+(:[\w$-]+)?/),
    `the ARN of a function: "${exampleArn("lambda", "function:door")}"`,
  ),
  signingService: textLimit(
    "https://docs.aws.amazon.com/appsync/latest/APIReference/API_AwsIamConfig.html",
    unlimited,
    /^[a-z0-9-]+$/,
    'the name of a service in signatures: "states"',
  ),
};

export const appSyncLimits = {
  aws_appsync_api: {
    name: textLimit(createApi, 50, /^[A-Za-z0-9_ -]+$/, "letters, digits, spaces, - and _"),
    ownerContact: textLimit(createApi, 250, /^[A-Za-z0-9_ .-]+$/, "letters, digits, spaces, ., - and _"),
  },
  aws_appsync_graphql_api: {
    ...modelled(
      "enhancedMetricsConfig.dataSourceLevelMetricsBehavior",
      "enhancedMetricsConfig.operationLevelMetricsConfig",
      "enhancedMetricsConfig.resolverLevelMetricsBehavior",
      "apiType",
    ),
    name: textLimit(createGraphql, unlimited),
    mergedApiExecutionRoleArn: { ...roleArnLimit, sample: exampleArn("iam", "role/merge") },
    ownerContact: textLimit(createGraphql, 256),
  },
  aws_appsync_resolver: {
    maxBatchSize: range(createResolver, 0, 2000),
    "cachingConfig.ttl": range(createResolver, 1, 3600, { unit: "seconds" }),
    "cachingConfig.cachingKeys": {
      ...textLimit(
        "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CachingConfig.html",
        Number.POSITIVE_INFINITY,
        /^\$(context|ctx)\.(arguments|args|source|identity)\b/,
        'an entry of the arguments, the source or the identity: "$context.arguments.id"',
      ),
      sample: "$context.arguments.id",
    },
    ...conflicts,
  },
  aws_appsync_function: {
    maxBatchSize: range(createFunction, 0, 2000),
    ...conflicts,
  },
  aws_appsync_api_cache: {
    ...modelled("apiCachingBehavior"),
    type: choice(
      createCache,
      ...["SMALL", "MEDIUM", "LARGE", "XLARGE", "LARGE_2X", "LARGE_4X", "LARGE_8X", "LARGE_12X"],
      ...["T2_SMALL", "T2_MEDIUM", "R4_LARGE", "R4_XLARGE", "R4_2XLARGE", "R4_4XLARGE", "R4_8XLARGE"],
    ),
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
