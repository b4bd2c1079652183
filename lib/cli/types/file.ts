/** A file with types, and notes about missing parts. */
export interface GeneratedTypes {
  readonly text: string;
  readonly notes: readonly string[];
}

/** The text of a file that the command writes. `importsOf` returns the imports of the text below them. */
export function fileOf(parts: readonly string[], importsOf: (text: string) => readonly string[]): string {
  const head = [
    "// Written by `serverform types`. Changes to this file get lost.",
    ...importsOf(parts.join("\n")),
  ];
  return `${[head.join("\n"), ...parts].join("\n\n")}\n`;
}
