import { isPlainObject } from "./check";

/** A map in props. A value that is `undefined` is absence: `{ LEVEL: process.env.LEVEL }`. */
export type MapOf<Value> = Readonly<Record<string, Value | undefined>>;

export function present<Value>(map: MapOf<Value>): Readonly<Record<string, Value>>;
export function present<Value>(map: MapOf<Value> | undefined): Readonly<Record<string, Value>> | undefined;
export function present<Value>(map: MapOf<Value> | undefined): Readonly<Record<string, Value>> | undefined {
  return withoutUndefined(map) as Readonly<Record<string, Value>> | undefined;
}

/**
 * Removes keys with the value `undefined` at every depth: such a key counts as absent, in maps as in props.
 *
 * Lists keep all items: an item that is missing by mistake, such as a scope, must be refused. Constructs, references and class
 * instances stay unchanged. Without such a key, the result is the given object.
 */
export function withoutUndefined<Props>(props: Props): Props {
  return clean(props, []) as Props;
}

function clean(value: unknown, above: readonly unknown[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  // Circular objects are refused where they are used.
  if (above.includes(value)) return value;
  if (Array.isArray(value)) {
    const inside = [...above, value];
    const items = value.map((each) => clean(each, inside));
    return items.every((each, index) => each === value[index]) ? value : items;
  }
  return isPlainObject(value) ? cleanMap(value, [...above, value]) : value;
}

/** Copies only from the first different key on: nearly all props stay unchanged. */
function cleanMap(map: Readonly<Record<string, unknown>>, inside: readonly unknown[]): unknown {
  let copy: [string, unknown][] | undefined;
  const keys = Object.keys(map);
  keys.forEach((key, index) => {
    const value = map[key];
    const cleaned = clean(value, inside);
    if (copy === undefined && value !== undefined && cleaned === value) return;
    copy ??= keys.slice(0, index).map((before) => [before, map[before]]);
    if (value !== undefined) copy.push([key, cleaned]);
  });
  return copy === undefined ? map : Object.fromEntries(copy);
}
