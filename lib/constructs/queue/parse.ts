import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import { SqsQueue, type SqsQueueConfig } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Construct, IConstruct } from "constructs";
import { exampleArn } from "../../facts/aws/arn-patterns";
import { attempt } from "../../facts/errors/problems";
import { type App, prefixedName, Stack } from "../../kit/app";
import {
  acceptedKeys,
  checkInteger,
  checkKeys,
  checkLimit,
  isFifo as isFifoQueue,
  isPlainObject,
  isProviderObject,
  isUnresolved,
  limits,
  literalName,
  type OverrideKeys,
  overlay,
  parseImport,
  parseJsonText,
  propKeys,
  refuseValue,
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

/** Facts of a queue for its consumer. */
export interface QueueFacts {
  readonly isFifo: boolean;
  /** In seconds; undefined if it is known only at deployment. */
  readonly visibility: number | undefined;
}

/** Refuses props that cannot work, before anything is created. */
export function parseQueueProps(queue: Construct, written: QueueProps) {
  const props = acceptedKeys(queue, "props", written, queueKeys);
  const { consumer } = props;
  const cdk = acceptedKeys(queue, "cdk", props.cdk ?? {}, ["id", "queue"]);
  const deadLetter = attempt(() => findDeadLetter(queue, props));
  const { imported, override } = parseImport(queue, "cdk.queue", cdk.queue, SqsQueue, overrideKeys);
  if (imported !== undefined) {
    if (deadLetter !== undefined) attempt(() => fail(queue, "imported-queue", deadLetter.prop, {}));
    return { imported, config: {}, facts: factsOf(imported), consumer };
  }
  const isFifo = override.fifoQueue === true;
  attempt(() => checkConflicts(queue, override, isFifo));
  const redrivePolicy = attempt(() => {
    if (deadLetter === undefined) return checkRedrivePolicy(queue, override.redrivePolicy);
    if (override.redrivePolicy !== undefined) {
      fail(queue, "props-exclude", deadLetter.prop, { other: "cdk.queue.redrivePolicy" });
    }
    return parseRedrivePolicy(queue, deadLetter, isFifo);
  });
  const config = queueConfig(queue, override, redrivePolicy);
  attempt(() => checkLimit(queue, "cdk.queue.name", config.name, limits.aws_sqs_queue.name));
  const { visibilityTimeoutSeconds: visibility = 30 } = config;
  return { imported, config, facts: { isFifo, visibility }, consumer };
}

/** The values of a data source are known only at deployment. */
function factsOf(imported: SqsQueue | DataAwsSqsQueue): QueueFacts {
  const visibility =
    "visibilityTimeoutSecondsInput" in imported ? (imported.visibilityTimeoutSecondsInput ?? 30) : undefined;
  return { isFifo: isFifoQueue(imported) ?? false, visibility };
}

function checkConflicts(queue: Construct, override: Partial<SqsQueueConfig>, isFifo: boolean): void {
  checkFifoName(queue, "cdk.queue.name", override.name, isFifo);
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
}

function queueConfig(
  queue: Construct,
  given: Partial<SqsQueueConfig>,
  redrivePolicy: string | undefined,
): SqsQueueConfig {
  const { kmsMasterKeyId, namePrefix } = given;
  const suffix = given.fifoQueue === true ? ".fifo" : "";
  const config: SqsQueueConfig = {
    name: namePrefix === undefined ? `${prefixedName(queue)}${suffix}` : undefined,
    sqsManagedSseEnabled: kmsMasterKeyId === undefined ? true : undefined,
    redrivePolicy,
  };
  return longestVisibility(Stack.of(queue).app, overlay(config, given));
}

/** The same as the longest time of a function, in seconds. */
const longestVisibilityTimeout = 900;

/** Under `serverform start --increase-timeout`, messages stay hidden as long as a debugger may stop their function. */
function longestVisibility({ live }: App, config: SqsQueueConfig): SqsQueueConfig {
  const { visibilityTimeoutSeconds: given } = config;
  if (live?.increasesTimeout !== true || isUnresolved(given)) return config;
  return { ...config, visibilityTimeoutSeconds: Math.max(given ?? 0, longestVisibilityTimeout) };
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
  return refuseValue(where, prop, value, "{ queue, maxReceiveCount }");
}

/** Refuses a written policy that SQS refuses. A policy that is known only at deployment passes. */
const redriveExample = JSON.stringify({
  deadLetterTargetArn: exampleArn("sqs", "orders-failed"),
  maxReceiveCount: 3,
});

function checkRedrivePolicy(where: IConstruct, value: string | undefined): undefined {
  const prop = "cdk.queue.redrivePolicy";
  if (value === undefined || value === "") return undefined;
  const policy = parseJsonText(where, prop, value, redriveExample);
  const reason = policy && redriveProblem(policy);
  return reason === undefined ? undefined : fail(where, "queue-redrive-policy", prop, { value, reason });
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
  return refuseValue(where, prop, value, "a Queue, or an object of type aws_sqs_queue");
}
