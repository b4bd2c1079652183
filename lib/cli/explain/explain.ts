import { ruleTexts } from "../../model";
import { fail } from "../errors";
import type texts from "./error-texts.json";

/** The meaning of an error code or of a rule. `explain --json` prints it. */
export interface ExplainOutput {
  readonly code: string;
  /** The text of a message with this code after the prop; of a rule, after the construct. */
  readonly problem: string;
  readonly remedy: string;
  readonly example?: string;
}

/** The output of `explain --json` without a code. */
export interface CodesOutput {
  /** All codes and rules, in the order of the alphabet. */
  readonly codes: readonly string[];
}

type Explained = Omit<ExplainOutput, "code">;

/**
 * The meaning of an error code, the remedy, and an example.
 *
 * `error-texts.json` contains the texts; `npm run docs` generates it from the errors.
 *
 * @param given - `authorizer-unknown` or the id of a rule of `serverform/policy`, also in brackets as in a message
 */
export function findCode(given: string): ExplainOutput {
  const all = allCodes();
  const code = given.replace(/^\[|\]$/g, "");
  const found = Object.hasOwn(all, code) ? all[code] : undefined;
  if (found === undefined) {
    return fail("serverform explain", "error-code-unknown", "code", { value: code, codes: Object.keys(all) });
  }
  return { code, ...found };
}

function allCodes(): Readonly<Record<string, Explained>> {
  return { ...(require("./error-texts.json") as typeof texts), ...rules() };
}

export const listCodes = (): readonly string[] => Object.keys(allCodes()).sort();

/** The rules of the package, each with its possible exception. */
function rules(): Readonly<Record<string, Explained>> {
  return Object.fromEntries(
    Object.entries(ruleTexts).map(([id, { problem, remedy }]) => [
      id,
      {
        problem: `${problem}.`,
        remedy,
        example: `exceptFromRule(construct, { rule: "${id}", reason: "..." });`,
      },
    ]),
  );
}

/** The meaning of an error code or of a rule, for a terminal. */
export function explainCode(given: string): string {
  const { code, problem, remedy, example } = findCode(given);
  const isRule = Object.hasOwn(rules(), code);
  const parts = [
    code,
    `What it says:\n  <construct>: ${isRule ? "" : "<prop> "}${problem}`,
    `What to do:\n  ${remedy}`,
    ...(example === undefined ? [] : [`${isRule ? "Or except it" : "For example"}:\n  ${example}`]),
  ];
  return parts.map((part) => part.replaceAll("\n", "\n  ").replace(/^(.*)\n {4}/, "$1\n  ")).join("\n\n");
}
