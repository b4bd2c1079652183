import { arnPattern, arnSource, arnWithService, exampleArn } from "../../../facts/aws/arn-patterns";
import { invokingService, servicePrincipal } from "../../../facts/aws/principals";
import {
  arnOf,
  count,
  description,
  jsonDocument,
  modelled,
  type NumberLimit,
  type ResourceLimits,
  range,
  textLimit,
  unless,
} from "./limit";

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

const retention =
  "https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html";
const lambdaApi = (type: string) => `https://docs.aws.amazon.com/lambda/latest/api/API_${type}.html`;
const keyArn = exampleArn("kms", "key/1234abcd-12ab-34cd-56ef-1234567890ab");
const policyArn = exampleArn("iam", "policy/ReadOnlyAccess", { account: "aws" });
const unlimited = Number.POSITIVE_INFINITY;

const name = /^[A-Za-z0-9_-]+$/;
const nameInWords = "letters, digits, - and _";

/** Instances that the account manages allow larger functions. */
const unlessManaged = (row: NumberLimit, larger: NumberLimit) =>
  unless(row, "capacityProviderConfig", () => true, larger);

/** Functions with their role and log group. */
export const lambdaLimits = {
  aws_lambda_function: {
    ...modelled(
      "description",
      "packageType",
      "architectures",
      "tracingConfig.mode",
      "snapStart.applyOn",
      "tenancyConfig.tenantIsolationMode",
      "loggingConfig.logFormat",
      "loggingConfig.applicationLogLevel",
      "loggingConfig.systemLogLevel",
    ),
    functionName: textLimit(createFunction, 64, name, nameInWords),
    handler: textLimit(createFunction, 128, /^\S*$/, "a path without white space"),
    memorySize: unlessManaged(
      range(createFunction, 128, 10_240, { unit: "MB" }),
      range(createFunction, 128, 32_768, { unit: "MB" }),
    ),
    timeout: unlessManaged(
      range(createFunction, 1, 900, { unit: "seconds" }),
      range(createFunction, 1, 5400, { unit: "seconds" }),
    ),
    "durableConfig.executionTimeout": range(durableConfig, 1, 31_622_400, { unit: "seconds" }),
    "durableConfig.retentionPeriod": range(durableConfig, 1, 90, { unit: "days" }),
    reservedConcurrentExecutions: range(createFunction, -1, Number.POSITIVE_INFINITY),
    layers: count(createFunction, 5, "layers"),
    kmsKeyArn: arnOf(createFunction, ["kms"], keyArn),
    codeSigningConfigArn: {
      ...textLimit(
        createFunction,
        200,
        arnPattern("lambda", /code-signing-config:csc-[a-z0-9]{17}/),
        "the ARN of a code signing config",
      ),
      sample: exampleArn("lambda", "code-signing-config:csc-0123456789abcdef0"),
    },
    "fileSystemConfig.arn": {
      ...textLimit(
        lambdaApi("FileSystemConfig"),
        200,
        arnPattern("elasticfilesystem", /access-point\/fsap-[a-f0-9]{17}/),
        "the ARN of an access point of EFS",
      ),
      sample: exampleArn("elasticfilesystem", "access-point/fsap-0123456789abcdef0"),
    },
    "fileSystemConfig.localMountPath": {
      ...textLimit(lambdaApi("FileSystemConfig"), 160, /^\/mnt\/[A-Za-z0-9-_.]+$/, "a folder below /mnt"),
      sample: "/mnt/files",
    },
    "deadLetterConfig.targetArn": arnOf(
      lambdaApi("DeadLetterConfig"),
      ["sqs", "sns"],
      exampleArn("sqs", "failed"),
    ),
    "ephemeralStorage.size": unlessManaged(
      range(createFunction, 512, 10_240, { unit: "MB" }),
      range(lambdaApi("EphemeralStorage"), 512, 32_768, { unit: "MB" }),
    ),
    "vpcConfig.subnetIds": count(vpcConfig, 16, "subnets"),
    "vpcConfig.securityGroupIds": count(vpcConfig, 5, "security groups"),
  },
  aws_lambda_layer_version: {
    ...modelled("description", "licenseInfo"),
    layerName: textLimit(publishLayer, 140, name, nameInWords),
    compatibleRuntimes: count(publishLayer, 15, "runtimes"),
  },
  aws_lambda_alias: {
    ...modelled("description"),
    name: textLimit(
      createAlias,
      128,
      /^(?!\d+$)[A-Za-z0-9_-]+$/,
      "1 to 128 letters, digits, - and _, and not only digits",
    ),
  },
  aws_lambda_permission: {
    ...modelled("functionUrlAuthType"),
    statementId: textLimit(addPermission, 100, name, nameInWords),
    statementIdPrefix: textLimit(addPermission, 74, name, nameInWords),
    action: {
      ...textLimit(
        addPermission,
        unlimited,
        /^(lambda:(\*|[A-Za-z]+)|\*)$/,
        "an action of Lambda: lambda:InvokeFunction",
      ),
      sample: "lambda:InvokeFunction",
    },
    principal: {
      ...textLimit(
        addPermission,
        unlimited,
        new RegExp(`^(\\*|\\d{12}|${arnSource("iam|sts", "\\S+")}|${invokingService})$`),
        `a service ("${servicePrincipal("s3")}"), an account, the ARN of a role or user, or "*"`,
      ),
      sample: servicePrincipal("s3"),
    },
    sourceArn: {
      ...textLimit(
        addPermission,
        unlimited,
        arnWithService,
        `an ARN such as "${exampleArn("s3", "bucket")}"`,
      ),
      sample: exampleArn("s3", "bucket"),
    },
    sourceAccount: {
      ...textLimit(addPermission, 12, /^\d{12}$/, "an account id of 12 digits", 12),
      sample: "111122223333",
    },
    principalOrgId: {
      ...textLimit(addPermission, 34, /^o-[a-z0-9]{10,32}$/, 'the id of an organization: "o-a1b2c3d4e5"'),
      sample: "o-a1b2c3d4e5",
    },
  },
  aws_lambda_event_source_mapping: {
    ...modelled("functionResponseTypes", "metricsConfig.metrics"),
    maximumBatchingWindowInSeconds: range(createMapping, 0, 300, { unit: "seconds" }),
    maximumRecordAgeInSeconds: range(createMapping, 60, 604_800, { also: [-1], unit: "seconds (7 days)" }),
    maximumRetryAttempts: range(createMapping, -1, 10_000),
    parallelizationFactor: range(createMapping, 1, 10),
    tumblingWindowInSeconds: range(createMapping, 0, 900),
    "scalingConfig.maximumConcurrency": range(createMapping, 2, 1000),
    "filterCriteria.filter.pattern": { ...jsonDocument(lambdaApi("Filter")), max: 4096 },
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
    assumeRolePolicy: jsonDocument(createRole),
    permissionsBoundary: arnOf(createRole, ["iam"], policyArn),
    managedPolicyArns: arnOf(createRole, ["iam"], policyArn),
  },
  aws_cloudwatch_log_group: {
    ...modelled("logGroupClass"),
    name: textLimit(createLogGroup, 512, /^[.\-_/#A-Za-z0-9]+$/, "letters, digits and . - _ / #"),
    retentionInDays: range(retention, 0, 1, {
      also: [
        3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
      ],
      unit: "day",
    }),
    kmsKeyId: arnOf(createLogGroup, ["kms"], keyArn),
    namePrefix: textLimit(createLogGroup, 486, /^[.\-_/#A-Za-z0-9]+$/, "letters, digits and . - _ / #"),
  },
} as const satisfies Readonly<Record<string, ResourceLimits>>;
