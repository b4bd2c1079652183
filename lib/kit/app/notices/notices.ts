import { fail } from "../errors";

/** The minimum of characters that name a notice: a word or two would also hide notices to come. */
const shortest = 10;

/** Refuses a text that is too short to name a notice. */
export function checkAcknowledged(texts: readonly string[]): void {
  for (const [index, value] of texts.entries()) {
    if (value.trim().length < shortest) {
      const expected = `${shortest} or more characters of the notice as it is printed`;
      fail("app", "prop-invalid", `acknowledgedNotices[${index}]`, { value, expected });
    }
  }
}

/** Whether the app has acknowledged a notice. */
export function isAcknowledged(notice: string, texts: readonly string[]): boolean {
  const text = notice.replace(/^serverform: /, "");
  return texts.some((part) => text.includes(part.trim().replace(/^serverform: /, "")));
}
