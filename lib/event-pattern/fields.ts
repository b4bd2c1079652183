/** A node of an event: its fields by name, with dots in names taken as steps. */
export type EventNode = Branch | Leaf | readonly EventNode[];

/** Fields below a name. A name may occur several times: `{ "a.b": 1, "a": { "b": 2 } }`. */
export interface Branch {
  readonly fields: ReadonlyMap<string, readonly EventNode[]>;
}

export interface Leaf {
  readonly value: string | number | boolean | null;
}

/**
 * Reads an event the way EventBridge compares it: a dot in a name is a step, as in a nested object.
 *
 * Source: https://github.com/aws/event-ruler#dots-in-field-names (and recorded answers: dot_joining)
 */
export function eventFields(value: unknown): EventNode {
  if (Array.isArray(value)) return value.map(eventFields);
  if (typeof value !== "object" || value === null) return { value: value as Leaf["value"] };
  const fields = new Map<string, EventNode[]>();
  for (const [key, each] of Object.entries(value)) {
    const [first, ...rest] = stepsOf(key);
    if (first === undefined || each === undefined) continue;
    const below = rest.reduceRight<EventNode>(
      (node, step) => ({ fields: new Map([[step, [node]]]) }),
      eventFields(each),
    );
    fields.set(first, [...(fields.get(first) ?? []), below]);
  }
  return { fields };
}

/** The steps of a name: `state.status` has two. */
export function stepsOf(name: string): readonly [string, ...string[]] {
  const [first = "", ...rest] = name.split(".");
  return [first, ...rest];
}

/** The nodes that one step leads to, from any of these. Each object of a list is a node of its own. */
export function below(nodes: readonly EventNode[], step: string): readonly EventNode[] {
  return nodes.flatMap((node) => ("fields" in node ? (node.fields.get(step) ?? []) : []));
}

/** Nodes without the lists around them, lists of lists included. */
export function flattened(nodes: readonly EventNode[]): readonly (Branch | Leaf)[] {
  return nodes.flatMap((node) => (isList(node) ? flattened(node) : [node]));
}

function isList(node: EventNode): node is readonly EventNode[] {
  return Array.isArray(node);
}
