import { History } from "../../local";
import { fail } from "../errors";
import { parsePageOption } from "../local/options";
import type { GlobalOptions } from "../project/command-context";

export interface StartOptions extends GlobalOptions {
  readonly only?: readonly string[];
  readonly increaseTimeout?: boolean;
  readonly inspect?: string | true;
  readonly outputsFile?: string;
  /** The port of the console; `true` for any. */
  readonly consolePage?: string | true;
  /** Prints each recorded fact, with `--json`. */
  readonly facts?: boolean;
  /** Omits notices, and does not report an empty deployment. */
  readonly console?: boolean;
  readonly yes?: boolean;
  readonly watch: boolean;
  readonly remove?: boolean;
}

/** The history of this machine, and its readers: the page, or a program that reads lines. */
export interface LiveRecord {
  readonly history: History;
  /** Port of the page. Undefined without a page. */
  readonly port: number | undefined;
  readonly printsFacts: boolean;
}

/** Undefined without a reader: nothing is recorded. */
export function parseLiveRecord(
  given: Pick<StartOptions, "consolePage" | "facts" | "json">,
): LiveRecord | undefined {
  const { consolePage, facts: printsFacts = false, json } = given;
  if (printsFacts && json !== true) fail("serverform start", "option-needs", "--facts", { other: "--json" });
  const port = parsePageOption("--console-page", consolePage, "serverform start");
  if (port === undefined && !printsFacts) return undefined;
  return { history: new History(), port, printsFacts };
}
