import { formatArn, isArn, managedPolicyArn } from "../../facts/aws/arns";
import { attachment, policyStatements, statementKeys } from "../cloudformation/constructs/iam";
import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import type { ResourceModel } from "../model/application";
import type { Place } from "../model/place";
import { attributeOf, Computed, isMap, joined, objectOf, referenceOf, type Value } from "../model/value";
import { itemsOf, type SourceNode } from "../source";

interface PolicyTemplate {
  /** The parameter that names the resource. */
  readonly parameter?: string;
  /** Its name in `permissions`, for a resource of the application. */
  readonly grant?: string;
  /** The equivalent statement: actions, and the ARN with `{}` for the parameter. */
  readonly actions: string;
  readonly resources?: readonly string[];
}

const anyPlace = { partition: "{partition}", region: "{region}", account: "{account}" };

const table = (grant: string, actions: string): PolicyTemplate => ({
  parameter: "TableName",
  grant,
  actions,
  resources: [arn("dynamodb", "table/{}"), arn("dynamodb", "table/{}/index/*")],
});
const bucket = (grant: string, actions: string): PolicyTemplate => ({
  parameter: "BucketName",
  grant,
  actions,
  resources: [bucketArn("{}"), bucketArn("{}/*")],
});
const queue = (grant: string, actions: string): PolicyTemplate => ({
  parameter: "QueueName",
  grant,
  actions,
  resources: [arn("sqs", "{}")],
});
const topic = (grant: string, actions: string): PolicyTemplate => ({
  parameter: "TopicName",
  grant,
  actions,
  resources: [arn("sns", "{}")],
});
const stream = (grant: string, actions: string): PolicyTemplate => ({
  parameter: "StreamName",
  grant,
  actions,
  resources: [arn("kinesis", "stream/{}")],
});

function arn(service: string, resource: string): string {
  return formatArn(anyPlace, service, resource);
}

function bucketArn(resource: string): string {
  return formatArn({ partition: anyPlace.partition }, "s3", resource);
}

/**
 * The policy templates of SAM, with their actions and resources.
 *
 * Source: https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/serverless-policy-template-list.html
 */
