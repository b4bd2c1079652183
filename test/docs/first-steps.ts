/** The shell commands of a block of a page, without its comments. */
export function commandsOf(page: string, name: string): readonly string[] {
  const found = new RegExp(`<!-- ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(page);
  if (found?.[1] === undefined) throw new Error(`The page has no block ${name}.`);
  return linesOf(found[1]);
}

/** The commands of a block. */
export function linesOf(block: string): readonly string[] {
  return block
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== "");
}

/** The files that a page has the reader write, with their content: the name of a file comes before its block. */
export function filesOf(page: string): Readonly<Record<string, string>> {
  const blocks = page.matchAll(/`([^`\n]+)`:\n\n<!-- code \S+ -->\n```\w+\n([\s\S]*?)```/g);
  return Object.fromEntries([...blocks].map(([, file = "", text = ""]) => [file, text]));
}

/** The first block of code of a page. */
export function exampleOf(page: string): string {
  const [, code] = /^```ts\n([\s\S]*?)^```/m.exec(page) ?? [];
  if (code === undefined) throw new Error("The page has no example.");
  return code;
}
