import { readFileSync } from "node:fs";
import type * as yaml from "yaml";
import { isRecord } from "../../../facts/text/record";
import { writtenText } from "../../../facts/text/written-text";
import { LockProblem, type PlatformLimits } from "./locked-package";

export type LockFields = Readonly<Record<string, unknown>>;

/** The members of an object; empty for other values. */
export const fieldsOf = (value: unknown): LockFields => (isRecord(value) ? value : {});

/** The members of an object that are texts. */
export const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** A list of texts: `["linux"]`, or one text. */
export const listOf = (value: unknown): readonly string[] =>
  [value].flat().filter((each) => typeof each === "string");

/** The systems of a package; undefined if the lock file names none. */
export function platformOf({ os, cpu, libc }: LockFields): PlatformLimits | undefined {
  const limits = { os: listOf(os), cpu: listOf(cpu), libc: listOf(libc) };
  return Object.values(limits).every(({ length }) => length === 0) ? undefined : limits;
}

/** The ranges of the dependencies in a manifest, or in an entry with the same members. */
export const rangesOf = (manifest: LockFields): Readonly<Record<string, string>> => ({
  ...textsOf(manifest.peerDependencies),
  ...textsOf(manifest.devDependencies),
  ...textsOf(manifest.dependencies),
  ...textsOf(manifest.optionalDependencies),
});

/**
 * The single package of this name in a lock file, for a name that is not in any `package.json`. Several versions are
 * ambiguous.
 *
 * @param versions - the packages with that name, as errors show them
 * @param add - the command that adds a package: `yarn add`
 */
export function onlyOne(
  file: string,
  name: string,
  versions: readonly string[],
  add: string,
): string | undefined {
  if (versions.length > 1) {
    throw new LockProblem(
      file,
      `has several versions of ${name} (${versions.join(", ")}), and package.json names none.`,
      `Add it to package.json: ${add} ${name}.`,
    );
  }
  return versions[0];
}

/** Reads a file as JSON. A comma after the last member is allowed, as Bun writes it. */
export function readLockJson(file: string, update: string): LockFields {
  const text = writtenText(file);
  const withoutLastCommas = text.replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (found) =>
    found === "," ? "" : found,
  );
  try {
    return fieldsOf(JSON.parse(withoutLastCommas));
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1];
    const line =
      position === undefined ? undefined : withoutLastCommas.slice(0, Number(position)).split("\n").length;
    throw unreadable(file, error, update, line ?? lineOf(file, "<<<<<<<"));
  }
}

/** Reads the documents of a file as YAML. All values are texts: a version such as 1.10 is not a number. */
export function readLockYaml(file: string, update: string): readonly LockFields[] {
  // Loaded on use: most apps install no packages, and loading takes a fifth of a small synthesis.
  const { LineCounter, parseAllDocuments } = require("yaml") as typeof yaml;
  const lines = new LineCounter();
  const documents = [
    ...parseAllDocuments(readFileSync(file, "utf8"), { schema: "failsafe", lineCounter: lines }),
  ];
  const [error] = documents.flatMap(({ errors }) => errors);
  if (error !== undefined) throw unreadable(file, error, update, lines.linePos(error.pos[0]).line);
  return documents.map((document) => fieldsOf(document.toJS({ maxAliasCount: -1 })));
}

export function unreadable(file: string, error: unknown, update: string, line?: number): LockProblem {
  const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
  return new LockProblem(
    file,
    `cannot be read: ${reason.replace(/ (at line \d+, column \d+:?|in JSON at position .*)$/, "")}.`,
    `Restore the file from version control, or write it again: ${update}.`,
    line,
  );
}

/** The number of the first line that contains a text. */
export function lineOf(file: string, text: string): number | undefined {
  const index = readFileSync(file, "utf8")
    .split("\n")
    .findIndex((line) => line.includes(text));
  return index < 0 ? undefined : index + 1;
}
