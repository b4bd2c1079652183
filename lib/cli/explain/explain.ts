import { fail } from "../errors";
import type texts from "./error-texts.json";

interface Explained {
  readonly problem: string;
  readonly remedy: string;
  readonly example?: string;
}

/**
 * The meaning of an error code, the remedy, and an example, for a terminal.
 *
 * `error-texts.json` holds the texts; `npm run docs` writes it from the texts of the errors themselves.
 *
 * @param given - `authorizer-unknown`, also in brackets as a message has it
 */
export function explainCode(given: string): string {
  const all = require("./error-texts.json") as typeof texts as Readonly<Record<string, Explained>>;
  const code = given.replace(/^\[|\]$/g, "");
  const found = Object.hasOwn(all, code) ? all[code] : undefined;
  if (found === undefined) {
    return fail("serverform explain", "error-code-unknown", "code", { value: code, codes: Object.keys(all) });
  }
  const { problem, remedy, example } = found;
  const parts = [
    code,
    `What it says:\n  <construct>: <prop> ${problem}`,
    `What to do:\n  ${remedy}`,
    ...(example === undefined ? [] : [`For example:\n  ${example}`]),
  ];
  return parts.map((part) => part.replaceAll("\n", "\n  ").replace(/^(.*)\n {4}/, "$1\n  ")).join("\n\n");
}
