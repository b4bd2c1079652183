import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Construct, IConstruct } from "constructs";
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

type DeadLetterProps = Pick<FunctionProps, "deadLetterQueue" | "deadLetterTopic" | "deadLetterQueueEnabled">;

/** Refuses targets that exclude each other, and what is none. */
export function checkDeadLetter(fn: IConstruct, props: DeadLetterProps): void {
  const { deadLetterQueue, deadLetterTopic, deadLetterQueueEnabled = false } = props;
  if (deadLetterTopic !== undefined && (deadLetterQueue !== undefined || deadLetterQueueEnabled)) {
    fail(fn, "props-exclude", "deadLetterTopic", {
      other: deadLetterQueue === undefined ? "deadLetterQueueEnabled" : "deadLetterQueue",
    });
  }
  requireTarget(fn, "deadLetterQueue", deadLetterQueue, "queue");
  requireTarget(fn, "deadLetterTopic", deadLetterTopic, "topic");
}

/** The dead-letter target of a function; creates a queue when one is asked for and none is given. */
export function findDeadLetterTarget(fn: Construct, props: DeadLetterProps): DeadLetterTarget | undefined {
  const { deadLetterQueue, deadLetterTopic, deadLetterQueueEnabled = false } = props;
  const topicArn = requireTarget(fn, "deadLetterTopic", deadLetterTopic, "topic");
  if (topicArn !== undefined) return { arn: topicArn, action: "sns:Publish" };
  const queueArn = requireTarget(fn, "deadLetterQueue", deadLetterQueue, "queue");
  if (queueArn !== undefined) return { arn: queueArn, action: "sqs:SendMessage" };
  if (!deadLetterQueueEnabled) return undefined;
  const created = new SqsQueue(fn, "DeadLetterQueue", {
    name: physicalName([...pathFromStack(fn), "DeadLetterQueue"], 80),
    messageRetentionSeconds: 14 * 86_400,
    sqsManagedSseEnabled: true,
  });
  return { arn: created.arn, action: "sqs:SendMessage" };
}

const typeOf = { queue: "aws_sqs_queue", topic: "aws_sns_topic" } as const;

/** The ARN of a queue or topic, given as a construct of the library or as the provider's. */
function requireTarget(
  fn: IConstruct,
  prop: string,
  value: unknown,
  kind: keyof typeof typeOf,
): string | undefined {
  if (value === undefined) return undefined;
  const { cdk } = Object(value) as { readonly cdk?: Readonly<Record<string, unknown>> };
  const object = cdk?.[kind] ?? value;
  if (isProviderObject(object, typeOf[kind])) return (object as unknown as { readonly arn: string }).arn;
  return fail(fn, "prop-invalid", prop, {
    value,
    expected: `a ${kind} of this library, or an object of type ${typeOf[kind]}`,
  });
}
