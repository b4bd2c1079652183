import { type AttributeValue, listIn, mapOf, type StoredItem } from "./attribute-values";

/** Names and indexes that lead to an attribute. */
export type Path = readonly (string | number)[];

export type Operand =
  | { readonly kind: "path"; readonly path: Path }
  | { readonly kind: "value"; readonly value: AttributeValue }
  | { readonly kind: "call"; readonly name: string; readonly operands: readonly Operand[] }
  | {
      readonly kind: "sum";
      readonly operator: "+" | "-";
      readonly left: Operand;
      readonly right: Operand;
    };

export type Comparator = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type ConditionTree =
  | { readonly kind: "and" | "or"; readonly left: ConditionTree; readonly right: ConditionTree }
  | { readonly kind: "not"; readonly of: ConditionTree }
  | {
      readonly kind: "compare";
      readonly comparator: Comparator;
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: "between"; readonly operand: Operand; readonly least: Operand; readonly most: Operand }
  | { readonly kind: "in"; readonly operand: Operand; readonly among: readonly Operand[] }
  | { readonly kind: "test"; readonly name: string; readonly operands: readonly Operand[] };

export type UpdateStep =
  | { readonly kind: "SET"; readonly path: Path; readonly operand: Operand }
  | { readonly kind: "REMOVE"; readonly path: Path }
  | { readonly kind: "ADD" | "DELETE"; readonly path: Path; readonly value: AttributeValue };

/** A path as errors show it: `[a, [0], b]`. */
export function shownPath(path: Path): string {
  return `[${path.map((part) => (typeof part === "number" ? `[${part}]` : part)).join(", ")}]`;
}

/** The value that a path leads to; undefined when the item has none. */
export function valueAtPath(item: StoredItem, path: Path): AttributeValue | undefined {
  const [first, ...rest] = path;
  let found = typeof first === "string" && Object.hasOwn(item, first) ? item[first] : undefined;
  for (const part of rest) {
    const map = typeof part === "string" ? mapOf(found) : undefined;
    if (typeof part === "number") found = listIn(found)?.[part];
    else found = map !== undefined && Object.hasOwn(map, part) ? map[part] : undefined;
  }
  return found;
}

interface Wanted {
  isWhole: boolean;
  readonly parts: Map<string | number, Wanted>;
}

/** The parts of an item that paths lead to, in the documents where they are. Lists have only the chosen members. */
export function projected(item: StoredItem, paths: readonly Path[]): StoredItem {
  if (paths.every(({ length }) => length === 1)) {
    const names = paths.map(([name]) => String(name)).filter((name) => Object.hasOwn(item, name));
    return Object.fromEntries(names.map((name) => [name, item[name] ?? {}]));
  }
  const wanted = newPart();
  for (const path of paths) {
    let part = wanted;
    for (const step of path) {
      const next = part.parts.get(step) ?? newPart();
      part.parts.set(step, next);
      part = next;
    }
    part.isWhole = true;
  }
  return mapOf(chosen({ M: item }, wanted)) ?? {};
}

const newPart = (): Wanted => ({ isWhole: false, parts: new Map() });

function chosen(value: AttributeValue, { isWhole, parts }: Wanted): AttributeValue | undefined {
  if (isWhole) return value;
  const [map, list] = [mapOf(value), listIn(value)];
  const found: [string | number, AttributeValue][] = [];
  for (const [step, part] of parts) {
    const inner =
      typeof step === "number" ? list?.[step] : map && Object.hasOwn(map, step) ? map[step] : undefined;
    const kept = inner && chosen(inner, part);
    if (kept !== undefined) found.push([step, kept]);
  }
  if (found.length === 0) return undefined;
  if (map !== undefined) return { M: Object.fromEntries(found) };
  return { L: found.sort(([one], [other]) => Number(one) - Number(other)).map(([, each]) => each) };
}

/** Why two paths cannot be in one expression: `overlap`, or `conflict` for a list and a map in one place. */
export function collision(one: Path, other: Path): string | undefined {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    if (typeof one[at] !== typeof other[at]) return told("conflict", one, other);
    if (one[at] !== other[at]) return undefined;
  }
  return told("overlap", one, other);
}

function told(verb: string, one: Path, other: Path): string {
  const rule = `Two document paths ${verb} with each other; must remove or rewrite one of these paths`;
  return `${rule}; path one: ${shownPath(one)}, path two: ${shownPath(other)}`;
}
