import { count, description, type ResourceLimits, range, textLimit } from "./limit";

const durableConfig = "https://docs.aws.amazon.com/lambda/latest/api/API_DurableConfig.html";
const createFunction = "https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html";
const publishLayer = "https://docs.aws.amazon.com/lambda/latest/api/API_PublishLayerVersion.html";
const createMapping = "https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html";
const vpcConfig = "https://docs.aws.amazon.com/lambda/latest/api/API_VpcConfig.html";
const addPermission = "https://docs.aws.amazon.com/lambda/latest/api/API_AddPermission.html";
const createAlias = "https://docs.aws.amazon.com/lambda/latest/api/API_CreateAlias.html";
const createRole = "https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html";
const createLogGroup =
  "https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html";

const name = /^[A-Za-z0-9_-]+$/;
const nameInWords = "letters, digits, - and _";

/** Functions, and what each function has: role and log group. */
export const lambdaLimits = {
  aws_lambda_function: {
    functionName: textLimit(createFunction, 64, name, nameInWords),
    description: description(createFunction, 256),
    handler: textLimit(createFunction, 128, /^\S*$/, "a path without white space"),
    memorySize: range(createFunction, 128, 10_240, { unit: "MB" }),
    timeout: range(createFunction, 1, 900, { unit: "seconds" }),
    "durableConfig.executionTimeout": range(durableConfig, 1, 31_622_400, { unit: "seconds" }),
    "durableConfig.retentionPeriod": range(durableConfig, 1, 90, { unit: "days" }),
    reservedConcurrentExecutions: range(createFunction, -1, Number.POSITIVE_INFINITY),
    layers: count(createFunction, 5, "layers"),
    "ephemeralStorage.size": range(createFunction, 512, 10_240, { unit: "MB" }),
    "vpcConfig.subnetIds": count(vpcConfig, 16, "subnets"),
    "vpcConfig.securityGroupIds": count(vpcConfig, 5, "security groups"),
  },
  aws_lambda_layer_version: {
    layerName: textLimit(publishLayer, 140, name, nameInWords),
    description: description(publishLayer, 256),
    licenseInfo: description(publishLayer, 512),
    compatibleRuntimes: count(publishLayer, 15, "runtimes"),
  },
  aws_lambda_alias: {
    name: textLimit(
      createAlias,
      128,
      /^(?!\d+$)[A-Za-z0-9_-]+$/,
      "1 to 128 letters, digits, - and _, and not only digits",
    ),
    description: description(createAlias, 256),
  },
  aws_lambda_permission: {
    statementId: textLimit(addPermission, 100, name, nameInWords),
    statementIdPrefix: textLimit(addPermission, 74, name, nameInWords),
  },
  aws_lambda_event_source_mapping: {
    maximumBatchingWindowInSeconds: range(createMapping, 0, 300, { unit: "seconds" }),
    maximumRecordAgeInSeconds: range(createMapping, 60, 604_800, { also: [-1], unit: "seconds (7 days)" }),
    maximumRetryAttempts: range(createMapping, -1, 10_000),
    parallelizationFactor: range(createMapping, 1, 10),
    tumblingWindowInSeconds: range(createMapping, 0, 900),
    "scalingConfig.maximumConcurrency": range(createMapping, 2, 1000),
  },
  aws_iam_role: {
    name: textLimit(createRole, 64, /^[\w+=,.@-]+$/, "letters, digits and _ + = , . @ -"),
    namePrefix: textLimit(createRole, 38, /^[\w+=,.@-]+$/, "letters, digits and _ + = , . @ -"),
    description: description(createRole, 1000),
    path: textLimit(
      createRole,
      512,
      /^\/([\x21-\x7e]+\/)?$/,
      'a path that begins and ends with /: "/service/"',
    ),
    maxSessionDuration: range(createRole, 3600, 43_200),
  },
  aws_cloudwatch_log_group: {
    name: textLimit(createLogGroup, 512, /^[.\-_/#A-Za-z0-9]+$/, "letters, digits and . - _ / #"),
    namePrefix: textLimit(createLogGroup, 486, /^[.\-_/#A-Za-z0-9]+$/, "letters, digits and . - _ / #"),
  },
} as const satisfies Readonly<Record<string, ResourceLimits>>;
