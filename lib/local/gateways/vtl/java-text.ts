/** Lists that come from JSON. In AWS, they have another class than lists of templates, and their text is JSON. */
const jsonLists = new WeakSet<object>();

/** Notes the lists in a value that was parsed from JSON. */
export function fromJson(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) jsonLists.add(value);
  for (const each of Object.values(value)) fromJson(each);
  return value;
}

/** The text of a value, as Java's `toString` writes it: `{name=Ada, tags=["a"]}`. */
export function javaText(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (jsonLists.has(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(javaText).join(", ")}]`;
  // Objects of the gateway write themselves.
  if (value.toString !== Object.prototype.toString) return value;
  return `{${Object.entries(value)
    .map(([name, each]) => `${name}=${javaText(each)}`)
    .join(", ")}}`;
}
