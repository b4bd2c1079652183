import type { FactText } from "./fact";

/** The maximum length of a text in a fact. */
export const maxTextLength = 64 * 1024;

const empty: FactText = { text: "", length: 0 };

export function factText(given: string | Buffer | undefined): FactText {
  if (given === undefined || given.length === 0) return empty;
  if (typeof given === "string") return { text: shortened(given), length: given.length };
  const part = given.subarray(0, maxTextLength);
  return { text: part.includes(0) ? "" : part.toString("utf8"), length: given.length };
}

/** A copy of the beginning: a slice would keep the whole text in memory. */
function shortened(text: string): string {
  if (text.length <= maxTextLength) return text;
  return Buffer.from(text.slice(0, maxTextLength), "utf16le").toString("utf16le");
}
