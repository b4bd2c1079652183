/** The entries of a list that a client asks for. */
export interface KeyPageQuery {
  readonly prefix: string;
  /** Keys that have it after the prefix are grouped to common prefixes; empty for no groups. */
  readonly delimiter: string;
  readonly limit: number;
  /** The key or common prefix that the last page has ended with. */
  readonly after: string;
}

/** A page of a list. */
export interface KeyPage<Entry> {
  readonly entries: readonly Entry[];
  readonly prefixes: readonly string[];
  /** The end of the page. Undefined for an empty page. */
  readonly last: { readonly key: string; readonly entry?: Entry } | undefined;
  readonly isTruncated: boolean;
}

/**
 * A page of entries that are in the order of their keys.
 *
 * @param follows - whether an entry of the key `after` comes after the last page. @default - none does
 */
export function keyPageOf<Entry extends { readonly key: string }>(
  all: readonly Entry[],
  { prefix, delimiter, limit, after }: KeyPageQuery,
  follows: (entry: Entry) => boolean = () => false,
): KeyPage<Entry> {
  const entries: Entry[] = [];
  const prefixes: string[] = [];
  let last: KeyPage<Entry>["last"];
  for (const entry of all) {
    const { key } = entry;
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    const group = end === -1 ? undefined : key.slice(0, end + delimiter.length);
    if (group !== undefined && group === last?.key) continue;
    const order = byBytes(group ?? key, after);
    if (order < 0 || (order === 0 && (group !== undefined || !follows(entry)))) continue;
    if (entries.length + prefixes.length >= limit) return { entries, prefixes, last, isTruncated: limit > 0 };
    if (group === undefined) entries.push(entry);
    else prefixes.push(group);
    last = group === undefined ? { key, entry } : { key: group };
  }
  return { entries, prefixes, last, isTruncated: false };
}

/** Keys are in the order of their bytes in UTF-8. */
export function byBytes(left: string, right: string): number {
  if (left === right) return 0;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
