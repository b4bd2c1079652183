import { texts, type Values } from "../../../../model";
import { ServiceError } from "../../contract/define-service";
import type { LocalQueue } from "../queue";

/** Attributes that SQS knows and that a queue may lack. */
const optional: ReadonlySet<string> = new Set([
  "Policy",
  "RedrivePolicy",
  "RedriveAllowPolicy",
  "FifoQueue",
  "ContentBasedDeduplication",
  "DeduplicationScope",
  "FifoThroughputLimit",
  "KmsMasterKeyId",
  "KmsDataKeyReusePeriodSeconds",
  "SqsManagedSseEnabled",
]);

/**
 * The attributes that the request names.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html
 */
export function getQueueAttributes(queue: LocalQueue, input: Values): object {
  const names = texts(input, "AttributeNames");
  const all = attributesOf(queue);
  const unknown = names.find((name) => name !== "All" && !Object.hasOwn(all, name) && !optional.has(name));
  if (unknown !== undefined) throw new ServiceError("InvalidAttributeName", `Unknown Attribute ${unknown}.`);
  const wanted = Object.entries(all).filter(([name]) => names.includes("All") || names.includes(name));
  return wanted.length === 0 ? {} : { Attributes: Object.fromEntries(wanted) };
}

function attributesOf({ settings, counts }: LocalQueue): Readonly<Record<string, string>> {
  return {
    QueueArn: settings.arn,
    ...settings.attributes,
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
    VisibilityTimeout: String(settings.visibilitySeconds),
    DelaySeconds: String(settings.delaySeconds),
    MessageRetentionPeriod: String(settings.retentionSeconds),
    ReceiveMessageWaitTimeSeconds: String(settings.waitSeconds),
    MaximumMessageSize: String(settings.maxMessageBytes),
    ...(settings.fifo && {
      FifoQueue: "true",
      ContentBasedDeduplication: String(settings.contentBasedDeduplication),
    }),
    ...(settings.redrive !== undefined && {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: settings.redrive.targetArn,
        maxReceiveCount: settings.redrive.maxReceiveCount,
      }),
    }),
  };
}
