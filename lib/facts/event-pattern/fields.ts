/** A node of an event: its fields by name, with dots in names taken as steps. */
export type EventNode = Branch | Leaf;

export interface Leaf {
  readonly value: string | number | boolean | null;
}

type Field = readonly [steps: readonly string[], value: unknown];

/**
 * The fields below a name. A name may occur several times: `{ "a.b": 1, "a": { "b": 2 } }`.
 *
 * A field is read when a pattern asks for it, so that the cost depends on the pattern, and not on the depth of the event.
 */
export class Branch {
  private readonly fields: readonly Field[];

  constructor(fields: readonly Field[]) {
    this.fields = fields;
  }

  /** The nodes that one step leads to. */
  below(step: string): readonly EventNode[] {
    return this.fields.flatMap(([[first, ...rest], value]) => {
      if (first !== step || value === undefined) return [];
      return rest.length === 0 ? nodesOf(value) : [new Branch([[rest, value]])];
    });
  }
}

/**
 * Reads a value of an event the way EventBridge compares it: a dot in a name is a step, as in a nested object, and a list stands for its
 * elements, those of lists in it included.
 *
 * Source: https://github.com/aws/event-ruler#dots-in-field-names (and recorded answers: dot_joining)
 */
export function nodesOf(value: unknown): readonly EventNode[] {
  if (!Array.isArray(value)) return [nodeOf(value)];
  const nodes: EventNode[] = [];
  // Lists can be nested deeper than functions can call themselves.
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (!Array.isArray(next)) nodes.push(nodeOf(next));
    else for (let index = next.length - 1; index >= 0; index -= 1) left.push(next[index]);
  }
  return nodes;
}

function nodeOf(value: unknown): EventNode {
  if (typeof value !== "object" || value === null) return { value: value as Leaf["value"] };
  return new Branch(Object.entries(value).map(([name, each]): Field => [stepsOf(name), each]));
}

/** The steps of a name: `state.status` has two. */
export function stepsOf(name: string): readonly [string, ...string[]] {
  const [first = "", ...rest] = name.split(".");
  return [first, ...rest];
}

/** The nodes that one step leads to, from any of these. Each object of a list is a node of its own. */
export function below(nodes: readonly EventNode[], step: string): readonly EventNode[] {
  return nodes.flatMap((node) => (node instanceof Branch ? node.below(step) : []));
}
