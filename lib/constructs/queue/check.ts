import { SqsQueue, type SqsQueueConfig } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Construct } from "constructs";
import { checkKeys, propKeys } from "../../core/check";
import type { NameRule } from "../../core/check-name";
import { checkOverride, findImport, type OverrideKeys } from "../../core/override";
import { quotas } from "../../core/quotas";
import { checkDeadLetter } from "./dead-letter";
import { fail } from "./errors";
import { checkFifoName } from "./fifo";
import type { QueueProps } from "./props";

const queueKeys = propKeys<QueueProps>()({ consumer: true, deadLetter: true, cdk: true });

/** What `cdk.queue` does not take. */
export const queueOverrideKeys: OverrideKeys = {
  rejected: { policy: "Use queue.addToResourcePolicy(...): a queue has one policy, and others add to it." },
};

const fifoOnly = ["contentBasedDeduplication", "deduplicationScope", "fifoThroughputLimit"] as const;

/** Refuses props that cannot work, before anything is created. */
export function checkQueueProps(queue: Construct, props: QueueProps): void {
  checkKeys(queue, "props", props, queueKeys);
  checkKeys(queue, "cdk", props.cdk ?? {}, ["id", "queue"]);
  const given = props.cdk?.queue;
  if (findImport(queue, "cdk.queue", given, "aws_sqs_queue") !== undefined) {
    if (props.deadLetter !== undefined) fail(queue, "imported-queue", "deadLetter", {});
    return;
  }
  checkOverride(queue, "cdk.queue", given ?? {}, SqsQueue, queueOverrideKeys);
  const override = (given ?? {}) as Partial<SqsQueueConfig>;
  const isFifo = override.fifoQueue === true;
  checkFifoName(queue, "cdk.queue.name", override.name, isFifo);
  for (const key of fifoOnly) {
    if (!isFifo && isOn(override[key])) fail(queue, "queue-needs-fifo", `cdk.queue.${key}`, {});
  }
  checkExclusive(queue, override, "name", "namePrefix");
  checkExclusive(queue, override, "kmsMasterKeyId", "sqsManagedSseEnabled");
  if (props.deadLetter !== undefined && override.redrivePolicy !== undefined) {
    fail(queue, "props-exclude", "deadLetter", { other: "cdk.queue.redrivePolicy" });
  }
  checkDeadLetter(queue, props.deadLetter, isFifo);
}

/** A key that is given as `false` is given, but asks for nothing. */
function isOn(value: unknown): boolean {
  return value !== undefined && value !== false;
}

function checkExclusive(
  queue: Construct,
  override: Partial<SqsQueueConfig>,
  key: keyof SqsQueueConfig,
  other: keyof SqsQueueConfig,
): void {
  if (isOn(override[key]) && isOn(override[other])) {
    fail(queue, "props-exclude", `cdk.queue.${key}`, { other: `cdk.queue.${other}` });
  }
}

/** What AWS takes as the name of a queue. */
export const queueName: NameRule = {
  pattern: /^[A-Za-z0-9_-]+(\.fifo)?$/,
  expected: "letters, digits, - and _",
  limit: quotas.queueNameLength,
};
