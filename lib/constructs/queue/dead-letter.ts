import type { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { IConstruct } from "constructs";
import { exampleArn } from "../../facts/aws/arn-patterns";
import { checkInteger, checkKeys, isPlainObject, propKeys } from "../../kit/core/checks/check";
import { parseJsonText } from "../../kit/core/formats/json-text";
import { isFifo as isFifoQueue } from "../../kit/core/names/fifo";
import { isProviderObject } from "../../kit/core/terraform/override";
import { fail } from "./errors";
import type { QueueDeadLetterProps, QueueProps } from "./props";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const mostReceptions = 1000;
const defaultReceptions = 3;

const deadLetterKeys = propKeys<QueueDeadLetterProps>()({ queue: true, maxReceiveCount: "number" });

/** The dead-letter queue that the caller gave, by the name that the caller wrote. */
export interface GivenDeadLetter {
  readonly prop: "deadLetter" | "deadLetterQueue";
  readonly value: unknown;
}

/** Reads `deadLetter` or its other name `deadLetterQueue`; undefined without either. Refuses both together. */
export function findDeadLetter(
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
export function parseRedrivePolicy(
  where: IConstruct,
  { prop, value }: GivenDeadLetter,
  isFifo: boolean,
): string {
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

export function checkRedrivePolicy(where: IConstruct, value: string | undefined): void {
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
