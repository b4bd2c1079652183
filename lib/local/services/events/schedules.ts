import type { Timers } from "../../../invoke";
import type { Model, Resource } from "../../model/model";
import { requireText, text } from "../../model/values";
import { scheduledEvent } from "../contract/bus-event";
import { enabledRules } from "./rules";
import { nextRun } from "./schedule";
import { targetInput } from "./transform";

/** setTimeout overflows at 2^31 milliseconds, so that a later run is planned in steps. */
const longestWaitMs = 86_400_000;

/** Runs the schedules of a model. */
export class Schedules {
  /** Cancels the next run of a rule, by the rule's address. */
  private readonly planned = new Map<string, () => void>();

  constructor(
    private readonly clock: Timers,
    private readonly run: (rule: Resource) => void,
  ) {}

  /** Plans the schedules of a model instead of those that were planned before. */
  plan(model: Model): void {
    this.cancel();
    for (const rule of enabledRules(model)) {
      const expression = text(rule.values, "schedule_expression");
      if (expression !== undefined) this.planNext(rule, expression);
    }
  }

  cancel(): void {
    for (const cancel of this.planned.values()) cancel();
    this.planned.clear();
  }

  private planNext(rule: Resource, expression: string): void {
    const { clock } = this;
    const next = nextRun(expression, clock.now());
    if (next === undefined) return;
    const wait = Math.min(next - clock.now(), longestWaitMs);
    const cancel = clock.after(wait, () => {
      if (clock.now() >= next) this.run(rule);
      this.planNext(rule, expression);
    });
    this.planned.set(rule.address, cancel);
  }
}

/** What a schedule would send to a target now; undefined when no schedule has the target. */
export function eventScheduledInput(model: Model, targetArn: string, nowMs: number): string | undefined {
  const rules = new Map(enabledRules(model).map((rule) => [requireText(rule.values, "name"), rule]));
  for (const { values } of model.ofType("aws_cloudwatch_event_target")) {
    const rule = rules.get(text(values, "rule") ?? "");
    const isScheduled = rule !== undefined && text(rule.values, "schedule_expression") !== undefined;
    if (isScheduled && text(values, "arn") === targetArn) {
      return targetInput(values, scheduledEvent(model, nowMs, rule));
    }
  }
  return undefined;
}
