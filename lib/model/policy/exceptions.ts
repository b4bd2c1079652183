import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../../facts/text/json";
import { isValues } from "../resources/values";
import type { PolicyFinding } from "./rule";

/** An exception, as `exceptFromRule` writes it. */
export interface WrittenException {
  /** The construct. */
  readonly path: string;
  readonly rule: string;
  readonly of?: string;
  readonly reason: string;
}

/** An exception with its findings. */
export interface AppliedException extends WrittenException {
  readonly findings: readonly PolicyFinding[];
}

/** The exceptions in an output folder. A folder of another tool has none. */
export function readExceptions(folder: string): readonly WrittenException[] {
  const file = join(folder, "serverform.json");
  const entries = existsSync(file) ? jsonOf(readFileSync(file, "utf8")) : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown): readonly WrittenException[] => {
    if (!isValues(entry) || entry.type !== "RuleException" || !isValues(entry.data)) return [];
    const { path, rule, of, reason } = entry.data;
    const isWhole = [path, rule, reason].every((each) => typeof each === "string");
    if (!isWhole) return [];
    const exception = { path: String(path), rule: String(rule), reason: String(reason) };
    return [typeof of === "string" ? { ...exception, of } : exception];
  });
}
