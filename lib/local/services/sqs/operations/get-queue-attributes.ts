import type { Values } from "../../../model/model";
import { ServiceError } from "../../contract/define-service";
import type { LocalQueue } from "../queue";

/** Attributes of queues that have no value here. */
const others: readonly string[] = [
  "All",
  "Policy",
  "CreatedTimestamp",
  "LastModifiedTimestamp",
  "RedrivePolicy",
  "RedriveAllowPolicy",
  "FifoQueue",
  "ContentBasedDeduplication",
  "DeduplicationScope",
  "FifoThroughputLimit",
  "KmsMasterKeyId",
  "KmsDataKeyReusePeriodSeconds",
  "SqsManagedSseEnabled",
];

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_GetQueueAttributes.html */
export function getQueueAttributes(queue: LocalQueue, { AttributeNames: given }: Values): object {
  const names = Array.isArray(given) ? given.map(String) : [];
  const all = attributesOf(queue);
  const unknown = names.find((name) => !Object.hasOwn(all, name) && !others.includes(name));
  if (unknown !== undefined) throw new ServiceError("InvalidAttributeName", `Unknown Attribute ${unknown}.`);
  const asked = Object.entries(all).filter(([name]) => names.includes("All") || names.includes(name));
  return asked.length === 0 ? {} : { Attributes: Object.fromEntries(asked) };
}

function attributesOf({ settings, counts }: LocalQueue): Readonly<Record<string, string>> {
  return {
    QueueArn: settings.arn,
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
