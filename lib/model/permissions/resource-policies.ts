import { formatArn, isArn, parseArn } from "../../facts/aws/arns";
import { isServicePrincipal } from "../../facts/aws/principals";
import type { PolicyDocumentStatement } from "../iam/policy-document";
import type { Model, Resource, Values } from "../resources/model";
import { text } from "../resources/values";
import { statementsOrDenial } from "./statements-of";

/** A resource that separates its policy from itself, or has it inside. */
interface PolicyHolder {
  readonly type: string;
  /** The attribute that names the resource of the policy. */
  readonly of: string;
  /** The ARN of the resource, from that attribute. */
  readonly arn: (named: string, model: Model) => string | undefined;
}

const byAttribute =
  (type: string, attribute: string) =>
  (named: string, model: Model): string | undefined => {
    const found = model.find(type, attribute, named);
    return found && text(found.values, "arn");
  };

const itself = (named: string): string => named;

const holders: readonly PolicyHolder[] = [
  {
    type: "aws_s3_bucket_policy",
    of: "bucket",
    arn: (bucket, { partition }) => formatArn({ partition }, "s3", bucket),
  },
  { type: "aws_s3_bucket", of: "arn", arn: itself },
  { type: "aws_sqs_queue_policy", of: "queue_url", arn: byAttribute("aws_sqs_queue", "url") },
  { type: "aws_sqs_queue", of: "arn", arn: itself },
  { type: "aws_sns_topic_policy", of: "arn", arn: itself },
  { type: "aws_sns_topic", of: "arn", arn: itself },
  { type: "aws_cloudwatch_event_bus_policy", of: "event_bus_name", arn: busArn },
  { type: "aws_dynamodb_resource_policy", of: "resource_arn", arn: itself },
  { type: "aws_kinesis_resource_policy", of: "resource_arn", arn: itself },
  { type: "aws_secretsmanager_secret_policy", of: "secret_arn", arn: itself },
  { type: "aws_secretsmanager_secret", of: "arn", arn: itself },
  { type: "aws_kms_key", of: "arn", arn: itself },
];

function busArn(name: string, { partition, region, account }: Model): string {
  return formatArn({ partition, region, account }, "events", `event-bus/${name}`);
}

/** The policy of a resource, or one of its policies, as the JSON declares it. */
export interface ResourcePolicyDocument {
  /** The ARN of the resource that the policy decides about. */
  readonly arn: string;
  /** The resource of the JSON that has the policy in it. */
  readonly holder: Resource;
  /** JSON text, or an object. */
  readonly document: unknown;
}

/** The policies of resources that a model declares. A resource may have several, such as a function with its permissions. */
export function resourcePolicyDocuments(model: Model): readonly ResourcePolicyDocument[] {
  const held = holders.flatMap(({ type, of, arn: arnOf }) =>
    model.ofType(type).flatMap((holder): readonly ResourcePolicyDocument[] => {
      const arn = arnOf(text(holder.values, of) ?? "", model);
      const document = text(holder.values, "policy");
      return arn === undefined || document === undefined ? [] : [{ arn, holder, document }];
    }),
  );
  const permissions = model.ofType("aws_lambda_permission").map((holder): ResourcePolicyDocument => {
    const [arn, statement] = functionPermission(model, holder);
    return { arn, holder, document: { Version: "2012-10-17", Statement: [statement] } };
  });
  return [...held, ...permissions];
}

/** The resource policies of a model, by the ARN of the resource. */
export class ModelResourcePolicies {
  private readonly documents: ReadonlyMap<string, readonly PolicyDocumentStatement[]>;

  constructor(model: Model) {
    const found = new Map<string, PolicyDocumentStatement[]>();
    for (const { arn, document } of resourcePolicyDocuments(model)) {
      found.set(arn, [...(found.get(arn) ?? []), ...statementsOrDenial(document, "resource")]);
    }
    this.documents = found;
  }

  /** The statements of the policy of a resource: of a bucket for its objects, of a function for its aliases. */
  of(arn: string): readonly PolicyDocumentStatement[] {
    return this.documents.get(arn) ?? this.documents.get(ownerArn(arn)) ?? [];
  }
}

/** The ARN of the resource whose policy decides about a part of it. */
function ownerArn(arn: string): string {
  const parts = parseArn(arn);
  if (parts?.service === "s3") return formatArn(parts, "s3", parts.resource.split("/", 1).join(""));
  if (parts?.service === "lambda") return formatArn(parts, "lambda", parts.resource.split(":", 2).join(":"));
  return arn;
}

/** A permission of a function as the statement that Lambda makes of it. */
function functionPermission(model: Model, { values, region }: Resource): readonly [string, object] {
  const named = text(values, "function_name") ?? "";
  const functionArn = isArn(named) ? named : formatArn({ ...model, region }, "lambda", `function:${named}`);
  const qualifier = text(values, "qualifier");
  const resource = qualifier === undefined ? functionArn : `${functionArn}:${qualifier}`;
  const principal = text(values, "principal") ?? "";
  return [
    ownerArn(functionArn),
    {
      Effect: "Allow",
      Action: text(values, "action") ?? "lambda:InvokeFunction",
      // Every version and alias runs the current code here.
      Resource: [resource, functionArn, `${ownerArn(functionArn)}:*`],
      Principal: principalElement(principal),
      ...conditionElement(values),
    },
  ];
}

function principalElement(principal: string): unknown {
  if (principal === "*") return "*";
  return isServicePrincipal(principal) ? { Service: principal } : { AWS: principal };
}

function conditionElement(values: Values): object {
  const sourceArn = text(values, "source_arn");
  const account = text(values, "source_account");
  const operators = {
    ...(sourceArn !== undefined && { ArnLike: { "AWS:SourceArn": sourceArn } }),
    ...(account !== undefined && { StringEquals: { "AWS:SourceAccount": account } }),
  };
  return Object.keys(operators).length === 0 ? {} : { Condition: operators };
}
