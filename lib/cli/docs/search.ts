import { fail } from "../errors";
import { packedDocuments } from "./packed-documents";
import { type DocumentSection, sectionsOf } from "./sections";

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

/** The number of sections that a search returns at most. */
const shownSections = 5;

/** Words that nearly every section has. */
const stopWords = new Set(
  "a an and are as at be by do for from how i in is it my of on or the to what with".split(" "),
);

/** The sections that fit some words best, the best first. */
export type DocumentSearch = (words: readonly string[]) => readonly FoundSection[];

/** Searches once: see `readDocuments`. */
export const searchDocuments = async (words: readonly string[]): Promise<readonly FoundSection[]> =>
  (await readDocuments())(words);

/**
 * Reads the packed documents, which takes longer than a search, and returns the search in them.
 *
 * A section that has all words goes before one that has some. A word also finds longer words that begin with it, and, from
 * five letters on, words that differ in one letter of five. The search throws `docs-nothing-found` if no section has any of the
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
      // The long tables of codes have nearly every word.
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

/** The words of a text in lower case: `resultsCacheTtl` is one, and also results, cache and ttl. */
function tokensOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) => {
    const parts = word.split(/(?<=[a-z\d])(?=[A-Z])|_/).filter((part) => part !== "");
    return [...new Set(parts.length > 1 ? [word, ...parts] : [word])].map((each) => each.toLowerCase());
  });
}
