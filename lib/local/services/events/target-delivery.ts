import { servicePrincipal } from "../../../facts/aws/principals";
import { block, type Model, number, text, type Values } from "../../../model";
import { currentCauses, newFactId, withCauses } from "../../history/causes";
import { allPending, type PendingWork } from "../../pending/pending-work";
import { RunningWork } from "../../pending/running-work";
import type { DeliveredAttribute, Delivery, ServiceContext } from "../contract/service";
import { WaitingRetries } from "../contract/waiting-retries";
import { type Attempt, callApiDestination, isApiDestination } from "./api-destinations";

/** An event for a target of a rule or a schedule. */
export interface TargetEvent {
  readonly delivery: Delivery;
  /** With `retry_policy`, `dead_letter_config` and `http_target`. */
  readonly target: Values;
  /** The rule or the schedule, for the dead letter. */
  readonly origin: TargetOrigin;
}

/** The rule with its event before it was transformed, or one run of a schedule. */
export type TargetOrigin =
  | { readonly kind: "rule"; readonly ruleArn: string; readonly event: string }
  | {
      readonly kind: "schedule";
      readonly scheduleArn: string;
      readonly scheduledMs: number;
      readonly executionId: string;
    };

/** An event that is tried again. */
interface WaitingEvent extends TargetEvent {
  readonly acceptedAt: number;
  /** The attempts that have failed. */
  readonly failures: number;
  readonly dueAt: number;
  /** The facts that caused the event. @default - unknown */
  readonly causes?: readonly string[];
}

/** Defaults of EventBridge. Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-retry-policy.html */
const defaults = { attempts: 185, ageSeconds: 24 * 60 * 60 } as const;
const longestDelayMs = 60 * 60_000;

/** Sends events to targets of rules and schedules. Events that a target does not take go to its dead-letter queue. */
export class TargetDeliveries {
  /** The events that are tried again. With a data folder, the next run continues. */
  readonly retries: WaitingRetries<WaitingEvent>;
  private readonly running = new RunningWork();

  constructor(
    private readonly context: Pick<ServiceContext, "clock" | "dataFolder" | "deliver" | "report">,
    private readonly model: () => Model,
  ) {
    const { clock, dataFolder } = context;
    const attempt = (event: WaitingEvent) =>
      withCauses(event.causes ?? [], () => this.attempt(event, event.acceptedAt, event.failures));
    this.retries = new WaitingRetries({ clock, dataFolder, service: "events", attempt });
  }

  /** Resolves after the first attempt. */
  async send(event: TargetEvent): Promise<void> {
    await this.running.run(() => this.attempt(event, this.context.clock.now(), 0));
  }

  pending(): PendingWork {
    return allPending([this.retries.pending(), { isBusy: this.running.isBusy, dueAt: undefined }]);
  }

  private async attempt(event: TargetEvent, acceptedAt: number, failures: number): Promise<void> {
    const { clock, report } = this.context;
    const result = await this.try(event);
    if (result.done) return;
    const { delivery, target, origin } = event;
    const { targetArn, source } = delivery;
    const policy = block(target, "retry_policy") ?? {};
    const attempts = number(policy, "maximum_retry_attempts") ?? defaults.attempts;
    const ageSeconds = number(policy, "maximum_event_age_in_seconds") ?? defaults.ageSeconds;
    const delay = Math.min(1000 * 2 ** failures, longestDelayMs);
    const dueAt = clock.now() + delay;
    if (!result.mayRetry) return this.giveUp(event, result, failures);
    if (failures >= attempts) return this.giveUp(event, result, failures, "MaximumRetryAttempts");
    if (dueAt > acceptedAt + 1000 * ageSeconds)
      return this.giveUp(event, result, failures, "MaximumEventAgeInSeconds");
    const text = `An event of ${source} for ${targetArn} fails, and is tried again in ${delay / 1000} s: ${result.message}`;
    report({ event: "delivery", kind: "retry", source, target: targetArn, text });
    const causes = currentCauses();
    this.retries.add({ delivery, target, origin, acceptedAt, failures: failures + 1, dueAt, causes });
  }

