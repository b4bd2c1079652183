import { matchesWildcard } from "../aws/wildcards";
import { isRecord } from "../text/record";
import { isInCidr } from "./cidr";
import { wildcardPattern } from "./wildcard";

/** A node of an event: its fields by name, with dots in names taken as steps. */
type EventNode = Branch | Leaf;

interface Leaf {
  readonly value: string | number | boolean | null;
}

type Field = readonly [steps: readonly string[], value: unknown];

/**
 * The fields below a name. A name may occur several times: `{ "a.b": 1, "a": { "b": 2 } }`.
 *
 * A field is read when a pattern asks for it, so that the cost depends on the pattern, and not on the depth of the event.
 */
class Branch {
  private readonly fields: readonly Field[];

  constructor(fields: readonly Field[]) {
    this.fields = fields;
  }

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
function nodesOf(value: unknown): readonly EventNode[] {
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
function stepsOf(name: string): readonly [string, ...string[]] {
  const [first = "", ...rest] = name.split(".");
  return [first, ...rest];
}

/** The nodes that one step leads to, from any of these. Each object of a list is a node of its own. */
function below(nodes: readonly EventNode[], step: string): readonly EventNode[] {
  return nodes.flatMap((node) => (node instanceof Branch ? node.below(step) : []));
}

/**
 * Whether an event matches an event pattern: of a rule, of the filters of a consumer or a pipe, or of the filter policy of a topic.
 *
 * Sources: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html, and recorded answers
 * (test/local/recorded/events)
 */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (!isRecord(pattern)) return false;
  const roots = nodesOf(event);
  // The fields of list elements are not fields of the event.
  return matchesObject(pattern, [], Array.isArray(event) ? [] : roots, new Roots(roots));
}

/** The whole event. A list may have many elements, and each of them asks whether a field is anywhere in the event. */
class Roots {
  private readonly known = new Map<string, boolean>();

  constructor(private readonly nodes: readonly EventNode[]) {}

  hasLeaf(path: readonly string[]): boolean {
    const key = path.join(".");
    const known = this.known.get(key) ?? hasLeaf(this.nodes, path);
    this.known.set(key, known);
    return known;
  }
}

/**
 * @param path - the steps to this object of the pattern
 * @param nodes - the nodes at that path in the elements of lists that were chosen on the way
 */
function matchesObject(
  pattern: Readonly<Record<string, unknown>>,
  path: readonly string[],
  nodes: readonly EventNode[],
  roots: Roots,
): boolean {
  return Object.entries(pattern).every(([key, expected]) => {
    if (key === "$or" && Array.isArray(expected)) {
      return expected.some((each) => isRecord(each) && matchesObject(each, path, nodes, roots));
    }
    return matchesField(expected, [...path, ...stepsOf(key)], stepsOf(key), nodes, roots);
  });
}

function matchesField(
  expected: unknown,
  path: readonly string[],
  [step, ...more]: readonly string[],
  nodes: readonly EventNode[],
  roots: Roots,
): boolean {
  if (step === undefined) return matchesNodes(expected, path, nodes, roots);
  const found = below(nodes, step);
  const elements = found.filter(isBranch);
  if (more.length === 0 && Array.isArray(expected)) return matchesNodes(expected, path, found, roots);
  // All fields below a list must match in one element of it. Without an element, only absence matches.
  return elements.length === 0
    ? matchesBelow(expected, path, more, [], roots)
    : elements.some((element) => matchesBelow(expected, path, more, [element], roots));
}

function matchesBelow(
  expected: unknown,
  path: readonly string[],
  more: readonly string[],
  nodes: readonly EventNode[],
  roots: Roots,
): boolean {
  if (more.length > 0) return matchesField(expected, path, more, nodes, roots);
  return isRecord(expected) && matchesObject(expected, path, nodes, roots);
}

/** Compares the values at a path with a list of values and comparisons. */
function matchesNodes(
  expected: unknown,
  path: readonly string[],
  nodes: readonly EventNode[],
  roots: Roots,
): boolean {
  if (!Array.isArray(expected)) return false;
  const leaves = nodes.filter(isLeaf);
  return expected.some((matcher) => {
    if (isRecord(matcher) && "exists" in matcher) {
      // A field is absent if no element of a list has it. An object, and a list without values, are not fields.
      return matcher.exists === true ? leaves.length > 0 : !roots.hasLeaf(path);
    }
    return leaves.some(({ value }) => matchesValue(matcher, value));
  });
}

function hasLeaf(nodes: readonly EventNode[], [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return nodes.some(isLeaf);
  return hasLeaf(below(nodes, step), rest);
}

function isBranch(node: Branch | Leaf): node is Branch {
  return node instanceof Branch;
}

function isLeaf(node: Branch | Leaf): node is Leaf {
  return !(node instanceof Branch);
}

/** Whether a value of an event matches a value or a comparison of a pattern, other than `exists`. */
function matchesValue(matcher: unknown, value: unknown): boolean {
  if (typeof matcher !== "object" || matcher === null) return matcher === value;
  const [entry] = Object.entries(matcher);
  if (entry === undefined) return false;
  const [operator, operand] = entry;
  const match = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  return match?.(operand, value) ?? false;
}

type Operator = (operand: unknown, value: unknown) => boolean;

const operators: Readonly<Record<string, Operator>> = {
  exactly: onTexts((operand, value) => value === operand),
  prefix: onTexts((operand, value) => value.startsWith(operand)),
  suffix: onTexts((operand, value) => value.endsWith(operand)),
  "equals-ignore-case": onTexts((operand, value) => value.toLowerCase() === operand.toLowerCase()),
  wildcard: onTexts((operand, value) => matchesWildcard(wildcardPattern(operand), value)),
  numeric: (operand, value) =>
    Array.isArray(operand) && typeof value === "number" && matchesNumeric(operand, value),
  cidr: (operand, value) =>
    typeof operand === "string" && typeof value === "string" && isInCidr(operand, value),
  "anything-but": (operand, value) => {
    if (Array.isArray(operand)) return !operand.includes(value);
    return typeof operand === "object" && operand !== null
      ? !matchesValue(operand, value)
      : operand !== value;
  },
};

/** The operand is one text, several in `anything-but`, or `{ "equals-ignore-case": ... }`. */
function onTexts(match: (operand: string, value: string) => boolean): Operator {
  return (operand, value) => {
    if (typeof value !== "string") return false;
    if (typeof operand === "string") return match(operand, value);
    if (Array.isArray(operand)) return operand.some((each) => typeof each === "string" && match(each, value));
    const folded =
      typeof operand === "object" && operand !== null && "equals-ignore-case" in operand
        ? operand["equals-ignore-case"]
        : undefined;
    return typeof folded === "string" && match(folded.toLowerCase(), value.toLowerCase());
  };
}

/** `[">", 0, "<=", 5]`: all comparisons must hold. */
function matchesNumeric(comparisons: readonly unknown[], value: number): boolean {
  for (let at = 0; at + 1 < comparisons.length; at += 2) {
    const limit = Number(comparisons[at + 1]);
    const holds = {
      "=": value === limit,
      "<": value < limit,
      "<=": value <= limit,
      ">": value > limit,
      ">=": value >= limit,
    };
    if (holds[String(comparisons[at]) as keyof typeof holds] !== true) return false;
  }
  return comparisons.length >= 2;
}
