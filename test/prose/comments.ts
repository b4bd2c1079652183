import { nodesOf, parseFile, parseSource, type SyntaxNode } from "../support/parse-source";

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

/** The comments of a TypeScript file as Markdown. Each comment, and each tag in it, begins a paragraph. */
export function commentsOf(source: string, file?: string): Prose {
  const rows: Row[] = [];
  let previousEnd = 0;
  for (const { value, type, loc } of parseFile(source, file).comments ?? []) {
    if (!loc || directive.test(value.trim())) continue;
    const continues = type === "CommentLine" && loc.start.line === previousEnd + 1;
    if (!continues) rows.push({ text: "", line: loc.start.line });
    rows.push(...linesOf(value, loc.start.line));
    previousEnd = type === "CommentLine" ? loc.end.line : 0;
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

/** The texts of a TypeScript file that are sentences, such as messages, as Markdown. Each is a paragraph. */
export function messagesOf(source: string, file?: string): Prose {
  const rows: Row[] = [];
  for (const node of nodesOf(parseSource(source, file).body)) {
    const text = sentence(node);
    const line = node.loc?.start.line;
    if (text === undefined || line === undefined) continue;
    rows.push({ text: "", line }, { text, line });
  }
  return proseOf(rows);
}

/** The text of a literal with at least four words, in which each expression is one word of code. */
function sentence(node: SyntaxNode): string | undefined {
  const text =
    node.type === "StringLiteral"
      ? node.value
      : node.type === "TemplateLiteral"
        ? node.quasis.map(({ value }) => value.cooked ?? "").join("`value`")
        : "";
  const words = text.match(/(^|\s)[a-z]{2,}(?=[\s.,;:]|$)/gi) ?? [];
  return words.length < 4 ? undefined : text.replace(/\s+/g, " ").trim();
}
