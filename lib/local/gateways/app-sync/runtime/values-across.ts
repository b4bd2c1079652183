import { isValues } from "../../../../model";

/** The only member of an object that represents values missing in JSON. No value of a client has such a name alone. */
const mark = "\u0000";

/** Values of this side that the other side only hands back, by their number. */
export type Handles = unknown[];

/**
 * Writes a value for the handlers' world. Instances of classes stay here: the handler gets a number for each, and gives
 * it back.
 */
export function textForHandler(value: unknown, handles: Handles): string {
  return JSON.stringify(value, (_, each: unknown) => marked(each, handles)) ?? marker("undefined");
}

/** Reads the arguments that a handler gives to a utility. */
export function argumentsOf(text: string, handles: Handles): readonly unknown[] {
  const read: unknown = JSON.parse(text, (_, each: unknown) => unmarked(each, handles));
  return Array.isArray(read) ? read.map(withUndefined) : [];
}

/** Puts undefined where a value is absent. Only what was read just now is changed. */
function withUndefined(value: unknown): unknown {
  if (value === absent) return undefined;
  // Handles belong to this side.
  const isRead =
    Array.isArray(value) || (isValues(value) && Object.getPrototypeOf(value) === Object.prototype);
  if (!isRead) return value;
  const members = value as Record<string, unknown>;
  for (const [name, each] of Object.entries(members)) members[name] = withUndefined(each);
  return value;
}

/** A reviver that returns undefined removes the member. */
const absent = Symbol("undefined");

function marked(value: unknown, handles: Handles): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return { [mark]: ["number", String(value)] };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return value;
  return { [mark]: ["handle", handles.push(value) - 1] };
}

function unmarked(value: unknown, handles: Handles): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, mark)) return value;
  const [kind, given] = (value as { readonly [mark]: readonly unknown[] })[mark];
  if (kind === "undefined") return absent;
  return kind === "handle" ? handles[Number(given)] : Number(given);
}

const marker = (kind: string): string => JSON.stringify({ [mark]: [kind] });
