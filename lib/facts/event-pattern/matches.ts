import { Branch, below, type EventNode, type Leaf, nodesOf, stepsOf } from "./fields";
import { matchesValue } from "./values";

/**
 * Whether an event matches an event pattern: of a rule, of the filters of a consumer or a pipe, or of the filter policy of a topic.
 *
 * Sources: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html, and recorded answers
 * (test/local/recorded/events)
 */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (!isObject(pattern)) return false;
  const roots = nodesOf(event);
  // The fields of a list are those of none of its elements.
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
      return expected.some((each) => isObject(each) && matchesObject(each, path, nodes, roots));
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
  return isObject(expected) && matchesObject(expected, path, nodes, roots);
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
    if (isObject(matcher) && "exists" in matcher) {
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
