import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Terminal } from "./terminal";

/**
 * Prints the result of a command for a program, or writes it to the file of `--out`.
 *
 * Creates the folder of the file. The text ends with one line break in both.
 */
export function printResult(terminal: Terminal, text: string, out: string | undefined): void {
  if (out === undefined) return terminal.data(text.trimEnd());
  const file = resolve(out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text.trimEnd()}\n`);
}