  private async try({ delivery, target }: TargetEvent): Promise<Attempt> {
    const { targetArn, body } = delivery;
    if (isApiDestination(targetArn)) {
      return callApiDestination({ model: this.model(), destinationArn: targetArn, body, target, fetch });
    }
    let problem: Attempt = { done: true };
    await this.context.deliver({
      ...delivery,
      // A missing permission or resource does not come by waiting.
      failed: (code, message) => {
        problem = { done: false, mayRetry: false, code, message };
      },
    });
    return problem;
  }

  private async giveUp(
    event: TargetEvent,
    failure: Attempt & { readonly done: false },
    retries: number,
    exhausted?: ExhaustedCondition,
  ): Promise<void> {
    const { deliver, report } = this.context;
    const { delivery, target } = event;
    const { message } = failure;
    const { targetArn, source } = delivery;
    const deadLetterArn = text(block(target, "dead_letter_config") ?? {}, "arn");
    if (deadLetterArn === undefined) {
      if (isApiDestination(targetArn))
        report({ event: "warning", text: `${source}: ${message} The event is lost.` });
      return;
    }
    const sent = `An event of ${source} goes to ${deadLetterArn}: ${message}`;
    const fact = newFactId();
    report({ event: "delivery", kind: "dead-letter", source, target: deadLetterArn, fact, text: sent });
    await withCauses([fact], () =>
      deliver({ targetArn: deadLetterArn, source, ...deadLetter(event, failure, retries, exhausted) }),
    );
  }
}

/** The limit of the retry policy that was reached. */
type ExhaustedCondition = "MaximumRetryAttempts" | "MaximumEventAgeInSeconds";

/** Errors of the targets of a schedule, which AWS calls in the name of its role. */
const targetErrors: Readonly<Record<string, string>> = {
  NO_PERMISSIONS: "AccessDeniedException",
  NO_RESOURCE: "ResourceNotFoundException",
};

/**
 * The message for the dead-letter queue of a target. A rule passes on its event as it came, without the input of the target.
 *
 * Sources: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html,
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/configuring-schedule-dlq.html and, for the body of a rule,
 * https://github.com/serverless/serverless/issues/4647
 */
function deadLetter(
  { origin, delivery: { targetArn, body, sender } }: TargetEvent,
  { code, message }: Attempt & { readonly done: false },
  retries: number,
  exhausted: ExhaustedCondition | undefined,
): Pick<Delivery, "body" | "sender" | "attributes"> {
  const common = {
    ERROR_CODE: code,
    ERROR_MESSAGE: message.slice(0, 1024),
    ...(exhausted !== undefined && { EXHAUSTED_RETRY_CONDITION: exhausted }),
    TARGET_ARN: targetArn,
  };
  if (origin.kind === "rule") {
    const { ruleArn, event } = origin;
    return {
      body: event,
      sender: { service: servicePrincipal("events"), sourceArn: ruleArn },
      attributes: {
        ...textAttributes({ ...common, RULE_ARN: ruleArn }),
        RETRY_ATTEMPTS: { DataType: "Number", StringValue: String(retries) },
      },
    };
  }
  return {
    body,
    sender,
    attributes: textAttributes({
      ...common,
      ERROR_CODE: targetErrors[code] ?? code,
      EXECUTION_ID: origin.executionId,
      IS_PAYLOAD_TRUNCATED: "false",
      RETRY_ATTEMPTS: String(retries),
      SCHEDULED_TIME: new Date(origin.scheduledMs).toISOString().replace(/\.\d{3}Z$/, "Z"),
      SCHEDULE_ARN: origin.scheduleArn,
    }),
  };
}

function textAttributes(
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, DeliveredAttribute>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, StringValue]) => [name, { DataType: "String", StringValue }]),
  );
}
