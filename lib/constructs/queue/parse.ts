import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue, type SqsQueueConfig } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { acceptedKeys, checkKeys, propKeys } from "../../kit/core/checks/check";
import { checkOverride, findImport, type OverrideKeys } from "../../kit/core/terraform/override";
import { checkRedrivePolicy, findDeadLetter, parseRedrivePolicy } from "./dead-letter";
import { fail } from "./errors";
import { checkFifoName } from "./fifo";
import type { QueueProps } from "./props";

const queueKeys = propKeys<QueueProps>()({
  consumer: true,
  deadLetter: "map",
  deadLetterQueue: true,
  cdk: "map",
});

/** Keys that `cdk.queue` does not accept. */
const overrideKeys: OverrideKeys = {
  rejected: {
    policy:
      "Use queue.addToResourcePolicy(...): a queue has only one policy, and other constructs add to it.",
  },
};

const onlyWithFifo = (attribute: string): string =>
  `You can specify the ${attribute} only when FifoQueue is set to true.`;

/**
 * Keys of FIFO queues, with the words in which SQS refuses them for others.
 *
 * Source: https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.snapshot.json)
 */
const fifoOnly = {
  contentBasedDeduplication: "Unknown Attribute ContentBasedDeduplication.",
  deduplicationScope: onlyWithFifo("DeduplicationScope"),
  fifoThroughputLimit: onlyWithFifo("FifoThroughputLimit"),
} satisfies { readonly [Key in keyof SqsQueueConfig]?: string };

/** The existing queue, or the config of the created one. */
export interface ParsedQueue {
  readonly imported: SqsQueue | DataAwsSqsQueue | undefined;
  /** Empty for an imported queue. */
  readonly override: Partial<SqsQueueConfig>;
  readonly redrivePolicy: string | undefined;
}

/** Refuses props that cannot work, before anything is created. */
export function parseQueueProps(queue: Construct, written: QueueProps): ParsedQueue {
  const props = acceptedKeys(queue, "props", written, queueKeys);
  attempt(() => checkKeys(queue, "cdk", props.cdk ?? {}, ["id", "queue"]));
  const given = props.cdk?.queue ?? {};
  const deadLetter = findDeadLetter(queue, props);
  const imported = findImport<SqsQueue | DataAwsSqsQueue>(queue, "cdk.queue", given, "aws_sqs_queue");
  if (imported !== undefined) {
    if (deadLetter !== undefined) fail(queue, "imported-queue", deadLetter.prop, {});
    return { imported, override: {}, redrivePolicy: undefined };
  }
  attempt(() => checkOverride(queue, "cdk.queue", given, SqsQueue, overrideKeys));
  const override = given as Partial<SqsQueueConfig>;
  const isFifo = override.fifoQueue === true;
  attempt(() => checkFifoName(queue, "cdk.queue.name", override.name, isFifo));
  for (const [key, refusal] of Object.entries(fifoOnly)) {
    const value = override[key as keyof typeof fifoOnly];
    if (!isFifo && isOn(value)) fail(queue, "queue-needs-fifo", `cdk.queue.${key}`, { refusal });
  }
  if (override.name !== undefined && override.namePrefix !== undefined) {
    fail(queue, "props-exclude", "cdk.queue.name", { other: "cdk.queue.namePrefix" });
  }
  if (isOn(override.kmsMasterKeyId) && isOn(override.sqsManagedSseEnabled)) {
    fail(queue, "queue-two-encryptions", "cdk.queue.kmsMasterKeyId", {});
  }
  if (deadLetter !== undefined && override.redrivePolicy !== undefined) {
    fail(queue, "props-exclude", deadLetter.prop, { other: "cdk.queue.redrivePolicy" });
  }
  attempt(() => checkRedrivePolicy(queue, override.redrivePolicy));
  return { imported, override, redrivePolicy: deadLetter && parseRedrivePolicy(queue, deadLetter, isFifo) };
}

/** A key with the value `false` has no effect. */
function isOn(value: unknown): boolean {
  return value !== undefined && value !== false;
}
