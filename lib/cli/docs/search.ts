import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fail } from "../errors";
import type { Terminal } from "../ui/terminal";

/** A section that fits the words of a search. */
export interface FoundSection extends DocumentSection {
  /** Absolute path of the document. */
  readonly file: string;
  /** The relevance of the section; comparable within one search only. */
  readonly score: number;
}

/** The output of `docs --json`. */
export interface DocsOutput {
  readonly sections: readonly FoundSection[];
}

/** The maximum number of sections that a search returns. */
const shownSections = 5;

/** Words that occur in nearly every section. */
const stopWords = new Set(
  "a an and are as at be by do for from how i in is it my of on or the to what with".split(" "),
);

/** The sections that match some words best, in descending order. */
export type DocumentSearch = (words: readonly string[]) => readonly FoundSection[];

/** Searches once: see `readDocuments`. */
export const searchDocuments = async (words: readonly string[]): Promise<readonly FoundSection[]> =>
  (await readDocuments())(words);

/**
 * Reads the packed documents, which takes longer than a search, and returns the search.
 *
 * Sections with all words come before those with some. A word also matches longer words that begin with it, and, from five
 * letters on, words with one different letter per five. The search throws `docs-nothing-found` if no section has any of the
 * words.
 */
export async function readDocuments(): Promise<DocumentSearch> {
  const { default: MiniSearch } = await import("minisearch");
  const sections = packedDocuments().flatMap(({ file, text }) =>
    sectionsOf(text).map((section) => ({ ...section, file })),
  );
  const index = new MiniSearch({
    fields: ["heading", "text"],
    tokenize: tokensOf,
    processTerm: (term) => (stopWords.has(term) ? null : term),
    searchOptions: {
      boost: { heading: 4 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      // The long tables of codes contain nearly every word.
      boostDocument: (id) => (isErrorTable(sections[id as number]?.heading ?? "") ? 0.2 : 1),
    },
  });
  index.addAll(sections.map(({ heading, text }, id) => ({ id, heading, text })));
  return (words) => {
    const query = words.join(" ");
    const all = index.search(query, { combineWith: "AND" });
    return bestOf(sections, query, all, index.search(query));
  };
}

const isErrorTable = (heading: string): boolean => /(?:^|> )Errors$/.test(heading);

interface Hit {
  readonly id: number;
  readonly score: number;
}

function bestOf(
  sections: readonly Omit<FoundSection, "score">[],
  query: string,
  all: readonly Hit[],
  any: readonly Hit[],
): readonly FoundSection[] {
  const whole = new Set(all.map(({ id }) => id));
  const some = any.filter(({ id }) => !whole.has(id));
  const found = [...all, ...some].slice(0, shownSections).flatMap(({ id, score }) => {
    const section = sections[id];
    return section === undefined ? [] : [{ ...section, score: Math.round(score * 100) / 100 }];
  });
  if (found.length === 0) return fail("serverform docs", "docs-nothing-found", "words", { value: query });
  return found;
}

/** The words of a text in lower case: `resultsCacheTtl` also gives results, cache and ttl. */
function tokensOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) => {
    const parts = word.split(/(?<=[a-z\d])(?=[A-Z])|_/).filter((part) => part !== "");
    return [...new Set(parts.length > 1 ? [word, ...parts] : [word])].map((each) => each.toLowerCase());
  });
}

const packageFolder = resolve(__dirname, "../../..");

interface PackedDocument {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
}

/**
 * The documents of the package: the front page, the guides and the README of each part.
 *
 * The pages for agents repeat these, and the changelog describes the past; both are left out.
 */
function packedDocuments(): readonly PackedDocument[] {
  const guides = ["docs", "docs/coming-from"].flatMap((folder) =>
    readdirSync(join(packageFolder, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name)),
  );
  const readmes = readdirSync(join(packageFolder, "lib"), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?:^|[\\/])README\.md$/.test(name))
    .map((name) => join("lib", name));
  return ["README.md", ...guides.sort(), ...readmes.sort()].map((path) => {
    const file = join(packageFolder, path);
    return { file, text: readFileSync(file, "utf8") };
  });
}

/** A part of a document, from a heading to the next one. */
interface DocumentSection {
  /** The headings above it and its own: `Queue > Props > FIFO`. */
  readonly heading: string;
  /** The line of the heading, from 1. */
  readonly line: number;
  /** Markdown below the heading, without the comments of the generator. */
  readonly text: string;
}

/** The sections of a Markdown document with their own text. */
export function sectionsOf(markdown: string): readonly DocumentSection[] {
  const sections: DocumentSection[] = [];
  const headings: string[] = [];
  let line = 1;
  let lines: string[] = [];
  let inCode = false;
  const close = () => {
    const text = plainText(lines);
    if (text !== "") sections.push({ heading: headings.filter(Boolean).join(" > "), line, text });
    lines = [];
  };
  for (const [index, each] of markdown.split("\n").entries()) {
    if (each.startsWith("```")) inCode = !inCode;
    const [, marks, title] = (inCode ? undefined : /^(#{1,6}) (.+)$/.exec(each)) ?? [];
    if (marks === undefined || title === undefined) {
      lines.push(each);
      continue;
    }
    close();
    headings.length = marks.length;
    headings[marks.length - 1] = title.replaceAll("`", "");
    line = index + 1;
  }
  close();
  return sections;
}

/** Lines without the comments that mark generated parts. */
function plainText(lines: readonly string[]): string {
  return lines
    .filter((line) => !/^<!-- .* -->$/.test(line))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The maximum number of printed lines of a section; the rest is in its file. */
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

/** The first lines of a text, and the number of omitted lines. */
function beginningOf(text: string): string {
  const lines = text.split("\n");
  const left = lines.length - shownLines;
  return left > 0 ? [...lines.slice(0, shownLines), `… ${left} more lines`].join("\n") : text;
}
