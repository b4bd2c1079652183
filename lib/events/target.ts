import {
  CloudwatchEventTarget,
  type CloudwatchEventTargetConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-event-target";
import type { Construct } from "constructs";
import { checkInteger } from "../core/check";
import { type Duration, parseDuration } from "../core/duration";
import { escapeTemplate } from "../core/escape";
import { checkOverride, type Override, overlay } from "../core/override";
import type { PolicySource } from "../iam/policy-source";
import { type DeadLetterQueue, deadLetterArn } from "./dead-letters";
import { fail } from "./errors";

/** Keys laid over the target of an event rule. */
export interface EventTargetOverride
  extends Override<
    Omit<
      CloudwatchEventTargetConfig,
      "arn" | "rule" | "targetId" | "eventBusName" | "retryPolicy" | "deadLetterConfig"
    >
  > {
  /** What the target is handed in place of the event: any value that JSON knows. @default - the event */
  readonly event?: unknown;
  /** How often AWS tries again when the target cannot be reached or is throttled, 0 to 185. @default 185 */
  readonly retryAttempts?: number;
  /** How long AWS tries again, 1 minute to 24 hours. @default "24 hours" */
  readonly maxEventAge?: Duration;
  /**
   * Where events go that could not be delivered: a queue, which then lets the rule send there, or the ARN of one.
   *
   * @default - they are lost
   */
  readonly deadLetterQueue?: DeadLetterQueue;
  /** The message group in a FIFO queue; required for one, and only for a queue. @default - none */
  readonly messageGroupId?: string;
}

const extra = ["event", "retryAttempts", "maxEventAge", "deadLetterQueue", "messageGroupId"] as const;
const named = "It is what you name as the target.";

/** Refuses keys laid over a target that cannot work. */
export function checkEventTarget(owner: Construct, prop: string, given: unknown = {}): void {
  checkOverride(owner, prop, given, CloudwatchEventTarget, {
    extra,
    rejected: {
      arn: named,
      rule: "It is the rule that the target belongs to.",
      targetId: "It is the name of the target.",
      eventBusName: "It is the bus of the rule.",
      retryPolicy: "Use retryAttempts and maxEventAge.",
      deadLetterConfig: "Use deadLetterQueue.",
    },
  });
  const { event, retryAttempts, maxEventAge, ...rest } = given as EventTargetOverride;
  if (retryAttempts !== undefined) checkInteger(owner, `${prop}.retryAttempts`, retryAttempts, 0, 185);
  if (maxEventAge !== undefined) {
    const seconds = parseDuration(owner, `${prop}.maxEventAge`, maxEventAge);
    if (seconds < 60 || seconds > 86_400) {
      fail(owner, "out-of-range", `${prop}.maxEventAge`, {
        value: maxEventAge,
        range: "1 minute to 24 hours",
      });
    }
  }
  if (event === undefined) return;
  const other = (["input", "inputPath", "inputTransformer"] as const).find((key) => rest[key] !== undefined);
  if (other !== undefined) fail(owner, "event-input-twice", `${prop}.event`, { other });
  // Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Target.html
  const { length } = JSON.stringify(event) ?? "";
  if (length > 8192) fail(owner, "event-input-too-long", `${prop}.event`, { length, limit: 8192 });
}

/** Refuses a message group where there are none, and a FIFO queue without one. */
export function checkMessageGroup(
  owner: Construct,
  prop: string,
  given: EventTargetOverride | undefined,
  { isQueue, isFifo }: { readonly isQueue: boolean; readonly isFifo?: boolean },
): void {
  const { messageGroupId, sqsTarget } = given ?? {};
  if (!isQueue && messageGroupId !== undefined) {
    fail(owner, "message-group", `${prop}.messageGroupId`, {
      problem: "is given, but the target is no queue.",
      remedy: "Leave it out: only queues have message groups.",
    });
  }
  if (isFifo === true && messageGroupId === undefined && sqsTarget === undefined) {
    fail(owner, "message-group", `${prop}.messageGroupId`, {
      problem: "is missing; the queue is FIFO.",
      remedy: 'Name the group that all events of this target belong to: messageGroupId: "orders".',
    });
  }
}

/** What a rule hands its events to. */
export interface EventTargetProps {
  readonly arn: string;
  /** Name of the rule. */
  readonly rule: string;
  readonly targetId: string;
  /** @default - the default bus */
  readonly eventBusName?: string;
  /** The rule, as the policy of a dead-letter queue names it. */
  readonly source: PolicySource;
}

/** Creates the target of a rule. */
export function createEventTarget(
  scope: Construct,
  id: string,
  { arn, rule, targetId, eventBusName, source }: EventTargetProps,
  given: EventTargetOverride = {},
): CloudwatchEventTarget {
  const { event, retryAttempts, maxEventAge, deadLetterQueue, messageGroupId, ...override } = given;
  const config: CloudwatchEventTargetConfig = {
    rule,
    arn,
    targetId,
    eventBusName,
    input: event === undefined ? undefined : escapeTemplate(JSON.stringify(event)),
    retryPolicy: retryPolicy(source.construct, retryAttempts, maxEventAge),
    deadLetterConfig:
      deadLetterQueue === undefined ? undefined : { arn: deadLetters(source, deadLetterQueue) },
    sqsTarget: messageGroupId === undefined ? undefined : { messageGroupId },
  };
  return new CloudwatchEventTarget(scope, id, overlay(config, override));
}

function retryPolicy(
  owner: Construct | PolicySource["construct"],
  retryAttempts: number | undefined,
  maxEventAge: Duration | undefined,
): CloudwatchEventTargetConfig["retryPolicy"] {
  if (retryAttempts === undefined && maxEventAge === undefined) return undefined;
  // Both are written: AWS answers with its own value for the one left out, which every plan would show.
  return {
    maximumRetryAttempts: retryAttempts ?? 185,
    maximumEventAgeInSeconds:
      maxEventAge === undefined ? 86_400 : parseDuration(owner, "maxEventAge", maxEventAge),
  };
}

function deadLetters(source: PolicySource, queue: DeadLetterQueue): string {
  const prop = `${source.prop}.cdk.target.deadLetterQueue`;
  return deadLetterArn(source.construct, prop, queue, { service: "events.amazonaws.com", source });
}
