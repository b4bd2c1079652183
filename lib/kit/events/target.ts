import {
  CloudwatchEventTarget,
  type CloudwatchEventTargetConfig,
} from "@cdktf/provider-aws/lib/cloudwatch-event-target";
import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { servicePrincipal } from "../../facts/aws/principals";
import { unknownPlaceholders } from "../../facts/event-pattern";
import { keyTable } from "../core/checks/check";
import { checkJsonText } from "../core/formats/json-text";
import { checkLimit, limits, within } from "../core/limits";
import { waitForAccess } from "../core/terraform/depends-on";
import { checkOverride, type Override, overlay } from "../core/terraform/override";
import { escapeTemplate } from "../core/tokens/escape";
import { isUnresolved } from "../core/tokens/unresolved";
import { type Duration, parseDuration } from "../core/units";
import type { PolicySource } from "../iam/policy-source";
import {
  allowDeadLetters,
  type DeadLetterQueue,
  type ParsedDeadLetterQueue,
  parseDeadLetterQueue,
} from "./dead-letters";
import { fail } from "./errors";

/** Keys that override the target of an event rule. */
export interface EventTargetOverride
  extends Override<
    Omit<
      CloudwatchEventTargetConfig,
      | "arn"
      | "rule"
      | "targetId"
      | "eventBusName"
      | "retryPolicy"
      | "deadLetterConfig"
      | "appsyncTarget"
      | "batchTarget"
      | "ecsTarget"
      | "httpTarget"
      | "kinesisTarget"
      | "redshiftTarget"
      | "runCommandTargets"
      | "sagemakerPipelineTarget"
    >
  > {
  /** Sent to the target instead of the event: any JSON value. @default - the event */
  readonly event?: unknown | undefined;
  /** How often AWS retries when the target is unavailable or throttled, 0 to 185. @default 185 */
  readonly retryAttempts?: number | undefined;
  /** How long AWS retries, 1 minute to 24 hours. @default "24 hours" */
  readonly maxEventAge?: Duration | undefined;
  /**
   * Where undeliverable events are sent: a queue, whose policy then allows the rule, or the ARN of a queue.
   *
   * @default - they are lost
   */
  readonly deadLetterQueue?: DeadLetterQueue | undefined;
  /** The message group in a FIFO queue; required for a FIFO queue, and only for a queue. @default - none */
  readonly messageGroupId?: string | undefined;
}

/** The override of a target, checked. */
export interface ParsedEventTarget {
  readonly config: Partial<CloudwatchEventTargetConfig>;
  readonly deadLetterQueue: ParsedDeadLetterQueue | undefined;
}

/** Facts about a target, for the checks of its override. */
export interface TargetFacts {
  /** The rule, as the policy of a dead-letter queue names it. Its ARN may not be known yet. */
  readonly source: PolicySource;
  readonly isQueue: boolean;
  /** @default - not known */
  readonly isFifo?: boolean | undefined;
}

const extra = keyTable({
  event: true,
  retryAttempts: true,
  maxEventAge: true,
  deadLetterQueue: true,
  messageGroupId: within(limits.aws_cloudwatch_event_target["sqsTarget.messageGroupId"]),
});
const named = "It is the target that you declare.";
const otherService = "It is for targets of another service, and EventBridge refuses it here.";
const rejected = {
  appsyncTarget: otherService,
  batchTarget: otherService,
  ecsTarget: otherService,
  httpTarget: otherService,
  kinesisTarget: otherService,
  redshiftTarget: otherService,
  runCommandTargets: otherService,
  sagemakerPipelineTarget: otherService,
  arn: named,
  rule: "It is the rule that the target belongs to.",
  targetId: "It is the name of the target.",
  eventBusName: "It is the bus of the rule.",
  retryPolicy: "Use retryAttempts and maxEventAge.",
  deadLetterConfig: "Use deadLetterQueue.",
};

/** The target below `cdk`, for messages. */
export const eventTargetConfigs = () => ({ target: { resource: CloudwatchEventTarget, extra, rejected } });

/** Refuses keys that override a target and cannot work; creates nothing. */
export function parseEventTarget(
  owner: Construct,
  prop: string,
  given: EventTargetOverride = {},
  facts: TargetFacts,
): ParsedEventTarget {
  checkOverride(owner, prop, given, CloudwatchEventTarget, { extra, rejected });
  const { event, retryAttempts, maxEventAge, deadLetterQueue, messageGroupId, ...override } = given;
  const config: Partial<CloudwatchEventTargetConfig> = {
    retryPolicy: parseRetryPolicy(owner, prop, given),
    input: parseInput(owner, prop, given, 8192),
    sqsTarget: messageGroupId === undefined ? undefined : { messageGroupId },
  };
  checkMessageGroup(owner, prop, given, facts);
  checkInputTemplate(owner, `${prop}.inputTransformer`, given.inputTransformer);
  return {
    config: overlay(config, override),
    deadLetterQueue:
      deadLetterQueue === undefined
        ? undefined
        : parseDeadLetterQueue(owner, `${prop}.deadLetterQueue`, deadLetterQueue, facts.source),
  };
}

