import { type Model, type Resource, requireText, text } from "../../../model";
import { contained, type Timers } from "../../invoke";
import { scheduledEvent } from "../contract/bus-event";
import { enabledRules } from "./rules";
import { nextRun } from "./schedule";
import { schedulerInput } from "./scheduler";
import { targetInput } from "./transform";

/** setTimeout overflows at 2^31 milliseconds, so that a later run is planned in steps. */
const longestWaitMs = 86_400_000;

/** Something that runs at times. */
export interface Scheduled {
  readonly address: string;
  /** The next run after a time; undefined when it never runs again. */
  next(after: number): number | undefined;
  run(timeMs: number): void;
}

/** Runs schedules. */
export class Schedules {
  /** Cancels the next run of a schedule, by its address. */
  private readonly planned = new Map<string, () => void>();

  constructor(private readonly clock: Timers) {}

  /** Plans these schedules instead of those that were planned before. */
  plan(all: readonly Scheduled[]): void {
    this.cancel();
    for (const each of all) this.planNext(each);
  }

  cancel(): void {
    for (const cancel of this.planned.values()) cancel();
    this.planned.clear();
  }

  private planNext(scheduled: Scheduled, after = this.clock.now()): void {
    const next = scheduled.next(after);
    if (next !== undefined) this.plannedAt(scheduled, next);
  }

  private plannedAt(scheduled: Scheduled, next: number): void {
    const { clock } = this;
    const wait = Math.min(next - clock.now(), longestWaitMs);
    const cancel = clock.after(
      wait,
      contained("schedule", () => {
        if (clock.now() < next) return this.plannedAt(scheduled, next);
        scheduled.run(next);
        // A rate counts from run to run, so that it does not drift. Runs that a sleeping machine missed are left out.
        const following = scheduled.next(next);
        this.planNext(scheduled, following !== undefined && following > clock.now() ? next : clock.now());
      }),
    );
    this.planned.set(scheduled.address, cancel);
  }
}

/** The rules of a model that have a schedule. */
export function scheduledRules(model: Model, run: (rule: Resource) => void): readonly Scheduled[] {
  return enabledRules(model).flatMap((rule) => {
    const expression = text(rule.values, "schedule_expression");
    if (expression === undefined) return [];
    const { address } = rule;
    return [{ address, next: (after) => nextRun(expression, after), run: () => run(rule) }];
  });
}

/** The input that a schedule would send to a target now; undefined if no schedule has the target. */
export function eventScheduledInput(model: Model, targetArn: string, nowMs: number): string | undefined {
  const rules = new Map(enabledRules(model).map((rule) => [requireText(rule.values, "name"), rule]));
  for (const { values } of model.ofType("aws_cloudwatch_event_target")) {
    const rule = rules.get(text(values, "rule") ?? "");
    const isScheduled = rule !== undefined && text(rule.values, "schedule_expression") !== undefined;
    if (isScheduled && text(values, "arn") === targetArn) {
      const sending = {
        ruleArn: requireText(rule.values, "arn"),
        ruleName: requireText(rule.values, "name"),
        ingestedMs: nowMs,
      };
      return targetInput(values, scheduledEvent(model, nowMs, rule), sending);
    }
  }
  return schedulerInput(model, targetArn, nowMs);
}
