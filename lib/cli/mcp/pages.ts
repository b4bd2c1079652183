import { randomBytes } from "node:crypto";

/** The maximum number of tokens of an answer. */
export const maxTokens = 2000;
/**
 * Bytes of UTF-8 per token, estimated low.
 *
 * Tokenizers need a token for about four bytes of English, and for three of JSON with ids. Where a script has more bytes per character,
 * a character is about a token.
 */
const bytesPerToken = 3;
/** The note with the cursor at the end of a page. */
const noteBytes = 300;
const pageBytes = maxTokens * bytesPerToken - noteBytes;

/** How many answers are kept for their further pages. */
const maxKept = 50;

/** A page of an answer. */
export interface AnswerPage {
  readonly text: string;
  /** For the next page; undefined on the last one. */
  readonly cursor: string | undefined;
  /** The bytes that the next pages have. */
  readonly bytesLeft: number;
}

/** Estimates the tokens of a text. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/**
 * Long answers, page by page. A cursor belongs to one answer, so that its pages fit together although the app continues to run.
 *
 * The last answers are kept; the cursor of an older one is unknown.
 */
export class Pages {
  private readonly kept = new Map<string, string>();

  /** The first page of an answer. */
  first(text: string): AnswerPage {
    const page = pageOf(text);
    if (page.length === text.length) return { text, cursor: undefined, bytesLeft: 0 };
    return this.withRest(page, text.slice(page.length));
  }

  /** The page of a cursor; undefined for one that is not known. */
  next(cursor: string): AnswerPage | undefined {
    const text = this.kept.get(cursor);
    return text === undefined ? undefined : this.first(text);
  }

  private withRest(text: string, rest: string): AnswerPage {
    const cursor = randomBytes(6).toString("base64url");
    this.kept.set(cursor, rest);
    for (const old of [...this.kept.keys()].slice(0, -maxKept)) this.kept.delete(old);
    return { text, cursor, bytesLeft: Buffer.byteLength(rest) };
  }
}

/** As many whole lines as a page has; a part of the first line if it is longer. */
function pageOf(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= pageBytes) return text;
  const newline = bytes.lastIndexOf("\n", pageBytes - 1);
  if (newline >= 0) return bytes.subarray(0, newline + 1).toString();
  let end = pageBytes;
  // Not within a character: its further bytes begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}
