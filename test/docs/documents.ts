import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runtimes } from "../../lib/bundle";
import { constructDescriptions } from "../../lib/constructs/list";
import { type ConstructDescription, constructGroups } from "../../lib/kit/description/construct-description";
import { publicName } from "../../lib/kit/iam/permissions/row";
import { jsonCommands, jsonForms } from "./agents/command-lines";
import { constructLines } from "./agents/construct-lines";
import { explainedCase } from "./error-cases";
import { errorsTable } from "./errors-table";
import { withLinksOf } from "./links";
import { operationsTable } from "./operations-table";
import { permissionsTables } from "./permissions-table";
import { propsTable, readProps } from "./props-table";
import { readmeOf } from "./readme-of";
import { recordedTable } from "./recorded-table";
import { typesTable, typesWithoutTable } from "./types-table";

export const root = resolve(__dirname, "../..");

/** The documents of some constructs. */
export function documentsOf(descriptions: readonly ConstructDescription[]): readonly string[] {
  return descriptions.flatMap((each) => readmeOf(each) ?? []);
}

/** The pages of the folder docs; the rest of it is the site. */
export const guides: readonly string[] = ["", "coming-from/"]
  .flatMap((folder) => readdirSync(join(root, "docs", folder)).map((file) => `${folder}${file}`))
  .filter((file) => file.endsWith(".md"))
  .map((file) => `docs/${file}`);

/** The documents that hold generated parts. */
export const documents: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  ...guides,
  "lib/kit/README.md",
  "lib/kit/app/README.md",
  "lib/bundle/README.md",
  "lib/facts/README.md",
  "lib/model/README.md",
  ...documentsOf(constructDescriptions),
  "lib/runtime/README.md",
  "lib/local/invoke/README.md",
  "lib/cli/live-client/README.md",
  "lib/cli/README.md",
  "lib/local/README.md",
  "lib/migrate/README.md",
  "lib/README.md",
  // Has copies of parts of the others, so that they are generated before it.
  "AGENTS.md",
];

export const read = (path: string): string => readFileSync(join(root, path), "utf8");

/**
 * A document with its generated parts written again; `path` is its own.
 *
 * `<!-- code <file>[#<region>] -->`, with or without a code block after it: the block is that file, or the part of it between
 * `// #region <region>` and `// #endregion`.
 * `<!-- constructs <root> -->` up to `<!-- end -->`: the table of all constructs, with links to their documents from that root.
 * `<!-- construct-pages -->` up to `<!-- end -->`: a line for each construct, with links to its page for agents.
 * `<!-- json-commands -->` up to `<!-- end -->`: the commands that take `--json`, with their schemas.
 * `<!-- json-forms -->` up to `<!-- end -->`: the same commands, by the form of their output.
 * `<!-- groups -->` up to `<!-- end -->`: the constructs in their groups, with links from the root of the repository.
 * `<!-- props <file> <interface> -->` up to `<!-- end -->`: the table of the props of an interface.
 * `<!-- permissions <class> -->` up to `<!-- end -->`: the grants of `permissions` and `bind` of a function.
 * `<!-- copy <file>#<heading> -->` up to `<!-- end -->`: the text of another document under a heading, with links from this one.
 * `<!-- runtimes -->` up to `<!-- end -->`: the table of Lambda runtimes with their dates.
 * `<!-- types -->` up to `<!-- end -->`: the types in the prop tables of all documents that have no table of their own.
 * `<!-- operations -->` up to `<!-- end -->`: the operations of services that the local server does not emulate.
 * `<!-- recorded -->` up to `<!-- end -->`: the suites of recorded answers, and how many of them hold.
 * `<!-- errors <file>[#<section>] -->` up to `<!-- end -->`: the table of the codes in a file of the error catalogue.
 */
