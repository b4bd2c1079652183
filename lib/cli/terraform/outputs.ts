import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Output } from "./messages";

/** Outputs by name. */
export type Outputs = Readonly<Record<string, Output>>;

/** The outputs that the app declares, sorted by name. */
export function visibleOutputs(outputs: Outputs): readonly (readonly [name: string, output: Output])[] {
  return Object.entries(outputs)
    .filter(([name]) => isVisible(name))
    .sort(([a], [b]) => compareNames(a.toLowerCase(), b.toLowerCase()) || compareNames(a, b));
}

/** The values of the outputs that the app declares, without the sensitive ones. */
export function openOutputs(outputs: Outputs): Record<string, unknown> {
  const open = visibleOutputs(outputs).filter(([, { sensitive }]) => !sensitive);
  return Object.fromEntries(open.map(([name, { value }]) => [name, value]));
}

/** Outputs that CDKTF and this library generate. */
const generated = /^(cross-stack-output-|site-environment-|live-database-)/;

/** Whether the app declares an output. */
export function isVisible(name: string): boolean {
  return !generated.test(name);
}

/**
 * Writes the outputs of the deployed stacks as `{ "<stack id>": { "<name>": value } }`.
 *
 * Sensitive outputs are left out, as in `cdktf`, because such files are often stored as pipeline artifacts.
 */
export function writeOutputsFile(
  file: string,
  reports: readonly { readonly id: string; readonly outputs: Outputs }[],
): void {
  const content: Record<string, Record<string, unknown>> = {};
  for (const { id, outputs } of reports) {
    const open = openOutputs(outputs);
    if (Object.keys(open).length > 0) content[id] = open;
  }
  const path = resolve(file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

// Compares code units, so that the order does not depend on the locale.
function compareNames(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
