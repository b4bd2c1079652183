import { isRecord } from "../../facts/text/record";

/** The content of a `package.json`, or of a section of it, which a person may have edited. */
export type PackageEntries = Readonly<Record<string, unknown>>;

/** The entries of a section; none if it is missing or has another form. */
export const entriesOf = (section: unknown): PackageEntries => (isRecord(section) ? section : {});

/** Package managers sort the entries by name. */
export const sortedEntries = (entries: PackageEntries): PackageEntries =>
  Object.fromEntries(Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1)));

/** The text of a `package.json`, with the indentation and the end that its file had before. */
export function printPackageJson(content: PackageEntries, before = "\n"): string {
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? "  ";
  return `${JSON.stringify(content, null, indent)}${before.endsWith("\n") ? "\n" : ""}`;
}
