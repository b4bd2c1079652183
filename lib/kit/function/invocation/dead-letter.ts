import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Construct } from "constructs";
import type { Where } from "../../../facts/errors/error";
import { refuseValue } from "../../core/errors";
import { isFifoTarget } from "../../core/names/fifo";
import { physicalName } from "../../core/names/name";
import { isProviderObject, type ProviderObject } from "../../core/terraform/override";
import { fail } from "../errors";
import type { FunctionProps } from "../props";
import { namePath } from "../settings/name";

/** The destination of events that could not be processed, and the action that sends them. */
export interface DeadLetterTarget {
  readonly arn: string;
  readonly action: string;
  /** The provider's queue or topic, which may be encrypted with the caller's key. */
  readonly object: ProviderObject;
}

/** The caller's target, or `create` for a new queue. */
export type ParsedDeadLetter = DeadLetterTarget | "create";

type DeadLetterProps = Pick<FunctionProps, "deadLetterQueue" | "deadLetterTopic" | "deadLetterQueueEnabled">;

/** Refuses invalid targets, and combinations of targets. Undefined without a target. */
export function parseDeadLetter(where: Where, props: DeadLetterProps): ParsedDeadLetter | undefined {
  const { deadLetterQueue, deadLetterTopic, deadLetterQueueEnabled = false } = props;
  if (deadLetterTopic !== undefined && (deadLetterQueue !== undefined || deadLetterQueueEnabled)) {
    fail(where, "props-exclude", "deadLetterTopic", {
      other: deadLetterQueue === undefined ? "deadLetterQueueEnabled" : "deadLetterQueue",
    });
  }
  if (deadLetterQueue !== undefined) {
    return parseTarget(where, "deadLetterQueue", deadLetterQueue, "queue");
  }
  if (deadLetterTopic !== undefined) {
    return parseTarget(where, "deadLetterTopic", deadLetterTopic, "topic");
  }
  return deadLetterQueueEnabled ? "create" : undefined;
}

/** Creates the dead-letter queue of a function, unless the caller gave a target. */
export function createDeadLetterTarget(
  fn: Construct,
  parsed: ParsedDeadLetter | undefined,
): DeadLetterTarget | undefined {
  if (parsed !== "create") return parsed;
  const created = new SqsQueue(fn, "DeadLetterQueue", {
    name: physicalName(namePath(fn, "DeadLetterQueue"), 80),
    messageRetentionSeconds: 14 * 86_400,
    sqsManagedSseEnabled: true,
  });
  return { arn: created.arn, action: kinds.queue.action, object: created };
}

const kinds = {
  queue: { type: "aws_sqs_queue", action: "sqs:SendMessage" },
  topic: { type: "aws_sns_topic", action: "sns:Publish" },
} as const;

/** A queue or topic: a construct of the library or a provider object. */
function parseTarget(where: Where, prop: string, value: unknown, kind: keyof typeof kinds): DeadLetterTarget {
  const { type, action } = kinds[kind];
  const { cdk } = Object(value) as { readonly cdk?: Readonly<Record<string, unknown>> | undefined };
  const object = cdk?.[kind] ?? value;
  if (isProviderObject(object, type)) {
    // Source: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
    if (isFifoTarget(object)) fail(where, "destination-fifo", prop, { value: object.node.path });
    return { arn: (object as unknown as { readonly arn: string }).arn, action, object };
  }
  return refuseValue(where, prop, value, `a ${kind} of this library, or an object of type ${type}`);
}
