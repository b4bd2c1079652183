import { Token } from "cdktf";
import type { Construct } from "constructs";
import { fail } from "../shared/errors";
import type { PermissionEntry } from "../shared/permissions";
import { type DestinationTarget, parseDestination } from "./invoke-config";

/**
 * Where word of given-up batches goes: standard queues and topics only.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/kinesis-on-failure-destination.html
 */
export function parseFailureDestination(
  owner: Construct,
  prop: string,
  target: DestinationTarget,
): { readonly arn: string; readonly permission: PermissionEntry } {
  const destination = parseDestination(owner, prop, target, ["aws_sqs_queue", "aws_sns_topic"]);
  if (isFifo(target)) {
    const value = typeof target === "string" ? target : target.node.path;
    fail(owner, "consumer-destination-fifo", prop, { value });
  }
  return destination;
}

function isFifo(target: DestinationTarget): boolean {
  if (typeof target === "string") return !Token.isUnresolved(target) && target.endsWith(".fifo");
  const { cdk } = target as { readonly cdk?: Readonly<Record<string, unknown>> };
  const resource = Object(cdk?.queue ?? cdk?.topic ?? target) as Readonly<Record<string, unknown>>;
  const name = resource.nameInput;
  return (
    resource.fifoQueueInput === true ||
    resource.fifoTopicInput === true ||
    (typeof name === "string" && name.endsWith(".fifo"))
  );
}
