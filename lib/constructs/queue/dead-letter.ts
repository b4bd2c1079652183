import type { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { IConstruct } from "constructs";
import { checkInteger, checkKeys, isPlainObject, propKeys } from "../../core/check";
import { isFifo as isFifoQueue } from "../../core/fifo";
import { isProviderObject } from "../../core/override";
import { fail } from "./errors";
import type { QueueDeadLetterProps } from "./props";

const deadLetterKeys = propKeys<QueueDeadLetterProps>()({ queue: true, maxReceiveCount: true });

/** Refuses a dead-letter queue that AWS refuses. */
export function checkDeadLetter(where: IConstruct, given: unknown, isFifo: boolean): void {
  if (given === undefined) return;
  if (!isPlainObject(given)) {
    fail(where, "prop-invalid", "deadLetter", { value: given, expected: "{ queue, maxReceiveCount }" });
  }
  checkKeys(where, "deadLetter", given, deadLetterKeys);
  const target = requireQueue(where, given.queue);
  // Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html
  checkInteger(where, "deadLetter.maxReceiveCount", given.maxReceiveCount ?? 3, 1, 1000);
  if (isFifoQueue(target) === !isFifo) fail(where, "queue-fifo-mismatch", "deadLetter.queue", { isFifo });
}

/** The redrive policy of a queue; undefined for one without a dead-letter queue. */
export function redrivePolicy(
  where: IConstruct,
  given: QueueDeadLetterProps | undefined,
): string | undefined {
  if (given === undefined) return undefined;
  const { queue, maxReceiveCount = 3 } = given;
  return JSON.stringify({ deadLetterTargetArn: requireQueue(where, queue).arn, maxReceiveCount });
}

function requireQueue(where: IConstruct, value: unknown): SqsQueue {
  const { cdk } = Object(value) as { readonly cdk?: { readonly queue?: unknown } };
  const queue = cdk?.queue ?? value;
  if (isProviderObject(queue, "aws_sqs_queue")) return queue as unknown as SqsQueue;
  return fail(where, "prop-invalid", "deadLetter.queue", {
    value,
    expected: "a Queue, or an object of type aws_sqs_queue",
  });
}
