import type { DataAwsSqsQueue } from "@cdktf/provider-aws/lib/data-aws-sqs-queue";
import type { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { IConstruct } from "constructs";
import { parseArnOf } from "../../facts/aws/arns";
import { Stack } from "../app/stack";
import { refuseValue } from "../core/errors";
import { isFifoTarget } from "../core/names/fifo";
import { isProviderObject } from "../core/terraform/override";
import { isUnresolved } from "../core/tokens/unresolved";
import { hasPermissionTarget, permissionTarget } from "../iam/permissions";
import { type PolicySource, sourceArn } from "../iam/policy-source";
import { type HasResourcePolicy, resourcePolicy } from "../iam/resource-policy";
import { fail } from "./errors";
import { allowTargetKey, checkTargetKey } from "./target-key";

/** A queue of the library, or the ARN of a queue. */
export type DeadLetterQueue =
  | string
  | (IConstruct & { readonly cdk: { readonly queue: SqsQueue | DataAwsSqsQueue } });

/** A queue for events that could not be delivered, checked. */
export interface ParsedDeadLetterQueue {
  readonly arn: string;
  /** The queue of the library, whose policy must allow the sender; undefined for other queues. */
  readonly queue: (IConstruct & HasResourcePolicy) | undefined;
  /** The provider object of the queue; undefined for an ARN. */
  readonly object: unknown;
}

/**
 * Refuses values that are not queues, and senders that the policy of the queue cannot name.
 *
 * @param source - the sender, as the policy of the queue names it
 * @param canBeFifo - whether the sender also sends to FIFO queues
 */
export function parseDeadLetterQueue(
  where: IConstruct,
  prop: string,
  given: unknown,
  source: PolicySource,
  canBeFifo = false,
): ParsedDeadLetterQueue {
  const own = typeof given === "string" ? (findQueue(where, given) ?? given) : given;
  if (!canBeFifo && isFifoTarget(own)) {
    fail(where, "dead-letter-fifo", prop, {
      value: typeof own === "string" ? own : (own as IConstruct).node.path,
    });
  }
  if (hasPermissionTarget(own) && resourcePolicy in own && own[permissionTarget]().row.name === "Queue") {
    const queue = own as IConstruct & HasResourcePolicy;
    checkSource(queue, source);
    const { queue: object } = (own as unknown as Exclude<DeadLetterQueue, string>).cdk;
    checkTargetKey(where, prop, object);
    return { arn: own[permissionTarget]().arn, queue, object };
  }
  // Other queues have their own policy, which the library does not change.
  if (isProviderObject(given, "aws_sqs_queue")) {
    checkTargetKey(where, prop, given);
    return { arn: (given as unknown as { readonly arn: string }).arn, queue: undefined, object: given };
  }
  if (typeof given === "string" && (isUnresolved(given) || parseArnOf("sqs", given) !== undefined)) {
    return { arn: given, queue: undefined, object: undefined };
  }
  return refuseValue(where, prop, given, "a Queue of this library, or the ARN of a queue");
}

/** Lets a service send to a dead-letter queue of the library; returns the ARN of the queue. */
export function allowDeadLetters(
  { arn, queue, object }: ParsedDeadLetterQueue,
  service: string,
  source: PolicySource,
): string {
  queue?.[resourcePolicy].allow({ service, source, action: "sqs:SendMessage" });
  allowTargetKey(source.construct, object, service);
  return arn;
}

/** The queue of the library that a reference such as `queue.queueArn` points to. */
function findQueue(where: IConstruct, arn: string): IConstruct | undefined {
  if (!isUnresolved(arn)) return undefined;
  const all = Stack.of(where).app.node.findAll().filter(hasPermissionTarget);
  return all.find((each) => resourcePolicy in each && each[permissionTarget]().arn === arn);
}

/** Refuses a source that the policy of a resource in another stack could not name; changes nothing. */
export function checkSource(resource: IConstruct & HasResourcePolicy, source: PolicySource): void {
  if (!resource[resourcePolicy].isForeign) sourceArn(Stack.of(resource), source);
}
