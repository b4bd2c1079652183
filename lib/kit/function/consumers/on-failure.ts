import type { Construct } from "constructs";
import { isFifoTarget } from "../../core/names/fifo";
import type { PermissionEntry } from "../../iam/permissions";
import { type DestinationTarget, parseDestination } from "../invocation/destination";
import { fail } from "./errors";

/**
 * The destination for discarded batches: only standard queues and topics.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/kinesis-on-failure-destination.html
 */
export function parseFailureDestination(
  owner: Construct,
  prop: string,
  target: DestinationTarget,
): { readonly arn: string; readonly permission: PermissionEntry } {
  const destination = parseDestination(owner, prop, target, owner, ["aws_sqs_queue", "aws_sns_topic"]);
  if (isFifoTarget(target)) {
    const value = typeof target === "string" ? target : target.node.path;
    fail(owner, "consumer-destination-fifo", prop, { value });
  }
  return destination;
}
