interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text with replaced parts. Offsets are those of the original text. */
export class EditedText {
  private edits: Edit[] = [];

  constructor(readonly original: string) {}

  /** Replaces a part. Earlier changes within it are gone, unless the new text has them from `textOf`. */
  replace({ start, end }: Range, text: string): void {
    this.edits = this.edits.filter((edit) => edit.start < start || edit.end > end);
    this.edits.push({ start, end, text });
  }

  insert(at: number, text: string): void {
    this.edits.push({ start: at, end: at, text });
  }

  /** A part with the changes within it. */
  textOf({ start, end }: Range): string {
    let text = "";
    let at = start;
    for (const edit of this.ordered()) {
      if (edit.start < at || edit.end > end || edit.start > end) continue;
      text += this.original.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.original.slice(at, end);
  }

  get text(): string {
    return this.textOf({ start: 0, end: this.original.length });
  }

  /** Where a part of the original is in the changed text. */
  offset(original: number): number {
    let shift = 0;
    for (const { start, end, text } of this.ordered()) {
      if (start >= original) break;
      if (end > original) return start + shift;
      shift += text.length - (end - start);
    }
    return original + shift;
  }

  private ordered(): readonly Edit[] {
    return [...this.edits].sort((one, other) => one.start - other.start || one.end - other.end);
  }
}

/** The line of an offset, counted from 1. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** The white space before the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** A range with its lines, including their ends; undefined if something else is in them. */
export function wholeLines(text: string, { start, end }: Range): Range | undefined {
  const indent = /(?<=\n)[^\S\n]*$/.exec(text.slice(0, start))?.[0];
  const rest = /^[^\S\n]*\n/.exec(text.slice(end))?.[0];
  if (indent === undefined || rest === undefined) return undefined;
  return { start: start - indent.length, end: end + rest.length };
}

/** Removes a statement with its line, if nothing else is in it, and with one empty line behind it. */
export function removeLine(edited: EditedText, statement: Range): void {
  const { original } = edited;
  const lines = wholeLines(original, statement);
  if (lines === undefined) edited.replace(statement, "");
  else edited.replace({ start: lines.start, end: lines.end + (original[lines.end] === "\n" ? 1 : 0) }, "");
}
