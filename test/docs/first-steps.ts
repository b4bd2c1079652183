import { read } from "./documents";

/** The shell commands of a block of the page "Getting started", without its comments. */
export function commandsOf(name: string): readonly string[] {
  const found = new RegExp(`<!-- ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(
    read("docs/getting-started.md"),
  );
  if (found?.[1] === undefined) throw new Error(`docs/getting-started.md has no block ${name}.`);
  return found[1]
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== "");
}

/** The files that the page "Getting started" has the reader write, with their content. */
export function filesOfFirstPage(): Readonly<Record<string, string>> {
  const page = read("docs/getting-started.md");
  const blocks = page.matchAll(
    /^`([^`\n]+)`:\n\n<!-- code examples\/hello\/\S+ -->\n```\w+\n([\s\S]*?)```/gm,
  );
  return Object.fromEntries([...blocks].map(([, file = "", text = ""]) => [file, text]));
}
