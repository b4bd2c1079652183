import { type ErrorText, errorTextOf } from "../../lib/facts/errors/error";
import { catalogue } from "../support/catalogue";
import { exampleOf } from "./error-cases";

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

/** A text that was made with placeholders where it needs numbers. */
const isUnreadable = ({ problem, remedy }: ErrorText): boolean =>
  /NaN|undefined|\[object/.test(problem + remedy);

/** The file for `serverform explain`. The examples are messages of the cases of the codes. */
export function errorTextsFile(): string {
  const texts = Object.keys(catalogue)
    .sort()
    .map((code) => {
      const example = exampleOf(code);
      const text = textOfCode(code);
      const ofExample = example && errorTextOf(example);
      return [
        code,
        { ...(text && isUnreadable(text) ? (ofExample ?? text) : text), example: example?.message },
      ];
    });
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
}
