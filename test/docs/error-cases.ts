import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorTextOf, problemWith, type ServerformError } from "../../lib/facts/errors/error";
import { catalogue } from "../support/catalogue";

/** A case of an error: where it was found, and the facts of its text. */
interface ErrorCase {
  readonly path: string;
  readonly prop: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** One case of a code, as tests have met it. Add one for a new code. */
export const errorCases: Readonly<Record<string, ErrorCase>> = JSON.parse(
  readFileSync(join(__dirname, "error-cases.json"), "utf8"),
);

/** The error of the case of a code, with the present text; undefined for a code without a case. */
export function exampleOf(code: string): ServerformError | undefined {
  const found = Object.hasOwn(errorCases, code) ? errorCases[code] : undefined;
  if (found === undefined || !Object.hasOwn(catalogue, code)) return undefined;
  const make = problemWith(catalogue);
  return make(found.path, code as keyof typeof catalogue, found.prop, found.facts as never);
}

/** The documents' text about a code: the prop and the problem of its case, and the remedy. */
export function explainedCase(
  code: string,
): { readonly problem: string; readonly remedy: string } | undefined {
  const error = exampleOf(code);
  const text = error && errorTextOf(error);
  if (error === undefined || text === undefined) return undefined;
  return { problem: `\`${error.prop}\` ${text.problem}`, remedy: text.remedy };
}
