import { randomUUID } from "node:crypto";
import type { Model, Resource, Values } from "../../model/model";
import { block, isValues, json, requireText, text, texts } from "../../model/values";
import { matchesPattern } from "../contract/event-pattern";
import { answerJson, refuseJson } from "../contract/json-protocol";
import type { Delivery, Service, ServiceContext, ServiceRequest, ServiceResponse } from "../contract/service";
import { nextRun } from "./schedule";
import { targetInput } from "./transform";

const defaultBus = "default";

/** The event buses of the model: rules, their targets, and schedules. */
export class EventsService implements Service {
  readonly signingName = "events";
  private model: Model;
  /** By the address of a rule: calls its next run off. */
  private readonly planned = new Map<string, () => void>();

  constructor(
    private readonly context: ServiceContext,
    /** Whether schedules run by themselves. */
    private readonly runsSchedules: boolean,
  ) {
    this.model = context.model;
    this.planSchedules();
  }

  async handle({ operation = "", body }: ServiceRequest): Promise<ServiceResponse> {
    if (operation !== "PutEvents") {
      return refuseJson("1.1", "NotEmulated", `serverform local does not emulate ${operation} of events.`);
    }
    const input: unknown = JSON.parse(body.toString("utf8"));
    const entries = isValues(input) && Array.isArray(input.Entries) ? input.Entries.filter(isValues) : [];
    if (entries.length === 0 || entries.length > 10) {
      return refuseJson("1.1", "ValidationException", "Entries: between 1 and 10 members are required.");
    }
    const results = entries.map((entry) => this.put(entry));
    return answerJson("1.1", {
      FailedEntryCount: results.filter((each) => "ErrorCode" in each).length,
      Entries: results,
    });
  }

  async accept({ targetArn, body }: Delivery): Promise<void> {
    const event: unknown = JSON.parse(body);
    if (isValues(event)) this.route(targetArn, event);
  }

  async replace(model: Model): Promise<void> {
    this.model = model;
    this.planSchedules();
  }

  async stop(): Promise<void> {
    this.callOff();
  }

  /** What a schedule would send to a target now; undefined when no schedule has it as target. */
  scheduledInput(targetArn: string): string | undefined {
    const rules = new Map(this.rules().map((rule) => [requireText(rule.values, "name"), rule]));
    for (const { values } of this.model.ofType("aws_cloudwatch_event_target")) {
      const rule = rules.get(text(values, "rule") ?? "");
      const isScheduled = rule !== undefined && text(rule.values, "schedule_expression") !== undefined;
      if (isScheduled && text(values, "arn") === targetArn) return targetInput(values, this.scheduled(rule));
    }
    return undefined;
  }

  private runSchedule(rule: Resource): Promise<void> {
    return this.send(rule, this.scheduled(rule));
  }

  private scheduled(rule: Resource): Values {
    const facts = { "detail-type": "Scheduled Event", source: "aws.events", detail: {} };
    return this.event(facts, [requireText(rule.values, "arn")]);
  }

  /** Source: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html */
  private put(entry: Values): object {
    const [source, detailType, detail] = [
      text(entry, "Source"),
      text(entry, "DetailType"),
      json(entry, "Detail"),
    ];
    const missing = source === undefined ? "Source" : detailType === undefined ? "DetailType" : undefined;
    if (missing !== undefined) {
      return {
        ErrorCode: "InvalidArgument",
        ErrorMessage: `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`,
      };
    }
    if (!isValues(detail)) return { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
    const event = this.event({ "detail-type": detailType, source, detail }, texts(entry, "Resources"));
    this.route(text(entry, "EventBusName") ?? defaultBus, event);
    return { EventId: event.id };
  }

  private event(facts: Values, resources: readonly string[]): Values & { readonly id: string } {
    const { account, region } = this.model;
    const time = new Date(this.context.clock.now()).toISOString().replace(/\.\d{3}Z$/, "Z");
    return { version: "0", id: randomUUID(), ...facts, account, time, region, resources };
  }

  /** Lets every rule of a bus look at an event. */
  private route(bus: string, event: Values): void {
    const name = bus.split("/").at(-1) ?? bus;
    for (const rule of this.rules()) {
      const pattern = json(rule.values, "event_pattern");
      if (pattern === undefined || busOf(rule) !== name || !matchesPattern(pattern, event)) continue;
      void this.send(rule, event);
    }
  }

  private rules(): readonly Resource[] {
    return this.model
      .ofType("aws_cloudwatch_event_rule")
      .filter(({ values }) => text(values, "state") !== "DISABLED");
  }

  private async send(rule: Resource, event: Values): Promise<void> {
    const name = requireText(rule.values, "name");
    const targets = this.model
      .ofType("aws_cloudwatch_event_target")
      .filter((target) => text(target.values, "rule") === name && busOf(target) === busOf(rule));
    const deliveries = targets.map(({ values }) =>
      this.context.deliver({
        targetArn: requireText(values, "arn"),
        body: targetInput(values, event),
        source: `rule ${name}`,
        groupId: text(block(values, "sqs_target") ?? {}, "message_group_id"),
      }),
    );
    await Promise.all(deliveries);
  }

  private planSchedules(): void {
    this.callOff();
    if (!this.runsSchedules) return;
    for (const rule of this.rules()) {
      const expression = text(rule.values, "schedule_expression");
      if (expression !== undefined) this.planNext(rule, expression);
    }
  }

  private planNext(rule: Resource, expression: string): void {
    const { clock } = this.context;
    const next = nextRun(expression, clock.now());
    if (next === undefined) return;
    // Timers of Node end at 2^31 milliseconds: for a later run it is looked again then.
    const wait = Math.min(next - clock.now(), 86_400_000);
    const cancel = clock.after(wait, () => {
      if (clock.now() >= next) void this.runSchedule(rule);
      this.planNext(rule, expression);
    });
    this.planned.set(rule.address, cancel);
  }

  private callOff(): void {
    for (const cancel of this.planned.values()) cancel();
    this.planned.clear();
  }
}

function busOf({ values }: Resource): string {
  const name = text(values, "event_bus_name") ?? defaultBus;
  return name.split("/").at(-1) ?? name;
}
