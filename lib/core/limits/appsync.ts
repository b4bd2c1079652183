import { choice, type ResourceLimits, textLimit } from "./limit";

const createApi = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateApi.html";
const createGraphql = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateGraphqlApi.html";
const createCache = "https://docs.aws.amazon.com/appsync/latest/APIReference/API_CreateApiCache.html";
const roleArn =
  "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-arns";

/** The role of an account, as logs and other services take it. */
export const roleArnLimit = textLimit(
  roleArn,
  2048,
  /^arn:[\w-]+:iam::\d{12}:role\/[\w+=,.@/-]+$/,
  'the ARN of a role: "arn:aws:iam::111122223333:role/logs"',
);

/** APIs of AppSync. */
export const appSyncLimits = {
  aws_appsync_api: {
    name: textLimit(createApi, 50, /^[A-Za-z0-9_ -]+$/, "letters, digits, spaces, - and _"),
    ownerContact: textLimit(createApi, 250, /^[A-Za-z0-9_ .-]+$/, "letters, digits, spaces, ., - and _"),
  },
  aws_appsync_graphql_api: {
    apiType: choice(createGraphql, "GRAPHQL", "MERGED"),
  },
  aws_appsync_api_cache: {
    type: choice(
      createCache,
      ...["SMALL", "MEDIUM", "LARGE", "XLARGE", "LARGE_2X", "LARGE_4X", "LARGE_8X", "LARGE_12X"],
      ...["T2_SMALL", "T2_MEDIUM", "R4_LARGE", "R4_XLARGE", "R4_2XLARGE", "R4_4XLARGE", "R4_8XLARGE"],
    ),
    apiCachingBehavior: choice(
      createCache,
      "FULL_REQUEST_CACHING",
      "PER_RESOLVER_CACHING",
      "OPERATION_LEVEL_CACHING",
    ),
  },
} satisfies Readonly<Record<string, ResourceLimits>>;