export function render(document: string, path: string): string {
  const rendered = document
    // A new comment gets its block.
    .replace(/^<!-- code \S+?\.(\w+)(?:#\S+)? -->\n(?!\n?```)/gm, (head, extension: string) => {
      return `${head}\`\`\`${extension === "mjs" ? "js" : extension}\n\`\`\`\n`;
    })
    .replace(
      /(<!-- code (\S+?)(?:#(\S+))? -->\n\n?```\w+\n)[\s\S]*?(?=```)/g,
      (_match, head: string, file: string, region: string | undefined) => head + codeOf(file, region),
    )
    .replace(
      /(<!-- constructs (\S+) -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string, base: string) => `${head}\n${constructsTable(constructDescriptions, base)}\n\n`,
    )
    .replace(
      /(<!-- construct-pages -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string) => `${head}\n${constructLines()}\n\n`,
    )
    .replace(
      /(<!-- json-commands -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string) => `${head}\n${jsonCommands()}\n\n`,
    )
    .replace(
      /(<!-- json-forms -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string) => `${head}\n${jsonForms()}\n\n`,
    )
    .replace(
      /(<!-- groups -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string) => `${head}\n${groupsTable(constructDescriptions)}\n\n`,
    )
    .replace(
      /(<!-- props (\S+) (\S+) -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string, file: string, name: string) =>
        `${head}\n${propsTable(readProps(read(file), name))}\n\n`,
    )
    .replace(
      /(<!-- copy ([^\s#]+)#(.+) -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string, file: string, heading: string) =>
        `${head}\n${withLinksOf(underHeading(file, heading), file, path)}\n\n`,
    )
    .replace(
      /(<!-- permissions (\S+) -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string, name: string) => `${head}\n${permissionsTables(name)}\n\n`,
    )
    .replace(
      /(<!-- runtimes -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string) => `${head}\n${runtimesTable()}\n\n`,
    )
    .replace(
      /(<!-- types -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string) => `${head}\n${typesTable(typesWithoutTable(documents.map(read)))}\n\n`,
    )
    .replace(
      /(<!-- recorded -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string) => `${head}\n${recordedTable()}\n\n`,
    )
    .replace(
      /(<!-- operations -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string) => `${head}\n${operationsTable()}\n\n`,
    )
    .replace(
      /(<!-- errors ([^\s#]+)(?:#(.+))? -->\n)[\s\S]*?(?=<!-- end -->)/g,
      (_match, head: string, file: string, section: string | undefined) =>
        `${head}\n${errorsTable(read(file), section, explainedCase)}\n\n`,
    );
  return rendered;
}

/** The purpose of each construct, as Markdown; links begin with `base`, the root of the repository from the document. */
export function constructsTable(descriptions: readonly ConstructDescription[], base: string): string {
  const rows = descriptions.flatMap((description) => {
    const { document } = description;
    return document === undefined
      ? []
      : `| [${publicName(description)}](${base}/${readmeOf(description)}) | ${document.summary} |`;
  });
  return ["| Construct | Purpose |", "| --- | --- |", ...rows].join("\n");
}

/** The constructs of each group as links, without those that are deprecated. */
export function groupsTable(descriptions: readonly ConstructDescription[]): string {
  const rows = constructGroups.map((group) => {
    const links = descriptions.flatMap((description) => {
      const { document } = description;
      const isListed = document?.group === group && !document.summary.startsWith("deprecated");
      return isListed ? `[${publicName(description)}](${readmeOf(description)})` : [];
    });
    return `| ${group} | ${links.join(", ")} |`;
  });
  return ["| Group | Constructs |", "| --- | --- |", ...rows].join("\n");
}

/** The runtimes that AWS still creates functions with, newest last, and until when; the others on one line. */
function runtimesTable(): string {
  const all = Object.entries(runtimes);
  const asOf = "2026-08-01";
  const rows = all.filter(([, { createBlockedOn }]) => createBlockedOn > asOf);
  const blocked = all.filter(([, { createBlockedOn }]) => createBlockedOn <= asOf);
  return [
    "| Runtime | AWS creates no functions with it from |",
    "| --- | --- |",
    ...rows.map(([name, { createBlockedOn }]) => `| \`${name}\` | ${createBlockedOn} |`),
    "",
    `Blocked already: ${blocked.map(([name]) => `\`${name}\``).join(", ")}.`,
  ].join("\n");
}

/** A file, or a region of it, moved to the left edge. */
function codeOf(file: string, region: string | undefined): string {
  const text = read(file);
  if (region === undefined) return text;
  const found = new RegExp(`^ *// #region ${region}\\n([\\s\\S]*?)^ *// #endregion`, "m").exec(text)?.[1];
  if (found === undefined) throw new Error(`${file} has no region ${region}`);
  const lines = found.split("\n");
  const margin = Math.min(...lines.filter((line) => line !== "").map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(margin)).join("\n");
}

/** The text of a document between a heading and the next one. */
function underHeading(file: string, heading: string): string {
  const [, text] = read(file).split(`\n## ${heading}\n`);
  if (text === undefined) throw new Error(`${file} has no heading ${heading}`);
  return (text.split(/^## /m)[0] ?? "").trim();
}

/** Code blocks of a language, and the line before each. */
export function codeBlocks(
  document: string,
  language: string,
): readonly { readonly before: string; readonly code: string }[] {
  return [...document.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map((match) => ({
    before: document.slice(0, match.index).trimEnd().split("\n").at(-1) ?? "",
    code: match[1] ?? "",
  }));
}
