/** A part of a document, from a heading to the next one. */
export interface DocumentSection {
  /** The headings above it and its own: `Queue > Props > FIFO`. */
  readonly heading: string;
  /** The line of the heading, from 1. */
  readonly line: number;
  /** Markdown below the heading, without the comments of the generator. */
  readonly text: string;
}

/** The sections of a Markdown document that have text of their own. */
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
