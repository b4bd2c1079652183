import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Construct, IConstruct } from "constructs";
import { isFifoTarget } from "../../core/fifo";
import { physicalName } from "../../core/name";
import { isProviderObject } from "../../core/override";
import { fail } from "../errors";
import type { FunctionProps } from "../props";
import { pathFromStack } from "../settings/name";

/** Where events go that could not be processed, and the action that sends them there. */
export interface DeadLetterTarget {
  readonly arn: string;
  readonly action: string;
}

/** The target that the caller gave, or `create` for a queue that is to be created. */
export type ParsedDeadLetter = DeadLetterTarget | "create";

type DeadLetterProps = Pick<FunctionProps, "deadLetterQueue" | "deadLetterTopic" | "deadLetterQueueEnabled">;

/** Refuses invalid targets, and targets that exclude each other. Undefined without a target. */
export function parseDeadLetter(
  where: IConstruct | string,
  props: DeadLetterProps,
): ParsedDeadLetter | undefined {
  const { deadLetterQueue, deadLetterTopic, deadLetterQueueEnabled = false } = props;
  if (deadLetterTopic !== undefined && (deadLetterQueue !== undefined || deadLetterQueueEnabled)) {
    fail(where, "props-exclude", "deadLetterTopic", {
      other: deadLetterQueue === undefined ? "deadLetterQueueEnabled" : "deadLetterQueue",
    });
  }
  if (deadLetterQueue !== undefined) {
    const arn = parseTarget(where, "deadLetterQueue", deadLetterQueue, "queue");
    return { arn, action: "sqs:SendMessage" };
  }
  if (deadLetterTopic !== undefined) {
    return { arn: parseTarget(where, "deadLetterTopic", deadLetterTopic, "topic"), action: "sns:Publish" };
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
    name: physicalName([...pathFromStack(fn), "DeadLetterQueue"], 80),
    messageRetentionSeconds: 14 * 86_400,
    sqsManagedSseEnabled: true,
  });
  return { arn: created.arn, action: "sqs:SendMessage" };
}

const typeOf = { queue: "aws_sqs_queue", topic: "aws_sns_topic" } as const;

/** The ARN of a queue or topic, given as a construct of the library or as a provider object. */
function parseTarget(
  where: IConstruct | string,
  prop: string,
  value: unknown,
  kind: keyof typeof typeOf,
): string {
  const { cdk } = Object(value) as { readonly cdk?: Readonly<Record<string, unknown>> };
  const object = cdk?.[kind] ?? value;
  if (isProviderObject(object, typeOf[kind])) {
    // Source: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
    if (isFifoTarget(object)) fail(where, "destination-fifo", prop, { value: object.node.path });
    return (object as unknown as { readonly arn: string }).arn;
  }
  return fail(where, "prop-invalid", prop, {
    value,
    expected: `a ${kind} of this library, or an object of type ${typeOf[kind]}`,
  });
}
