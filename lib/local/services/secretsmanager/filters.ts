import { blocks, text, texts, type Values } from "../../../model";
import type { LocalSecret } from "./secrets";

/** Whether a value of a filter matches a secret. */
type Matches = (secret: LocalSecret, value: string) => boolean;

/**
 * Sources: https://docs.aws.amazon.com/secretsmanager/latest/userguide/manage_search-secret.html, and recorded answers of AWS,
 * `test/local/recorded/secretsmanager/secrets.json`
 */
const filters: ReadonlyMap<string, Matches> = new Map<string, Matches>([
  ["name", ({ name }, value) => name.startsWith(value)],
  ["description", ({ description = "" }, value) => hasWords([description], value)],
  ["tag-key", ({ tags = {} }, value) => Object.keys(tags).some((key) => key.startsWith(value))],
  ["tag-value", ({ tags = {} }, value) => Object.values(tags).some((each) => each.startsWith(value))],
  [
    "all",
    ({ name, description = "", tags = {} }, value) =>
      hasWords([name, description, ...Object.entries(tags).flat()], value),
  ],
]);

/** Whether a secret passes all filters: each by any of its values, and by none of those with an exclamation mark. */
export function matchesFilters(secret: LocalSecret, input: Values): boolean {
  return blocks(input, "Filters").every((filter) => {
    const matches = filters.get(text(filter, "Key") ?? "");
    const values = texts(filter, "Values");
    const isExcluding = values.every((value) => value.startsWith("!"));
    const found = values.some((value) => matches?.(secret, value.replace(/^!/, "")) === true);
    return isExcluding ? !found : found;
  });
}

/** Whether each word of a value begins a word of the texts, in any case. */
function hasWords(texts: readonly string[], value: string): boolean {
  const known = texts.flatMap(wordsOf);
  const wanted = wordsOf(value);
  return wanted.length > 0 && wanted.every((word) => known.some((each) => each.startsWith(word)));
}

/** Words end at white space and punctuation, and before a capital: `COMPANYThings` is `COMPANY` and `Things`. */
function wordsOf(text: string): readonly string[] {
  const parts = text.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return parts.filter((part) => part !== "").map((part) => part.toLowerCase());
}
