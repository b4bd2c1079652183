import { randomUUID } from "node:crypto";
import type { Model, Resource, Values } from "../../model/model";
import { requireText } from "../../model/values";

/** An event, as targets receive it. */
export type BusEvent = Values & { readonly id: string };

/** Completes what a sender gives to an event. */
export function createEvent(
  { account, region }: Model,
  nowMs: number,
  facts: Values,
  resources: readonly string[],
): BusEvent {
  const time = new Date(nowMs).toISOString().replace(/\.\d{3}Z$/, "Z");
  return { version: "0", id: randomUUID(), ...facts, account, time, region, resources };
}

/** The event that a schedule sends. */
export function scheduledEvent(model: Model, nowMs: number, rule: Resource): BusEvent {
  const facts = { "detail-type": "Scheduled Event", source: "aws.events", detail: {} };
  return createEvent(model, nowMs, facts, [requireText(rule.values, "arn")]);
}
