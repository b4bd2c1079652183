import { literalPattern } from "../aws/wildcards";

/** EventBridge's reason for a pattern that needs too many states. */
export const tooComplex =
  "Rule is too complex - try using fewer wildcard characters or fewer repeating character sequences after a wildcard character";

/**
 * The problem of a text with wildcards, in the words of EventBridge, or undefined.
 *
 * `*` stands for any characters, `\*` for an asterisk and `\\` for a backslash. Positions count the quote before the text.
 * Source: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html#eb-filtering-wildcard-matching
 */
export function checkWildcard(text: string): string | undefined {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) {
    const [here, next] = [bytes[at], bytes[at + 1]];
    if (here === asterisk && next === asterisk) return `Consecutive wildcard characters at pos ${at + 1}`;
    if (here !== backslash) continue;
    if (next !== asterisk && next !== backslash) return `Invalid escape character at pos ${at + 1}`;
    at += 1;
  }
  return undefined;
}

const [asterisk, backslash] = [0x2a, 0x5c];

/**
 * The maximum number of wildcards in a row with the same character after each. The only recorded refusal has five.
 */
const mostRepetitions = 4;

export function isTooComplex(text: string): boolean {
  return new RegExp(String.raw`(?:\*([^*\\]))(?:\*\1){${mostRepetitions}}`).test(text);
}

/** Converts a text with wildcards to a pattern of `matchesWildcard`. */
export function wildcardPattern(text: string): string {
  return text.replace(/\\[*\\]|\?/g, (found) => literalPattern(found === "?" ? found : found.slice(1)));
}
