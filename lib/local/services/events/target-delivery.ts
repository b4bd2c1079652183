import type { Timers } from "../../../invoke";
import type { Model, Resource, Values } from "../../model/model";
import { block, number, requireText, text } from "../../model/values";
import type { Report } from "../../report";
import type { Deliver, Delivery } from "../contract/service";
import { type Attempt, callApiDestination, isApiDestination, withRetries } from "./api-destinations";

/** What targets are sent to with. */
export interface TargetContext {
  readonly model: Model;
  readonly clock: Timers;
  readonly deliver: Deliver;
  readonly report: Report;
}

/** Defaults of EventBridge. */
const defaults = { attempts: 185, ageSeconds: 24 * 60 * 60 } as const;

/**
 * Sends an event to a target of a rule or a schedule. What the target does not take goes to its dead-letter queue.
 *
 * @param target - with `retry_policy`, `dead_letter_config` and `http_target`
 * @param ruleArn - of the rule or the schedule
 */
export async function deliverToTarget(
  delivery: Delivery,
  target: Values,
  ruleArn: string,
  { model, clock, deliver, report }: TargetContext,
): Promise<void> {
  const { targetArn, body, source } = delivery;
  const policy = block(target, "retry_policy") ?? {};
  const attempt = async (): Promise<Attempt> => {
    if (isApiDestination(targetArn)) {
      return callApiDestination({ model, destinationArn: targetArn, body, target, fetch });
    }
    let problem: Attempt = { done: true };
    await deliver({
      ...delivery,
      // A missing permission or resource does not come by waiting.
      failed: (code, message) => {
        problem = { done: false, mayRetry: false, code, message };
      },
    });
    return problem;
  };
  const lost = await withRetries(
    attempt,
    {
      attempts: number(policy, "maximum_retry_attempts") ?? defaults.attempts,
      ageSeconds: number(policy, "maximum_event_age_in_seconds") ?? defaults.ageSeconds,
    },
    clock,
  );
  if (lost === undefined) return;
  const deadLetterArn = text(block(target, "dead_letter_config") ?? {}, "arn");
  if (deadLetterArn === undefined) {
    if (isApiDestination(targetArn))
      report({ event: "warning", text: `${source}: ${lost.message} The event is lost.` });
    return;
  }
  const sent = `An event of ${source} goes to ${deadLetterArn}: ${lost.message}`;
  report({ event: "delivery", kind: "dead-letter", source, target: deadLetterArn, text: sent });
  const attribute = (StringValue: string, DataType = "String") => ({ DataType, StringValue });
  await deliver({
    targetArn: deadLetterArn,
    body,
    source,
    sender: { service: "events.amazonaws.com", sourceArn: ruleArn },
    attributes: {
      RULE_ARN: attribute(ruleArn),
      TARGET_ARN: attribute(targetArn),
      ERROR_CODE: attribute(lost.code),
      ERROR_MESSAGE: attribute(lost.message.slice(0, 1024)),
      RETRY_ATTEMPTS: attribute(String(lost.retries), "Number"),
    },
  });
}

/** The targets of a rule. */
export function targetsOf(
  model: Model,
  rule: Resource,
  isOfBus: (target: Resource) => boolean,
): readonly Values[] {
  const name = requireText(rule.values, "name");
  return model
    .ofType("aws_cloudwatch_event_target")
    .filter((target) => text(target.values, "rule") === name && isOfBus(target))
    .map(({ values }) => values);
}
