import { readdirSync } from "node:fs";
import { posix } from "node:path";
import { publicName } from "../../../lib/kit/iam/permissions/row";
import { documents, read, root } from "../documents";
import { readmeOf } from "../readme-of";
import { constructPage } from "./construct-page";
import { documentedConstructs, pageOf, pagesFolder } from "./pages";

const indexFile = "docs/agents/llms.txt";

/** The files that are for agents alone, with their content: the index, and a page for each construct. */
export function agentFiles(): Readonly<Record<string, string>> {
  const pages = documentedConstructs.map((each) => [pageOf(each), constructPage(each)] as const);
  return Object.fromEntries([[indexFile, indexOfDocuments()], ...pages]);
}

/** The existing pages that belong to no construct. */
export function oldPages(): readonly string[] {
  const current = documentedConstructs.map(pageOf);
  const there = readdirSync(`${root}/${pagesFolder}`).map((name) => `${pagesFolder}/${name}`);
  return there.filter((page) => !current.includes(page));
}

/** The documents of the package with a line each, in the form of https://llmstxt.org. */
function indexOfDocuments(): string {
  const constructs = documentedConstructs.map(
    (each) => `- [${publicName(each)}](${fromIndex(pageOf(each))}): ${each.document.summary}`,
  );
  const ofConstructs = documentedConstructs.map((each) => String(readmeOf(each)));
  const others = documents.filter(
    (path) => !["AGENTS.md", "CONTRIBUTING.md", ...ofConstructs].includes(path),
  );
  const isGuide = (path: string) => path.startsWith("docs/") || path === "README.md";
  return [
    "# serverform",
    "> Serverless HTTP, REST, WebSocket and GraphQL APIs with user sign-in on AWS, through Terraform: a construct library for CDKTF.",
    `[AGENTS.md](${fromIndex("AGENTS.md")}) is the page to start with. \`serverform docs <words>\` searches all documents offline, \`serverform explain <code>\` prints the meaning of an error code.`,
    "## Constructs",
    constructs.join("\n"),
    "## Guides",
    others.filter(isGuide).map(lineOf).join("\n"),
    "## Reference",
    others
      .filter((path) => !isGuide(path))
      .map(lineOf)
      .join("\n"),
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}

/** A document in the index: its title, and its line in the list of documents, or else the beginning of its text. */
function lineOf(path: string): string {
  const text = read(path);
  const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
  const summary = listedSummaryOf(path) ?? firstSentenceOf(text) ?? headingsOf(text);
  return `- [${title.replaceAll("`", "")}](${fromIndex(path)})${summary === "" ? "" : `: ${summary}`}`;
}

/** The text of a document in the list of documents: `- [Costs](costs.md): the text`. */
function listedSummaryOf(path: string): string | undefined {
  const target = posix.relative("docs", path).replaceAll(".", "\\.");
  return new RegExp(`^- \\[[^\\]]*\\]\\(${target}\\): (.+)$`, "m").exec(read("docs/README.md"))?.[1];
}

/** The first sentence of prose below the title, without links. */
function firstSentenceOf(text: string): string | undefined {
  const [before = ""] = text.replace(/^# .+\n/, "").split(/^(?:## |```|\||- |\d\. |\*\*|<!-- )/m);
  const prose = before
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  return /^.*?[.](?= [A-Z`]|$)/.exec(prose)?.[0];
}

const headingsOf = (text: string): string =>
  [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^## (.+)$/gm)]
    .map(([, heading]) => heading)
    .join(", ");

const fromIndex = (path: string): string => posix.relative(posix.dirname(indexFile), path);