/** The retries of a target, for a rule and for EventBridge Scheduler, whose ranges are the same. */
export function parseRetryPolicy(
  owner: Construct,
  prop: string,
  { retryAttempts, maxEventAge }: Pick<EventTargetOverride, "retryAttempts" | "maxEventAge">,
): CloudwatchEventTargetConfig["retryPolicy"] {
  const rows = limits.aws_cloudwatch_event_target;
  const age = rows["retryPolicy.maximumEventAgeInSeconds"];
  checkLimit(owner, `${prop}.retryAttempts`, retryAttempts, rows["retryPolicy.maximumRetryAttempts"]);
  const within = { min: age.min, max: age.max, range: "1 minute to 24 hours" };
  const seconds =
    maxEventAge === undefined ? undefined : parseDuration(owner, `${prop}.maxEventAge`, maxEventAge, within);
  if (retryAttempts === undefined && seconds === undefined) return undefined;
  // Both are set: AWS returns its own value for the one that is left out, which would appear in every plan.
  return { maximumRetryAttempts: retryAttempts ?? 185, maximumEventAgeInSeconds: seconds ?? 86_400 };
}

/** The constant input of a target as text, up to `limit` characters. */
export function parseInput(
  owner: Construct,
  prop: string,
  { event, ...rest }: Pick<EventTargetOverride, "event" | "input" | "inputPath" | "inputTransformer">,
  limit: number,
): string | undefined {
  if (event === undefined) return undefined;
  const other = (["input", "inputPath", "inputTransformer"] as const).find((key) => rest[key] !== undefined);
  if (other !== undefined) fail(owner, "event-input-twice", `${prop}.event`, { other });
  // Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_Target.html
  checkJsonText(owner, `${prop}.event`, event);
  const text = JSON.stringify(event) ?? "";
  if (text.length > limit) {
    fail(owner, "event-input-too-long", `${prop}.event`, { length: text.length, limit });
  }
  return escapeTemplate(text);
}

/** Refuses placeholders without a value. Source: recorded answers of PutTargets (test/local/recorded/events/input-templates.json) */
function checkInputTemplate(
  owner: Construct,
  prop: string,
  transformer: CloudwatchEventTargetConfig["inputTransformer"],
): void {
  const { inputTemplate, inputPaths = {} } = transformer ?? {};
  if (typeof inputTemplate !== "string" || [inputTemplate, inputPaths].some(isUnresolved)) return;
  const [name] = unknownPlaceholders(inputTemplate, Object.keys(inputPaths));
  if (name !== undefined) {
    fail(owner, "input-placeholder", `${prop}.inputTemplate`, { name, known: Object.keys(inputPaths) });
  }
}

/** Refuses a message group for a target that is not a queue, and a FIFO queue without a message group. */
function checkMessageGroup(
  owner: Construct,
  prop: string,
  { messageGroupId, sqsTarget }: EventTargetOverride,
  { isQueue, isFifo }: TargetFacts,
): void {
  if (!isQueue && messageGroupId !== undefined) {
    fail(owner, "message-group", `${prop}.messageGroupId`, {
      problem: "is given, but the target is not a queue.",
      remedy: "Leave it out: only queues have message groups.",
    });
  }
  if (isFifo === true && messageGroupId === undefined && sqsTarget === undefined) {
    fail(owner, "message-group", `${prop}.messageGroupId`, {
      problem: "is missing; the queue is FIFO.",
      remedy: 'Write the message group for all events of this target: messageGroupId: "orders".',
    });
  }
}

/** The target of a rule. */
export interface EventTargetProps {
  readonly arn: string;
  readonly rule: string;
  readonly targetId: string;
  /** @default - the default bus */
  readonly eventBusName?: string | undefined;
  /** The permission of the rule to reach the target; undefined if the library does not manage it. */
  readonly allowedBy: TerraformResource | undefined;
  /** The rule, as the policy of a dead-letter queue names it. */
  readonly source: PolicySource;
}

/** Creates the target of a rule. */
export function createEventTarget(
  scope: Construct,
  id: string,
  { source, allowedBy, ...props }: EventTargetProps,
  { config, deadLetterQueue }: ParsedEventTarget,
): CloudwatchEventTarget {
  const deadLetterConfig =
    deadLetterQueue === undefined
      ? undefined
      : { arn: allowDeadLetters(deadLetterQueue, servicePrincipal("events"), source) };
  const target = new CloudwatchEventTarget(
    scope,
    id,
    overlay<CloudwatchEventTargetConfig>({ ...props, deadLetterConfig }, config),
  );
  waitForAccess(target, [allowedBy]);
  return target;
}