const templates: Readonly<Record<string, PolicyTemplate | undefined>> = {
  DynamoDBCrudPolicy: table(
    "grantReadWriteData",
    "dynamodb:GetItem dynamodb:DeleteItem dynamodb:PutItem dynamodb:Scan dynamodb:Query dynamodb:UpdateItem dynamodb:BatchWriteItem dynamodb:BatchGetItem dynamodb:DescribeTable dynamodb:ConditionCheckItem",
  ),
  DynamoDBReadPolicy: table(
    "grantReadData",
    "dynamodb:GetItem dynamodb:Scan dynamodb:Query dynamodb:BatchGetItem dynamodb:DescribeTable",
  ),
  DynamoDBWritePolicy: table(
    "grantWriteData",
    "dynamodb:PutItem dynamodb:UpdateItem dynamodb:BatchWriteItem",
  ),
  DynamoDBStreamReadPolicy: {
    ...table(
      "grantStreamRead",
      "dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator dynamodb:ListStreams",
    ),
    resources: [arn("dynamodb", "table/{}/stream/*")],
  },
  S3ReadPolicy: bucket(
    "grantRead",
    "s3:GetObject s3:ListBucket s3:GetBucketLocation s3:GetObjectVersion s3:GetLifecycleConfiguration",
  ),
  S3WritePolicy: bucket("grantPut", "s3:PutObject s3:PutObjectAcl s3:PutLifecycleConfiguration"),
  S3CrudPolicy: bucket(
    "grantReadWrite",
    "s3:GetObject s3:ListBucket s3:GetBucketLocation s3:GetObjectVersion s3:PutObject s3:PutObjectAcl s3:GetLifecycleConfiguration s3:PutLifecycleConfiguration s3:DeleteObject",
  ),
  S3FullAccessPolicy: bucket("grantFullAccess", "s3:*"),
  SQSSendMessagePolicy: queue("grantSendMessages", "sqs:SendMessage"),
  SQSPollerPolicy: queue(
    "grantConsumeMessages",
    "sqs:ChangeMessageVisibility sqs:DeleteMessage sqs:GetQueueAttributes sqs:ReceiveMessage",
  ),
  SNSPublishMessagePolicy: topic("grantPublish", "sns:Publish"),
  SNSCrudPolicy: topic(
    "grantFullAccess",
    "sns:Publish sns:Subscribe sns:ListSubscriptionsByTopic sns:SetTopicAttributes",
  ),
  EventBridgePutEventsPolicy: {
    parameter: "EventBusName",
    grant: "grantPutEventsTo",
    actions: "events:PutEvents",
    resources: [arn("events", "event-bus/{}")],
  },
  KinesisStreamReadPolicy: stream(
    "grantRead",
    "kinesis:ListStreams kinesis:DescribeLimits kinesis:DescribeStream kinesis:DescribeStreamSummary kinesis:GetRecords kinesis:GetShardIterator kinesis:SubscribeToShard kinesis:ListShards",
  ),
  KinesisCrudPolicy: stream(
    "grantReadWrite",
    "kinesis:PutRecord kinesis:PutRecords kinesis:GetRecords kinesis:GetShardIterator kinesis:DescribeStream kinesis:ListShards",
  ),
  LambdaInvokePolicy: {
    parameter: "FunctionName",
    grant: "grantInvoke",
    actions: "lambda:InvokeFunction",
    resources: [`${arn("lambda", "function:{}")}*`],
  },
  StepFunctionsExecutionPolicy: {
    parameter: "StateMachineName",
    actions: "states:StartExecution",
    resources: [arn("states", "stateMachine:{}")],
  },
  SSMParameterReadPolicy: {
    parameter: "ParameterName",
    actions: "ssm:GetParameters ssm:GetParameter ssm:GetParametersByPath",
    resources: [arn("ssm", "parameter/{}")],
  },
  SSMParameterWithSlashPrefixReadPolicy: {
    parameter: "ParameterName",
    actions: "ssm:GetParameters ssm:GetParameter ssm:GetParametersByPath",
    resources: [arn("ssm", "parameter{}")],
  },
  AWSSecretsManagerGetSecretValuePolicy: {
    parameter: "SecretArn",
    actions: "secretsmanager:GetSecretValue",
    resources: ["{}"],
  },
  KMSDecryptPolicy: { parameter: "KeyId", actions: "kms:Decrypt", resources: [arn("kms", "key/{}")] },
  KMSEncryptPolicy: { parameter: "KeyId", actions: "kms:Encrypt", resources: [arn("kms", "key/{}")] },
  FirehoseWritePolicy: {
    parameter: "DeliveryStreamName",
    actions: "firehose:PutRecord firehose:PutRecordBatch",
    resources: [arn("firehose", "deliverystream/{}")],
  },
  SESCrudPolicy: {
    parameter: "IdentityName",
    actions: "ses:GetIdentityVerificationAttributes ses:SendEmail ses:SendRawEmail ses:VerifyEmailIdentity",
    resources: [arn("ses", "identity/{}")],
  },
  SESEmailTemplateCrudPolicy: {
    actions:
      "ses:CreateTemplate ses:GetTemplate ses:ListTemplates ses:UpdateTemplate ses:DeleteTemplate ses:TestRenderTemplate",
  },
  RekognitionDetectOnlyPolicy: {
    actions:
      "rekognition:DetectFaces rekognition:DetectLabels rekognition:DetectModerationLabels rekognition:DetectText",
  },
  RekognitionLabelsPolicy: { actions: "rekognition:DetectLabels rekognition:DetectModerationLabels" },
  ComprehendBasicAccessPolicy: {
    actions:
      "comprehend:BatchDetectKeyPhrases comprehend:DetectDominantLanguage comprehend:DetectEntities comprehend:BatchDetectEntities comprehend:DetectKeyPhrases comprehend:DetectSentiment comprehend:BatchDetectDominantLanguage comprehend:BatchDetectSentiment",
  },
  TextractPolicy: { actions: "textract:*" },
  TextractDetectAnalyzePolicy: {
    actions:
      "textract:DetectDocumentText textract:StartDocumentTextDetection textract:StartDocumentAnalysis textract:AnalyzeDocument",
  },
  TextractGetResultPolicy: { actions: "textract:GetDocumentTextDetection textract:GetDocumentAnalysis" },
  CloudWatchPutMetricPolicy: { actions: "cloudwatch:PutMetricData" },
  PollyFullAccessPolicy: { actions: "polly:*" },
};

