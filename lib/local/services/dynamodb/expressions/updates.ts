import { ItemError } from "../errors";
import {
  type AttributeValue,
  addNumbers,
  hasMember,
  listIn,
  mapOf,
  membersOf,
  type StoredItem,
  typeOf,
} from "./attribute-values";
import { type Operand, type Path, type UpdateStep, valueAtPath } from "./syntax";

export const wrongType = "An operand in the update expression has an incorrect data type";
const noAttribute = "The provided expression refers to an attribute that does not exist in the item";
const invalidPath = "The document path provided in the update expression is invalid for update";

/** A list while it changes: all indexes of an expression count members as they were before it. */
interface ChangedList {
  readonly L: (AttributeValue | undefined)[];
  /** Members for places after the end, which are put there in their order. */
  readonly added: [number, AttributeValue][];
}

/** The item after an update. All its steps see the item as it was before. */
export function updatedItem(before: StoredItem, steps: readonly UpdateStep[]): StoredItem {
  // Values of the request are in it by reference, and only the values on a path are copied.
  const after: Record<string, AttributeValue> = { ...before };
  const copies = new Set<unknown>([after]);
  const lists: ChangedList[] = [];
  const values = steps.map((step) => valueOfStep(step, before));
  for (const [at, step] of steps.entries()) {
    const parent = parentOf(after, step.path, copies, lists);
    put(parent, step.path.at(-1), values[at]);
  }
  for (const list of lists) close(list);
  return after;
}

/** Whether an update creates an item that does not exist. Steps that only remove something do not. */
export function createsItem(steps: readonly UpdateStep[]): boolean {
  return steps.length === 0 || steps.some(({ kind }) => kind === "SET" || kind === "ADD");
}

/** The new value; undefined to remove it. */
function valueOfStep(step: UpdateStep, before: StoredItem): AttributeValue | undefined {
  if (step.kind === "REMOVE") return undefined;
  if (step.kind === "SET") return valueOf(step.operand, before);
  const existing = valueAtPath(before, step.path);
  return step.kind === "ADD" ? added(existing, step.value) : without(existing, step.value);
}

/** A number with another added to it, or a set with more members. */
export function added(existing: AttributeValue | undefined, value: AttributeValue): AttributeValue {
  const type = typeOf(value);
  if (existing === undefined) return value;
  if (typeOf(existing) !== type) throw new ItemError(wrongType);
  if (type === "N") return { N: addNumbers(String(existing.N), String(value.N)) };
  // Only AttributeUpdates adds to lists.
  if (type === "L") return { L: [...membersOf(existing.L), ...membersOf(value.L)] };
  const members = membersOf<string>(existing[type]);
  const more = membersOf<string>(value[type]).filter((each) => !hasMember(members, each, type));
  return { [type]: [...members, ...more] };
}

/** A set without some members; undefined when it has none left. */
export function without(
  existing: AttributeValue | undefined,
  value: AttributeValue,
): AttributeValue | undefined {
  const type = typeOf(value);
  if (existing === undefined) return undefined;
  if (typeOf(existing) !== type) throw new ItemError(wrongType);
  const gone = membersOf<string>(value[type]);
  const left = membersOf<string>(existing[type]).filter((each) => !hasMember(gone, each, type));
  return left.length === 0 ? undefined : { [type]: left };
}

function valueOf(operand: Operand, item: StoredItem): AttributeValue {
  if (operand.kind === "value") return operand.value;
  if (operand.kind === "path") {
    const value = valueAtPath(item, operand.path);
    if (value === undefined) throw new ItemError(noAttribute);
    return value;
  }
  if (operand.kind === "sum") {
    const [left, right] = [valueOf(operand.left, item), valueOf(operand.right, item)];
    if (left.N === undefined || right.N === undefined) throw new ItemError(wrongType);
    return { N: addNumbers(String(left.N), String(right.N), operand.operator === "+" ? 1 : -1) };
  }
  const [first, second] = operand.operands;
  if (first === undefined || second === undefined) throw new ItemError(wrongType);
  if (operand.name === "if_not_exists") {
    const found = first.kind === "path" ? valueAtPath(item, first.path) : undefined;
    return found ?? valueOf(second, item);
  }
  const [left, right] = [listIn(valueOf(first, item)), listIn(valueOf(second, item))];
  if (left === undefined || right === undefined) throw new ItemError(wrongType);
  return { L: [...left, ...right] };
}

type Parent = Record<string, AttributeValue> | ChangedList;

/** The map or list that has the last part of a path, as a copy that may change. */
function parentOf(
  item: Record<string, AttributeValue>,
  path: Path,
  copies: Set<unknown>,
  lists: ChangedList[],
): Parent {
  let parent: Parent = item;
  for (const [at, part] of path.slice(0, -1).entries()) {
    const child: AttributeValue | undefined = memberOf(parent, part);
    const isList: boolean = typeof path[at + 1] === "number";
    const content: unknown = isList ? listIn(child) : mapOf(child);
    if (content === undefined) throw new ItemError(invalidPath);
    if (copies.has(child))
      parent = isList
        ? (child as unknown as ChangedList)
        : ((child as AttributeValue).M as Record<string, AttributeValue>);
    else {
      const copied: ChangedList | { M: Record<string, AttributeValue> } = isList
        ? { L: [...membersOf<AttributeValue>(content)], added: [] }
        : { M: { ...(content as StoredItem) } };
      copies.add(copied);
      put(parent, part, copied as AttributeValue);
      if ("L" in copied) lists.push(copied);
      parent = "L" in copied ? copied : copied.M;
    }
  }
  return parent;
}

function memberOf(parent: Parent, part: string | number): AttributeValue | undefined {
  if (isList(parent)) return typeof part === "number" ? parent.L[part] : undefined;
  return typeof part === "string" && Object.hasOwn(parent, part) ? parent[part] : undefined;
}

function put(parent: Parent, part: string | number | undefined, value: AttributeValue | undefined): void {
  if (isList(parent)) {
    const at = Number(part);
    if (at < parent.L.length) parent.L[at] = value;
    else if (value !== undefined) parent.added.push([at, value]);
  } else if (value === undefined) delete parent[String(part)];
  else {
    // An attribute may have any name, `__proto__` too.
    Object.defineProperty(parent, String(part), {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
}

function isList(parent: Parent): parent is ChangedList {
  return Array.isArray((parent as { readonly added?: unknown }).added);
}

function close(list: ChangedList): void {
  const more = list.added.sort(([one], [other]) => one - other).map(([, value]) => value);
  const members = [...list.L.filter((each) => each !== undefined), ...more];
  list.L.splice(0, list.L.length, ...members);
  delete (list as { added?: unknown }).added;
}
