/** The codes of an error catalogue's source file and what each says, as Markdown; `…` stands for what varies. */
export function errorsTable(source: string): string {
  const entries = source.split(/^ {2}(?="?[A-Za-z-]+"?: \()/m).slice(1);
  const rows = entries.map((entry) => {
    const code = /^"?([A-Za-z-]+)"?/.exec(entry)?.[1] ?? "";
    return `| \`${code}\` | … ${firstText(entry.slice(entry.indexOf("problem:")))} |`;
  });
  return [
    "| Code | What it says of a prop |",
    "|---|---|",
    ...rows.map((row) => row.replace(/\s+/g, " ")),
  ].join("\n");
}

/** The first string literal, with every `${...}` as `…`. */
function firstText(source: string): string {
  const start = source.search(/["'`]/);
  const quote = source[start];
  let text = "";
  for (let at = start + 1; at < source.length && source[at] !== quote; at += 1) {
    if (quote === "`" && source.startsWith("${", at)) {
      at = endOfExpression(source, at + 2);
      text += "…";
    } else {
      text += source[at];
    }
  }
  return text.replaceAll("|", "\\|").replaceAll("*", "\\*").replaceAll("{", "\\{");
}

function endOfExpression(source: string, from: number): number {
  let depth = 1;
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === "{") depth += 1;
    if (source[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error("no end of expression");
}
