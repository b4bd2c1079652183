import { read } from "./documents";

/** The shell commands of a README block, without its comments. */
export function commandsOf(name: string): readonly string[] {
  const found = new RegExp(`<!-- ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(read("README.md"));
  if (found?.[1] === undefined) throw new Error(`README.md has no block ${name}.`);
  return found[1]
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter((line) => line !== "");
}

/** The files that the first page of the README has the reader write, with their content. */
export function filesOfFirstPage(): Readonly<Record<string, string>> {
  const page = read("README.md").split("\n## ")[1] ?? "";
  const blocks = page.matchAll(
    /^`([^`\n]+)`:\n\n<!-- code examples\/hello\/\S+ -->\n```\w+\n([\s\S]*?)```/gm,
  );
  return Object.fromEntries([...blocks].map(([, file = "", text = ""]) => [file, text]));
}
