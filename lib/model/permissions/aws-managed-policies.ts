import { managedPolicyName } from "../../facts/aws/arns";

/** Statements of policies that AWS manages, as far as they are about services of this machine. */
interface ManagedStatement {
  readonly Effect: "Allow";
  readonly Action: readonly string[];
  readonly Resource: "*";
}

const allow = (...Action: readonly string[]): ManagedStatement => ({
  Effect: "Allow",
  Action,
  Resource: "*",
});

const actions = (service: string, names: string): readonly string[] =>
  names.split(" ").map((name) => `${service}:${name}`);

const logs = actions("logs", "CreateLogGroup CreateLogStream PutLogEvents");
const networkInterfaces = actions(
  "ec2",
  "CreateNetworkInterface DescribeNetworkInterfaces DescribeSubnets DeleteNetworkInterface AssignPrivateIpAddresses UnassignPrivateIpAddresses",
);
const traces = actions(
  "xray",
  "PutTraceSegments PutTelemetryRecords GetSamplingRules GetSamplingTargets GetSamplingStatisticSummaries",
);
const readS3 = actions("s3", "Get* List* Describe*");
const readDynamodb = actions(
  "dynamodb",
  "BatchGetItem Describe* List* GetAbacStatus GetItem GetResourcePolicy Query Scan PartiQLSelect",
);

/**
 * By the name behind `policy/`.
 *
 * Source: https://docs.aws.amazon.com/aws-managed-policy/latest/reference/policy-list.html
 */
const policies: Readonly<Record<string, readonly ManagedStatement[]>> = {
  AdministratorAccess: [allow("*")],
  "service-role/AWSLambdaBasicExecutionRole": [allow(...logs)],
  "service-role/AWSLambdaVPCAccessExecutionRole": [allow(...logs, ...networkInterfaces)],
  "service-role/AWSLambdaENIManagementAccess": [allow(...networkInterfaces)],
  "service-role/AWSLambdaRole": [allow("lambda:InvokeFunction")],
  "service-role/AWSLambdaSQSQueueExecutionRole": [
    allow(...actions("sqs", "ReceiveMessage DeleteMessage GetQueueAttributes"), ...logs),
  ],
  "service-role/AWSLambdaDynamoDBExecutionRole": [
    allow(...actions("dynamodb", "DescribeStream GetRecords GetShardIterator ListStreams"), ...logs),
  ],
  "service-role/AWSLambdaKinesisExecutionRole": [
    allow(
      ...actions(
        "kinesis",
        "DescribeStream DescribeStreamSummary GetRecords GetShardIterator ListShards ListStreams SubscribeToShard",
      ),
      ...logs,
    ),
  ],
  "service-role/AmazonAPIGatewayPushToCloudWatchLogs": [allow("logs:*")],
  AWSXRayDaemonWriteAccess: [allow(...traces)],
  AmazonDynamoDBFullAccess: [allow("dynamodb:*")],
  AmazonDynamoDBReadOnlyAccess: [allow(...readDynamodb)],
  AmazonS3FullAccess: [allow("s3:*", "s3-object-lambda:*")],
  AmazonS3ReadOnlyAccess: [allow(...readS3)],
  AmazonSQSFullAccess: [allow("sqs:*")],
  AmazonSQSReadOnlyAccess: [
    allow(...actions("sqs", "GetQueueAttributes GetQueueUrl ListDeadLetterSourceQueues ListQueues")),
  ],
  AmazonSNSFullAccess: [allow("sns:*")],
  AmazonSNSReadOnlyAccess: [allow(...actions("sns", "Get* List*"))],
  AmazonEventBridgeFullAccess: [allow("events:*", "scheduler:*", "pipes:*", "schemas:*")],
  AmazonKinesisFullAccess: [allow("kinesis:*")],
  AmazonKinesisReadOnlyAccess: [allow(...actions("kinesis", "Get* List* Describe*"))],
  AmazonSSMFullAccess: [allow("ssm:*")],
  AmazonSSMReadOnlyAccess: [allow(...actions("ssm", "Describe* Get* List*"))],
  SecretsManagerReadWrite: [allow("secretsmanager:*")],
  AWSLambda_FullAccess: [allow("lambda:*")],
  AmazonRDSDataFullAccess: [
    allow("rds-data:*", ...actions("secretsmanager", "GetSecretValue DescribeSecret ListSecrets")),
  ],
  AWSCodeBuildDeveloperAccess: [
    allow(...actions("codebuild", "StartBuild StopBuild BatchGet* Get* List* RetryBuild")),
  ],
  AmazonAPIGatewayInvokeFullAccess: [allow(...actions("execute-api", "Invoke ManageConnections"))],
};

/** The document of a policy that AWS manages, by its ARN; undefined for one that is not known here. */
export function awsManagedPolicy(arn: string): object | undefined {
  const name = managedPolicyName(arn) ?? "";
  if (!Object.hasOwn(policies, name)) return undefined;
  return { Version: "2012-10-17", Statement: policies[name] };
}
