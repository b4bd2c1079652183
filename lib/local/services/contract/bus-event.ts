import { randomUUID } from "node:crypto";
import { type Model, type Resource, requireText, type Values } from "../../../model";

/** An event, as targets receive it. */
export type BusEvent = Values & { readonly id: string };

/**
 * Completes what a sender gives to an event. The members have the order of AWS, which targets that keep the text see.
 *
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html
 */
export function createEvent(
  { account, region }: Model,
  nowMs: number,
  { "detail-type": detailType, source, detail }: Values,
  resources: readonly string[],
): BusEvent {
  const time = new Date(nowMs).toISOString().replace(/\.\d{3}Z$/, "Z");
  const head = { version: "0", id: randomUUID(), "detail-type": detailType, source };
  return { ...head, account, time, region, resources, detail };
}

/** The event that a schedule sends. */
export function scheduledEvent(model: Model, nowMs: number, rule: Resource): BusEvent {
  const facts = { "detail-type": "Scheduled Event", source: "aws.events", detail: {} };
  return createEvent(model, nowMs, facts, [requireText(rule.values, "arn")]);
}
