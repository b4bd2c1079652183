import type { Construct } from "constructs";
import { isPlainObject } from "../../core/checks/check";
import { functionKeys } from "../check";
import { parseEventDestination } from "../references/event-destination";
import { fail } from "./errors";
import { type EventSourceKind, type EventSourceKindName, eventSourceKinds } from "./event-source-kinds";
import type { QueueConsumerProps, StreamConsumerProps } from "./props";

/** All options of consumers. The kind of the source determines which of them apply. */
export type AnyConsumerProps = QueueConsumerProps & StreamConsumerProps;

/** A consumer in its full form, and the prop of its function. */
export interface ParsedConsumer {
  readonly props: AnyConsumerProps;
  readonly functionProp: string;
}

const remedy = 'Write what processes the batches: function: "functions/orders.process".';
const consumerOnly = Object.values(eventSourceKinds)
  .flatMap(({ options }) => options)
  .filter((key) => !functionKeys.includes(key));

/** Converts a consumer to its full form. */
export function parseConsumer(
  owner: Construct,
  prop: string,
  kindName: EventSourceKindName,
  given: unknown,
): ParsedConsumer {
  const kind: EventSourceKind = eventSourceKinds[kindName];
  if (isPlainObject(given)) checkOptions(owner, prop, kind, given);
  const form = { keys: kind.options, cdk: ["function", "eventSource"] };
  const {
    value,
    prop: functionProp,
    options,
    cdk,
  } = parseEventDestination(owner, prop, given, { function: form }, remedy);
  return { props: { ...options, function: value, cdk } as AnyConsumerProps, functionProp };
}

/** Refuses options that would have no effect. */
function checkOptions(owner: Construct, prop: string, kind: EventSourceKind, given: object): void {
  if ("handler" in given) {
    const option = consumerOnly.find((key) => key in given);
    if (option !== undefined) fail(owner, "consumer-option-misplaced", prop, { option });
    return;
  }
  for (const key of Object.keys(given)) checkElsewhere(owner, prop, kind, key);
}

/** Refuses options of the other kind of source, and names what to use instead. */
export function checkElsewhere(owner: Construct, prop: string, kind: EventSourceKind, key: string): void {
  const remedyHere = Object.hasOwn(kind.elsewhere, key) ? kind.elsewhere[key] : undefined;
  if (remedyHere === undefined) return;
  const { queue, stream } = eventSourceKinds;
  const { sources: only } = kind === queue ? stream : queue;
  fail(owner, "consumer-option-elsewhere", `${prop}.${key}`, { only, remedy: remedyHere });
}
