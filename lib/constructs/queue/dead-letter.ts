import type { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { IConstruct } from "constructs";
import { exampleArn } from "../../aws/arn-patterns";
import { checkInteger, checkKeys, isPlainObject, propKeys } from "../../core/checks/check";
import { parseJsonText } from "../../core/formats/json-text";
import { isFifo as isFifoQueue } from "../../core/names/fifo";
import { isProviderObject } from "../../core/terraform/override";
import { fail } from "./errors";
import type { QueueDeadLetterProps } from "./props";

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const mostReceptions = 1000;

const deadLetterKeys = propKeys<QueueDeadLetterProps>()({ queue: true, maxReceiveCount: "number" });

/** The redrive policy of a queue; undefined without a dead-letter queue. Refuses what AWS does not accept. */
export function parseRedrivePolicy(where: IConstruct, given: unknown, isFifo: boolean): string | undefined {
  if (given === undefined) return undefined;
  if (!isPlainObject(given)) {
    fail(where, "prop-invalid", "deadLetter", { value: given, expected: "{ queue, maxReceiveCount }" });
  }
  checkKeys(where, "deadLetter", given, deadLetterKeys);
  const { queue, maxReceiveCount = 3 } = given;
  const target = requireQueue(where, queue);
  checkInteger(where, "deadLetter.maxReceiveCount", maxReceiveCount, 1, mostReceptions);
  if (isFifoQueue(target) === !isFifo) fail(where, "queue-fifo-mismatch", "deadLetter.queue", { isFifo });
  return JSON.stringify({ deadLetterTargetArn: target.arn, maxReceiveCount });
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

function requireQueue(where: IConstruct, value: unknown): SqsQueue {
  const { cdk } = Object(value) as { readonly cdk?: { readonly queue?: unknown } | undefined };
  const queue = cdk?.queue ?? value;
  if (isProviderObject(queue, "aws_sqs_queue")) return queue as unknown as SqsQueue;
  return fail(where, "prop-invalid", "deadLetter.queue", {
    value,
    expected: "a Queue, or an object of type aws_sqs_queue",
  });
}
