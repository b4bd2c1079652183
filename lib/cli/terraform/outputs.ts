import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Output } from "./messages";
import type { StackReport } from "./report";

/** Outputs by name. */
export type Outputs = Readonly<Record<string, Output>>;

/** The outputs that somebody has asked for: CDKTF adds one for each reference from another stack. */
export function visibleOutputs(outputs: Outputs): readonly (readonly [name: string, output: Output])[] {
  return Object.entries(outputs)
    .filter(([name]) => isVisible(name))
    .sort(([a], [b]) => compareNames(a.toLowerCase(), b.toLowerCase()) || compareNames(a, b));
}

/** Whether an output is one of the app, not one that CDKTF generates. */
export function isVisible(name: string): boolean {
  return !name.startsWith("cross-stack-output-");
}

/**
 * Writes the outputs of the deployed stacks as `{ "<stack id>": { "<name>": value } }`.
 *
 * Sensitive ones are left out, as from `cdktf`: such files end up among the artifacts of a pipeline.
 */
export function writeOutputsFile(file: string, reports: readonly StackReport[]): void {
  const content: Record<string, Record<string, unknown>> = {};
  for (const { id, outputs } of reports) {
    const open = visibleOutputs(outputs).filter(([, { sensitive }]) => !sensitive);
    if (open.length > 0) content[id] = Object.fromEntries(open.map(([name, { value }]) => [name, value]));
  }
  const path = resolve(file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

// By code unit, not by the locale of the machine: the order is the same everywhere.
function compareNames(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
