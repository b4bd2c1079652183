import type { Comment, Literal } from "./source-text";

/** Markdown made from some lines of a source file. */
export interface Prose {
  readonly text: string;
  /** The line in the source for each line of the text, counted from 1. */
  readonly lines: readonly number[];
}

interface Row {
  readonly text: string;
  readonly line: number;
}

const directive = /^(biome-ignore|@ts-|#(end)?region|eslint-|prettier-|#!)/;

const proseOf = (rows: readonly Row[]): Prose => ({
  text: rows.map(({ text }) => text).join("\n"),
  lines: rows.map(({ line }) => line),
});

/** The comments of a source as Markdown. Each comment, and each tag in it, begins a paragraph. */
export function proseOfComments(comments: readonly Comment[]): Prose {
  const rows: Row[] = [];
  let previousEnd = 0;
  for (const { value, isLine, line, endLine } of comments) {
    if (directive.test(value.trim())) continue;
    const continues = isLine && line === previousEnd + 1;
    if (!continues) rows.push({ text: "", line });
    rows.push(...linesOf(value, line));
    previousEnd = isLine ? endLine : 0;
  }
  return proseOf(rows);
}

/** The lines of a comment without its margin. The text of an `@example` is code. */
function linesOf(comment: string, first: number): readonly Row[] {
  let isExample = false;
  return comment.split("\n").flatMap((each, index): readonly Row[] => {
    const line = first + index;
    const text = each.replace(/^\s*\*? ?/, "").trim();
    if (text.startsWith("@")) isExample = text.startsWith("@example");
    if (isExample) return [{ text: "", line }];
    if (!text.startsWith("@")) return [{ text, line }];
    return [
      { text: "", line },
      { text: text.replace(/^@\w+\s*(- )?/, ""), line },
    ];
  });
}

/** The literals of a source that are sentences, such as messages, as Markdown. Each is a paragraph. */
export const proseOfMessages = (literals: readonly Literal[]): Prose =>
  proseOfLiterals(literals.filter(({ parts }) => isSentence(parts.join(expression))));

/** The names of the tests in a source as Markdown. Each is a paragraph. */
export const proseOfTestNames = (literals: readonly Literal[]): Prose =>
  proseOfLiterals(literals.filter(({ isTestName }) => isTestName));

/** An expression in a template is one word of code. */
const expression = "`value`";

const proseOfLiterals = (literals: readonly Literal[]): Prose =>
  proseOf(
    literals.flatMap(({ parts, line }) => [
      { text: "", line },
      { text: parts.join(expression).replace(/\s+/g, " ").trim(), line },
    ]),
  );

/** Whether a text has at least four words. */
const isSentence = (text: string): boolean =>
  (text.match(/(^|\s)[a-z]{2,}(?=[\s.,;:]|$)/gi) ?? []).length >= 4;
