import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue, type SqsQueueConfig } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Construct, IConstruct } from "constructs";
import { exampleArn } from "../../facts/aws/arn-patterns";
import { attempt } from "../../facts/errors/problems";
import {
  acceptedKeys,
  checkInteger,
  checkKeys,
  checkOverride,
  findImport,
  isFifo as isFifoQueue,
  isPlainObject,
  isProviderObject,
  literalName,
  type OverrideKeys,
  parseJsonText,
  propKeys,
} from "../../kit/core";
import { fail } from "./errors";
import type { QueueDeadLetterProps, QueueProps } from "./props";

const queueKeys = propKeys<QueueProps>()(
  {
    consumer: true,
    deadLetter: "map",
    deadLetterQueue: true,
    cdk: "map",
  },
  () => ({ queue: { resource: SqsQueue, ...overrideKeys } }),
);

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

/** Refuses a FIFO queue whose name does not end in .fifo, and the reverse, as AWS does. */
function checkFifoName(where: IConstruct, prop: string, name: unknown, isFifo: boolean): void {
  const value = literalName(name);
  if (value !== undefined && value.endsWith(".fifo") !== isFifo) {
    fail(where, "queue-name-fifo", prop, { value, isFifo });
  }
}

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const mostReceptions = 1000;
const defaultReceptions = 3;

const deadLetterKeys = propKeys<QueueDeadLetterProps>()({ queue: true, maxReceiveCount: "number" });

/** The dead-letter queue that the caller gave, by the name that the caller wrote. */
interface GivenDeadLetter {
  readonly prop: "deadLetter" | "deadLetterQueue";
  readonly value: unknown;
}

/** Reads `deadLetter` or its other name `deadLetterQueue`; undefined without either. Refuses both together. */
function findDeadLetter(
  where: IConstruct,
  { deadLetter, deadLetterQueue }: QueueProps,
): GivenDeadLetter | undefined {
  if (deadLetter !== undefined && deadLetterQueue !== undefined) {
    fail(where, "props-exclude", "deadLetterQueue", { other: "deadLetter" });
  }
  if (deadLetter !== undefined) return { prop: "deadLetter", value: deadLetter };
  return deadLetterQueue === undefined ? undefined : { prop: "deadLetterQueue", value: deadLetterQueue };
}

/** The redrive policy for a dead-letter queue. Refuses values that AWS does not accept. */
function parseRedrivePolicy(where: IConstruct, { prop, value }: GivenDeadLetter, isFifo: boolean): string {
  const { queue, queueProp, maxReceiveCount } = parseDeadLetter(where, prop, value);
  const target = requireQueue(where, queueProp, queue);
  checkInteger(where, `${prop}.maxReceiveCount`, maxReceiveCount, 1, mostReceptions);
  if (isFifoQueue(target) === !isFifo) fail(where, "queue-fifo-mismatch", queueProp, { isFifo });
  return JSON.stringify({ deadLetterTargetArn: target.arn, maxReceiveCount });
}

/** Only `deadLetterQueue` may be the queue itself. */
function parseDeadLetter(where: IConstruct, prop: GivenDeadLetter["prop"], value: unknown) {
  if (isPlainObject(value)) {
    checkKeys(where, prop, value, deadLetterKeys);
    const { queue, maxReceiveCount = defaultReceptions } = value;
    return { queue, queueProp: `${prop}.queue`, maxReceiveCount };
  }
  if (prop === "deadLetterQueue")
    return { queue: value, queueProp: prop, maxReceiveCount: defaultReceptions };
  return fail(where, "prop-invalid", prop, { value, expected: "{ queue, maxReceiveCount }" });
}

/** Refuses a written policy that SQS refuses. A policy that is known only at deployment passes. */
const redriveExample = JSON.stringify({
  deadLetterTargetArn: exampleArn("sqs", "orders-failed"),
  maxReceiveCount: 3,
});

function checkRedrivePolicy(where: IConstruct, value: string | undefined): void {
  const prop = "cdk.queue.redrivePolicy";
  if (value === undefined || value === "") return;
  const policy = parseJsonText(where, prop, value, redriveExample);
  const reason = policy && redriveProblem(policy);
  if (reason !== undefined) fail(where, "queue-redrive-policy", prop, { value, reason });
}

function redriveProblem(policy: Readonly<Record<string, unknown>>): string | undefined {
  const { deadLetterTargetArn, maxReceiveCount } = policy;
  if (deadLetterTargetArn === undefined) return "lacks deadLetterTargetArn";
  if (maxReceiveCount === undefined) return "lacks maxReceiveCount";
  const count = Number(maxReceiveCount);
  const isCount = Number.isInteger(count) && count >= 1 && count <= mostReceptions;
  return isCount ? undefined : `has a maxReceiveCount that is not 1 to ${mostReceptions}`;
}

function requireQueue(where: IConstruct, prop: string, value: unknown): SqsQueue {
  const { cdk } = Object(value) as { readonly cdk?: { readonly queue?: unknown } | undefined };
  const queue = cdk?.queue ?? value;
  if (isProviderObject(queue, "aws_sqs_queue")) return queue as unknown as SqsQueue;
  return fail(where, "prop-invalid", prop, {
    value,
    expected: "a Queue, or an object of type aws_sqs_queue",
  });
}
