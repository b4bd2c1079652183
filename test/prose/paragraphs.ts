import markdown from "@textlint/textlint-plugin-markdown";

/** A paragraph of Markdown. */
export interface Paragraph {
  readonly text: string;
  /** The line that it begins on, counted from 1. */
  readonly line: number;
}

/** The parts of a syntax tree of Markdown that are read here. */
interface MarkdownNode {
  readonly type: string;
  readonly raw: string;
  readonly loc: { readonly start: { readonly line: number } };
  readonly children?: readonly MarkdownNode[];
}

/** The beginning of a line that may belong to a part with blank lines: code, HTML, or the rest of an entry of a list. */
const crossesBlankLines = /^(```|~~~|<([!?]|pre\b|script\b|style\b|textarea\b)|[ \t]+\S)/im;

/** Front matter, which begins a document. */
const frontMatter = /^(---|\+\+\+|;;;|\{)/;

/** The beginning of a line that may be more than a line of a paragraph, such as a heading, an entry of a list or a row of a table. */
const markup = /^([#>|=:<[*_+-]|\d+[.)])/m;

/**
 * Every paragraph of a text.
 *
 * Comments and messages are mostly lines between blank lines, without markup, and such lines are a paragraph. Only the rest needs a
 * parser of Markdown, which takes most of the time.
 */
export function paragraphsOf(text: string): readonly Paragraph[] {
  if (crossesBlankLines.test(text) || frontMatter.test(text)) return parsedParagraphs(text, 1);
  return blocksOf(text).flatMap((block) =>
    markup.test(block.text) ? parsedParagraphs(block.text, block.line) : [block],
  );
}

/** The lines between blank lines. */
function blocksOf(text: string): readonly Paragraph[] {
  const blocks: Paragraph[] = [];
  let lines: string[] = [];
  const rows = [...text.split("\n"), ""];
  for (const [index, row] of rows.entries()) {
    if (row.trim() !== "") lines.push(row);
    else if (lines.length > 0) {
      blocks.push({ text: lines.join("\n"), line: index + 1 - lines.length });
      lines = [];
    }
  }
  return blocks;
}

const parser = new markdown.Processor().processor(".md");

function parsedParagraphs(text: string, firstLine: number): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const add = (node: MarkdownNode) => {
    if (node.type === "Paragraph")
      paragraphs.push({ text: node.raw, line: firstLine - 1 + node.loc.start.line });
    else for (const child of node.children ?? []) add(child);
  };
  add(parser.preProcess(text) as MarkdownNode);
  return paragraphs;
}
