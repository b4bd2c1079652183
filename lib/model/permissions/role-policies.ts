import { managedPolicyName, roleNameOf } from "../../facts/aws/arns";
import { groupedBy } from "../../facts/text/grouped";
import type { PolicyDocumentStatement } from "../iam/policy-document";
import type { Model, Resource, Values } from "../resources/model";
import { blocks, number, text, textMap, texts } from "../resources/values";
import { statementsOrDenial } from "./statements-of";

/** A role of the model, with the statements of its policies. */
export interface LocalRole {
  readonly arn: string;
  readonly name: string;
  readonly id: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyDocumentStatement[];
  readonly boundary: readonly PolicyDocumentStatement[] | undefined;
  /** The trust policy of the role. */
  readonly trust: readonly PolicyDocumentStatement[];
  /** The longest session of someone who assumes the role. */
  readonly maxSessionSeconds: number;
  /** Unknown permissions: policies that the JSON names and does not contain. */
  readonly unknownPolicies: readonly string[];
}

/** The roles that a model declares. Each is read at its first use. */
export class ModelRoles {
  private readonly known = new Map<string, LocalRole | undefined>();
  private inline: ReadonlyMap<string, readonly Values[]> | undefined;

  constructor(private readonly model: Model) {}

  /** A role by its ARN or its name; undefined for one that the JSON does not declare. */
  find(arnOrName: string): LocalRole | undefined {
    const name = roleNameOf(arnOrName);
    if (this.known.has(name)) return this.known.get(name);
    const resource = this.model.find("aws_iam_role", "name", name);
    this.inline ??= policiesByRole(this.model);
    const role = resource && readRole(this.model, resource, name, this.inline.get(name) ?? []);
    this.known.set(name, role);
    return role;
  }
}

/** The inline policies that are resources of their own, by the name of the role. */
function policiesByRole(model: Model): ReadonlyMap<string, readonly Values[]> {
  const all = model.ofType("aws_iam_role_policy").map(({ values }) => values);
  return groupedBy(all, (values) => roleNameOf(text(values, "role") ?? ""));
}

function readRole(model: Model, { values }: Resource, name: string, inline: readonly Values[]): LocalRole {
  const arns = attachedPolicies(model, values, name);
  const boundaryArn = text(values, "permissions_boundary");
  const documents = [
    ...[...inline, ...blocks(values, "inline_policy")].flatMap((each) => text(each, "policy") ?? []),
    ...arns.map((arn) => policyDocumentOf(model, arn)),
  ];
  const unknownPolicies = [...arns, ...(boundaryArn === undefined ? [] : [boundaryArn])].filter(
    (arn) => policyDocumentOf(model, arn) === undefined,
  );
  const boundaryDocument = boundaryArn === undefined ? undefined : policyDocumentOf(model, boundaryArn);
  const trust = text(values, "assume_role_policy");
  return {
    arn: text(values, "arn") ?? name,
    name,
    id: text(values, "unique_id") ?? name,
    tags: textMap(values, "tags"),
    statements: documents.flatMap((each) => (each === undefined ? [] : statementsOrDenial(each, "identity"))),
    boundary: boundaryDocument === undefined ? undefined : statementsOrDenial(boundaryDocument, "identity"),
    trust: trust === undefined ? [] : statementsOrDenial(trust, "trust"),
    maxSessionSeconds: number(values, "max_session_duration") ?? 3600,
    unknownPolicies,
  };
}

/** ARNs of the managed policies of a role, each once. */
function attachedPolicies(model: Model, role: Values, name: string): readonly string[] {
  const isOf = (given: string | undefined): boolean => roleNameOf(given ?? "") === name;
  const single = model
    .ofType("aws_iam_role_policy_attachment")
    .filter(({ values }) => isOf(text(values, "role")))
    .flatMap(({ values }) => text(values, "policy_arn") ?? []);
  const several = model
    .ofType("aws_iam_policy_attachment")
    .filter(({ values }) => texts(values, "roles").some(isOf))
    .flatMap(({ values }) => text(values, "policy_arn") ?? []);
  const exclusive = model
    .ofType("aws_iam_role_policy_attachments_exclusive")
    .filter(({ values }) => isOf(text(values, "role_name")))
    .flatMap(({ values }) => texts(values, "policy_arns"));
  return [...new Set([...single, ...several, ...exclusive, ...texts(role, "managed_policy_arns")])];
}

/** The document of a managed policy: of the model, or of AWS. */
export function policyDocumentOf(model: Model, arn: string): unknown {
  const own = model.find("aws_iam_policy", "arn", arn) ?? model.find("data.aws_iam_policy", "arn", arn);
  return (own && text(own.values, "policy")) ?? awsManagedPolicy(arn);
}

/** Statements of policies that AWS manages, limited to the services of the local server. */
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
function awsManagedPolicy(arn: string): object | undefined {
  const name = managedPolicyName(arn) ?? "";
  if (!Object.hasOwn(policies, name)) return undefined;
  return { Version: "2012-10-17", Statement: policies[name] };
}
