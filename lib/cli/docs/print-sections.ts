import { relative } from "node:path";
import type { Terminal } from "../ui/terminal";
import type { FoundSection } from "./search";

/** The number of lines of a section that are printed; the rest is in its file. */
const shownLines = 40;

/** Prints sections with their file, line and heading. Files are relative to the working directory. */
export function printSections(terminal: Terminal, sections: readonly FoundSection[]): void {
  for (const [index, { file, line, heading, text }] of sections.entries()) {
    if (index > 0) terminal.print();
    terminal.print(terminal.colors.bold(heading));
    terminal.print(terminal.colors.dim(`${relative(process.cwd(), file)}:${line}`));
    terminal.print();
    terminal.print(beginningOf(text));
  }
}

/** The first lines of a text, and how many are left out. */
function beginningOf(text: string): string {
  const lines = text.split("\n");
  const left = lines.length - shownLines;
  return left > 0 ? [...lines.slice(0, shownLines), `… ${left} more lines`].join("\n") : text;
}
