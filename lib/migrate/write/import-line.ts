const width = 110;

/** An import of names, on one line if it fits. */
export function importLine(names: readonly string[], from: string, keyword = "import"): string {
  // Modules find files of a package that has no exports only by their names.
  const file = from.startsWith("@cdktf/") ? `${from}/index.js` : from;
  const line = `${keyword} { ${names.join(", ")} } from "${file}";`;
  return line.length <= width
    ? line
    : `${keyword} {\n${names.map((name) => `  ${name},\n`).join("")}} from "${file}";`;
}
