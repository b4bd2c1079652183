import { catalogue } from "../../lib/catalogue";
import type { ErrorText } from "../../lib/errors/error";
import { isLibraryError } from "../../lib/errors/error";

/** The texts of all error codes, for `serverform explain`, which loads no construct. */
export const errorTextsPath = "lib/cli/explain/error-texts.json";

/** Keys of facts that hold several; a list of one reads like a text in a sentence. */
const isList = (key: string): boolean =>
  key.endsWith("s") ||
  ["allowed", "configured", "expected", "given", "known", "missing", "needed"].includes(key);

/** Facts for any text: each is its own name in angle brackets. */
const placeholders = new Proxy(
  {},
  { get: (_, key) => (isList(String(key)) ? [`<${String(key)}>`] : `<${String(key)}>`) },
);

/** The text of a code, with the names of its facts in place of their values. */
export function textOfCode(code: string): ErrorText | undefined {
  const write = Object.hasOwn(catalogue, code) ? catalogue[code as keyof typeof catalogue] : undefined;
  return write?.(placeholders as never);
}

/** The file for `serverform explain`. The examples are messages of errors that were made for it. */
export function errorTextsFile(examples: ReadonlyMap<string, string>): string {
  const texts = Object.keys(catalogue)
    .sort()
    .map((code) => [code, { ...textOfCode(code), example: examples.get(code) }]);
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
}

/** The first message of each code that a list of works throws. */
export function examplesOf(works: readonly (() => unknown)[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const work of works) {
    try {
      work();
    } catch (error) {
      if (!isLibraryError(error)) throw error;
      for (const { code, message } of error.problems.length > 0 ? error.problems : [error]) {
        if (!found.has(code)) found.set(code, message);
      }
    }
  }
  return found;
}
