import type { Construct } from "constructs";
import { isPlainObject } from "../../core/check";
import { functionKeys } from "../check";
import { parseEventDestination } from "../references/event-destination";
import { fail } from "./errors";
import { type EventSourceKind, type EventSourceKindName, eventSourceKinds } from "./event-source-kinds";
import type { QueueConsumerProps, StreamConsumerProps } from "./props";

/** Every option of a consumer, whatever it reads; which of them apply is checked by the kind of its source. */
export type AnyConsumerProps = QueueConsumerProps & StreamConsumerProps;

/** A consumer in its full form, and where the caller has written its function. */
export interface ParsedConsumer {
  readonly props: AnyConsumerProps;
  readonly functionProp: string;
}

const remedy = 'Name what works on the batches: function: "functions/orders.process".';
const consumerOnly = Object.values(eventSourceKinds)
  .flatMap(({ options }) => options)
  .filter((key) => !functionKeys.includes(key));

/** Brings a consumer into its full form, whichever form the caller has written. */
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

/** Refuses options in a place where nothing would read them. */
function checkOptions(owner: Construct, prop: string, kind: EventSourceKind, given: object): void {
  if ("handler" in given) {
    const option = consumerOnly.find((key) => key in given);
    if (option !== undefined) fail(owner, "consumer-option-misplaced", prop, { option });
    return;
  }
  for (const key of Object.keys(given)) checkElsewhere(owner, prop, kind, key);
}

/** Refuses what only another kind of source knows, by saying what to use here. */
export function checkElsewhere(owner: Construct, prop: string, kind: EventSourceKind, key: string): void {
  const remedyHere = Object.hasOwn(kind.elsewhere, key) ? kind.elsewhere[key] : undefined;
  if (remedyHere === undefined) return;
  const { queue, stream } = eventSourceKinds;
  const { sources: only } = kind === queue ? stream : queue;
  fail(owner, "consumer-option-elsewhere", `${prop}.${key}`, { only, remedy: remedyHere });
}
