import {
  block,
  deployedAtSeconds,
  flag,
  json,
  type Model,
  number,
  type Resource,
  requireText,
  tagsOf,
  text,
  type Values,
} from "../../../model";
import { ServiceError } from "../contract/define-service";

/** The queues of a model, by ARN. Defaults are those of the provider, which sends them to SQS. */
export function queueSettings(model: Model): ReadonlyMap<string, QueueSettings> {
  return new Map(
    model.ofType("aws_sqs_queue").map((queue) => {
      const values = withOwnPolicies(model, queue);
      return [requireText(values, "arn"), settingsOf(values)];
    }),
  );
}

/** Policies of a queue may be resources of their own. */
const policies = {
  policy: ["aws_sqs_queue_policy", "policy"],
  redrive_policy: ["aws_sqs_queue_redrive_policy", "redrive_policy"],
  redrive_allow_policy: ["aws_sqs_queue_redrive_allow_policy", "redrive_allow_policy"],
} as const;

function withOwnPolicies(model: Model, { values }: Resource): Values {
  const url = requireText(values, "url");
  const own = Object.entries(policies).flatMap(([attribute, [type, name]]) => {
    const policy = text(model.find(type, "queue_url", url)?.values ?? {}, name);
    return policy === undefined ? [] : [[attribute, policy] as const];
  });
  return { ...values, ...Object.fromEntries(own) };
}

function settingsOf(values: Values) {
  const redrive = block({ redrive: json(values, "redrive_policy") }, "redrive");
  const isPerGroup = text(values, "deduplication_scope") === "messageGroup";
  return {
    name: requireText(values, "name"),
    arn: requireText(values, "arn"),
    url: requireText(values, "url"),
    fifo: flag(values, "fifo_queue") ?? false,
    contentBasedDeduplication: flag(values, "content_based_deduplication") ?? false,
    /** The range in which a deduplication id is used once. */
    deduplicationScope: isPerGroup ? "messageGroup" : "queue",
    visibilitySeconds: number(values, "visibility_timeout_seconds") ?? 30,
    delaySeconds: number(values, "delay_seconds") ?? 0,
    retentionSeconds: number(values, "message_retention_seconds") ?? 345_600,
    maxMessageBytes: number(values, "max_message_size") ?? 262_144,
    /** The time that a request waits for messages by default, in seconds. */
    waitSeconds: number(values, "receive_wait_time_seconds") ?? 0,
    /** Further attributes in the answer of `GetQueueAttributes`. */
    attributes: attributesOf(values),
    tags: tagsOf(values),
    redrive: redrive && {
      targetArn: requireText(redrive, "deadLetterTargetArn"),
      maxReceiveCount: number(redrive, "maxReceiveCount") ?? 10,
    },
  };
}

/** Settings of a queue. */
export type QueueSettings = Readonly<ReturnType<typeof settingsOf>>;

function attributesOf(values: Values): Readonly<Record<string, string>> {
  const copied = Object.entries(copiedAttributes).flatMap(([name, attribute]) => {
    const value = text(values, attribute);
    return value === undefined || value === "" ? [] : [[name, value] as const];
  });
  const given = Object.fromEntries(copied);
  const hasKey = given.KmsMasterKeyId !== undefined;
  return {
    CreatedTimestamp: String(deployedAtSeconds),
    LastModifiedTimestamp: String(deployedAtSeconds),
    SqsManagedSseEnabled: String(!hasKey),
    ...(hasKey && {
      KmsDataKeyReusePeriodSeconds: text(values, "kms_data_key_reuse_period_seconds") ?? "300",
    }),
    ...(flag(values, "fifo_queue") && { DeduplicationScope: "queue", FifoThroughputLimit: "perQueue" }),
    ...given,
  };
}

/** Attributes that are returned as the JSON has them. */
const copiedAttributes = {
  Policy: "policy",
  RedriveAllowPolicy: "redrive_allow_policy",
  DeduplicationScope: "deduplication_scope",
  FifoThroughputLimit: "fifo_throughput_limit",
  KmsMasterKeyId: "kms_master_key_id",
  SqsManagedSseEnabled: "sqs_managed_sse_enabled",
} as const;

interface Range {
  readonly least: number;
  readonly most: number;
  /** AWS words its refusals differently. @default - "Must be >= 0 and <= 20, if provided." */
  readonly reason?: string;
}

/**
 * Whole numbers that requests may hold.
 *
 * Sources: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html, and
 * https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.snapshot.json) for the reasons
 */
const ranges = {
  DelaySeconds: { least: 0, most: 900, reason: "DelaySeconds must be >= 0 and <= 900." },
  MaxNumberOfMessages: { least: 1, most: 10, reason: "Must be between 1 and 10, if provided." },
  MaxNumberOfMessagesPerSecond: { least: 1, most: 500 },
  MaxResults: { least: 1, most: 10 },
  VisibilityTimeout: { least: 0, most: 43_200 },
  WaitTimeSeconds: { least: 0, most: 20 },
} satisfies Record<string, Range>;

/** A number of a request; undefined when it is absent. Throws when SQS does not take it. */
export function numberIn(input: Values, name: keyof typeof ranges): number | undefined {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  const { least, most, reason }: Range = ranges[name];
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ServiceError(
    "InvalidParameterValue",
    `Value ${JSON.stringify(value).slice(0, 100)} for parameter ${name} is invalid. Reason: ${reason ?? `Must be >= ${least} and <= ${most}, if provided.`}`,
  );
}
