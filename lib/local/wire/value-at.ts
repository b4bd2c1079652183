import { ownValue } from "../../facts/errors/own-value";

/** The value at a path such as `items[0].name`; an empty path selects the whole value. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const [, name, index, quoted] of path.matchAll(/([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g)) {
    if (typeof at !== "object" || at === null) return undefined;
    const key = name ?? index ?? quoted ?? "";
    at = ownValue(at as Readonly<Record<string, unknown>>, key);
  }
  return at;
}

/** A value as text: objects as JSON; undefined for no value. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
