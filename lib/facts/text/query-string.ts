/** Decoded parameters of a query string, in their order. */
export type QueryEntries = readonly (readonly [name: string, value: string])[];

/** Parses a query string without its question mark. Text that cannot be decoded is kept. */
export function parseQuery(raw: string): QueryEntries {
  if (raw === "") return [];
  const entries: [string, string][] = [];
  for (const part of raw.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = equals === -1 ? part : part.slice(0, equals);
    const value = equals === -1 ? "" : part.slice(equals + 1);
    entries.push([decodeWithPlus(name), decodeWithPlus(value)]);
  }
  return entries;
}

/**
 * Decodes a text in which a plus sign stands for a space: parameters, and paths of S3. A path with a plus sign is written
 * with `%2B`.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html, and for answers of AWS
 * https://github.com/rust-lang/crates.io/issues/4891
 */
export function decodeWithPlus(text: string): string {
  return decodePart(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/** Decodes percent-encoded text; invalid text is kept. */
export function decodePart(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Parameters by name, with several values joined by commas; undefined without parameters. */
export function joinQuery(entries: QueryEntries): Record<string, string> | undefined {
  if (entries.length === 0) return undefined;
  const joined = new Map<string, string>();
  for (const [name, value] of entries) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}

export function multiValueQuery(entries: QueryEntries): Record<string, string[]> | undefined {
  if (entries.length === 0) return undefined;
  const all = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const before = all.get(name);
    if (before === undefined) all.set(name, [value]);
    else before.push(value);
  }
  return Object.fromEntries(all);
}
