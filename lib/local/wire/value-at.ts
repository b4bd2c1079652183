/** The value at a path such as `items[0].name`; an empty path selects the whole value. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const [, name, index, quoted] of path.matchAll(/([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g)) {
    if (typeof at !== "object" || at === null) return undefined;
    const key = name ?? index ?? quoted ?? "";
    if (!Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}