/** Managed policies whose actions each function of the library may perform by default. */
const builtIn =
  /(AWSLambdaBasicExecutionRole|AWSXRayDaemonWriteAccess|AWSXrayWriteOnlyAccess|AWSLambdaVPCAccessExecutionRole|AWSLambda(SQSQueue|DynamoDB|Kinesis)ExecutionRole|VPCAccessPolicy)$/;

interface ReadPolicies {
  /** Entries of `permissions`. */
  readonly permissions: readonly Value[];
  /** ARNs of managed policies. */
  readonly managed: readonly Value[];
}

/**
 * Reads `Policies`.
 *
 * @param isGranted - whether a name belongs to an object that can be in `permissions`
 */
export function readPolicies(
  node: SourceNode | undefined,
  scope: TemplateScope,
  isGranted: (name: string) => boolean,
): ReadPolicies {
  const permissions: Value[] = [];
  const managed: Value[] = [];
  for (const each of itemsOf(node)) {
    const value = toValue(each, scope);
    if (typeof value === "string") {
      if (!builtIn.test(value)) managed.push(isArn(value) ? value : managedPolicyArn("aws", value));
    } else if (value instanceof Computed) {
      if (!builtIn.test(String(value.parts.at(-1)))) managed.push(value);
    } else if (each.get("Statement") !== undefined) {
      permissions.push(...policyStatements(each.get("Statement"), scope));
    } else {
      for (const [name, parameters] of each.entries) {
        if (builtIn.test(name)) continue;
        const entry = ofTemplate(name, parameters, scope, isGranted);
        if (entry === undefined)
          scope.findings.todo(each.place, `The policy template \`${name}\` was not translated.`);
        else permissions.push(entry);
      }
    }
  }
  return { permissions, managed };
}

function ofTemplate(
  name: string,
  parameters: SourceNode,
  scope: TemplateScope,
  isGranted: (name: string) => boolean,
): Value {
  const template = templates[name];
  if (template === undefined) return undefined;
  const { parameter, grant, actions, resources } = template;
  const value = parameter === undefined ? undefined : toValue(parameters.get(parameter), scope);
  const found = referenceOf(value);
  if (grant !== undefined && found !== undefined && isGranted(found.target))
    return [objectOf(found.target, found.place), grant];
  if (parameter !== undefined && value === undefined) return undefined;
  return {
    actions: actions.split(" "),
    resources: resources === undefined ? ["*"] : resources.map((each) => filled(each, value)),
  };
}

const stackParts: Readonly<Record<string, string>> = {
  "{partition}": "stack.partition",
  "{region}": "stack.region",
  "{account}": "stack.account",
};

/** An ARN with the names of the stack and of the resource. */
function filled(template: string, name: Value): Value {
  const parts = template.split(/(\{\w*\})/).map((part): Value => {
    const code = stackParts[part];
    if (code !== undefined) return new Computed([{ code }]);
    return part === "{}" ? name : part;
  });
  return joined(parts);
}

/** The policies of a role that does not belong to a function, all as statements. */
export const documentPolicies = (node: SourceNode | undefined, scope: TemplateScope): ReadPolicies =>
  readPolicies(node, scope, () => false);

export const attachedPolicies = (
  name: string,
  place: Place,
  managed: readonly Value[],
): readonly ResourceModel[] =>
  managed.map((policyArn, index) =>
    attachment(`${name}Policy${index + 1}`, place, attributeOf(name, "RoleName", place), policyArn),
  );

/** Permissions as statements of a policy document, for roles that are not those of functions. */
export function permissionStatements(permissions: readonly Value[]): readonly Value[] {
  return permissions.map((each) => {
    if (!isMap(each)) return each;
    const named = Object.entries(each).map(([key, value]) => [statementKeys[key] ?? key, value]);
    return { Effect: "Allow", ...Object.fromEntries(named) };
  });
}
