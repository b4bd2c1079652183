import type { Construct } from "constructs";
import { quotaOf } from "../../kit/app";
import { checkKeys, isPlainObject, propKeys } from "../../kit/core/checks/check";
import { checkEventRule } from "../../kit/core/formats/event-pattern";
import { escapeTemplate } from "../../kit/core/tokens/escape";
import { isUnresolved } from "../../kit/core/tokens/unresolved";
import { fail } from "./errors";
import type { EventBusPattern, EventBusRuleProps } from "./props";

const patternKeys = propKeys<EventBusPattern>()({ source: true, detailType: true, detail: "map" });

/** Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html */
const eventKeys = [
  "version",
  "id",
  "detail-type",
  "source",
  "account",
  "time",
  "region",
  "resources",
  "detail",
  "replay-name",
  "$or",
];

/** The checked event pattern of a rule as JSON; undefined if it has none. */
export function patternText(
  bus: Construct,
  prop: string,
  { pattern, cdk }: EventBusRuleProps,
): string | undefined {
  const given: unknown = cdk?.rule?.eventPattern;
  const provided =
    given === undefined ? undefined : providerPattern(bus, `${prop}.cdk.rule.eventPattern`, given);
  return pattern === undefined ? provided : ownPattern(bus, `${prop}.pattern`, pattern);
}

function ownPattern(bus: Construct, prop: string, pattern: EventBusPattern): string {
  if (isPlainObject(pattern)) checkKeys(bus, prop, pattern, patternKeys);
  checkEventRule(bus, prop, defined(pattern));
  const { source, detailType, detail } = pattern;
  return text(bus, prop, { source, "detail-type": detailType, detail });
}

function providerPattern(bus: Construct, prop: string, given: unknown): string {
  if (isUnresolved(given) && !Array.isArray(given)) return String(given);
  const pattern = typeof given === "string" ? parse(bus, prop, given) : given;
  if (isPlainObject(pattern)) checkKeys(bus, prop, pattern, eventKeys);
  checkEventRule(bus, prop, pattern);
  return text(bus, prop, pattern, typeof given === "string" ? given : undefined);
}

function parse(bus: Construct, prop: string, given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return fail(bus, "prop-invalid", prop, {
      value: given,
      expected: 'JSON, or an object: { source: ["shop"] }',
    });
  }
}

/** Removes keys that are `undefined`. */
function defined(pattern: object): unknown {
  if (!isPlainObject(pattern)) return pattern;
  return Object.fromEntries(Object.entries(pattern).filter(([, value]) => value !== undefined));
}

function text(bus: Construct, prop: string, pattern: unknown, given?: string): string {
  const { length } = given ?? JSON.stringify(pattern);
  const limit = quotaOf(bus, "eventPatternLength");
  if (length > limit) fail(bus, "event-pattern-too-long", prop, { length, limit });
  return given ?? escapeTemplate(JSON.stringify(pattern));
}
