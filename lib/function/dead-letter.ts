import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Construct } from "constructs";
import { Stack } from "../app/stack";
import { fail } from "../shared/errors";
import { physicalName } from "../shared/name";
import { findImport } from "../shared/override";
import type { PermissionEntry } from "../shared/permissions";
import type { FunctionProps } from "./props";

/** Where events go that could not be processed, and what the role needs to send them there. */
export interface DeadLetterTarget {
  readonly arn: string;
  readonly permission: PermissionEntry;
}

type DeadLetterProps = Pick<FunctionProps, "deadLetterQueue" | "deadLetterTopic" | "deadLetterQueueEnabled">;

/** The dead-letter target of a function; creates a queue when one is asked for and none is given. */
export function findDeadLetterTarget(fn: Construct, props: DeadLetterProps): DeadLetterTarget | undefined {
  const { deadLetterQueue, deadLetterTopic, deadLetterQueueEnabled = false } = props;
  if (deadLetterTopic !== undefined && (deadLetterQueue !== undefined || deadLetterQueueEnabled)) {
    fail(fn, "props-exclude", "deadLetterTopic", {
      other: deadLetterQueue === undefined ? "deadLetterQueueEnabled" : "deadLetterQueue",
    });
  }
  if (deadLetterTopic !== undefined) {
    const given: unknown = "cdk" in deadLetterTopic ? deadLetterTopic.cdk.topic : deadLetterTopic;
    const topic =
      findImport<SqsQueue>(fn, "deadLetterTopic", given, "aws_sns_topic") ??
      failTarget(fn, "deadLetterTopic");
    return { arn: topic.arn, permission: { actions: ["sns:Publish"], resources: [topic.arn] } };
  }
  if (deadLetterQueue !== undefined) {
    const given: unknown = "cdk" in deadLetterQueue ? deadLetterQueue.cdk.queue : deadLetterQueue;
    const queue =
      findImport<SqsQueue>(fn, "deadLetterQueue", given, "aws_sqs_queue") ??
      failTarget(fn, "deadLetterQueue");
    return { arn: queue.arn, permission: { actions: ["sqs:SendMessage"], resources: [queue.arn] } };
  }
  if (!deadLetterQueueEnabled) return undefined;
  const created = new SqsQueue(fn, "DeadLetterQueue", {
    name: physicalName([...pathBelow(fn), "DeadLetterQueue"], 80),
    messageRetentionSeconds: 14 * 86_400,
    sqsManagedSseEnabled: true,
  });
  return { arn: created.arn, permission: { actions: ["sqs:SendMessage"], resources: [created.arn] } };
}

function failTarget(fn: Construct, prop: string): never {
  return fail(fn, "prop-invalid", prop, {
    value: "no queue or topic",
    expected: "a queue (deadLetterQueue) or a topic (deadLetterTopic)",
  });
}

function pathBelow(fn: Construct): readonly string[] {
  const stack = Stack.of(fn);
  return fn.node.scopes.slice(stack.node.scopes.length - 1).map((scope) => scope.node.id);
}
