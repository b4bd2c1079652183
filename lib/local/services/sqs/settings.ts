import { deployedAtSeconds } from "../../model/generated-id";
import type { Model, Resource } from "../../model/model";
import { block, flag, json, number, requireText, tagsOf, text } from "../../model/values";
import type { QueueSettings } from "./queue";

/** The queues of a model, by ARN. Defaults are those of SQS. */
export function queueSettings(model: Model): ReadonlyMap<string, QueueSettings> {
  return new Map(
    model.ofType("aws_sqs_queue").map((queue) => [requireText(queue.values, "arn"), settingsOf(queue)]),
  );
}

function settingsOf({ values }: Resource): QueueSettings {
  const redrive = block({ redrive: json(values, "redrive_policy") }, "redrive");
  return {
    name: requireText(values, "name"),
    arn: requireText(values, "arn"),
    url: requireText(values, "url"),
    fifo: flag(values, "fifo_queue") ?? false,
    contentBasedDeduplication: flag(values, "content_based_deduplication") ?? false,
    visibilitySeconds: number(values, "visibility_timeout_seconds") ?? 30,
    delaySeconds: number(values, "delay_seconds") ?? 0,
    retentionSeconds: number(values, "message_retention_seconds") ?? 345_600,
    maxMessageBytes: number(values, "max_message_size") ?? 262_144,
    waitSeconds: number(values, "receive_wait_time_seconds") ?? 0,
    attributes: {
      CreatedTimestamp: String(deployedAtSeconds),
      LastModifiedTimestamp: String(deployedAtSeconds),
      ...Object.fromEntries(
        Object.entries(copiedAttributes).flatMap(([name, attribute]) => {
          const value = text(values, attribute);
          return value === undefined || value === "" ? [] : [[name, value] as const];
        }),
      ),
    },
    tags: tagsOf(values),
    redrive: redrive && {
      targetArn: requireText(redrive, "deadLetterTargetArn"),
      maxReceiveCount: number(redrive, "maxReceiveCount") ?? 10,
    },
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
