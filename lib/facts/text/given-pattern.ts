import { createContext, Script } from "node:vm";

interface Interruption {
  /** How long the work may take. */
  readonly limitMs: number;
  /** The remedy in the message. */
  readonly hint: string;
}

const ofPatterns: Interruption = {
  // Enough for expressions that take linear time, and short enough for other requests to wait.
  limitMs: 400,
  hint: "Let two repetitions in a row not read the same characters.",
};

const context: { run?: () => void } = createContext({});
const script = new Script("run()");

/** Work of the app on a text of a client was interrupted. */
export class TooSlow extends Error {}

/**
 * Runs regular expressions or other code of the app on a text of a client, and interrupts them after 400 ms, or after another time.
 *
 * The server cannot rewrite such code, and it may take exponential time. In AWS only the request itself waits; here all of
 * them would.
 *
 * @param what - for the message: "The regular expression ^(a+)+$"
 * @throws TooSlow
 */
export function interrupted<Result>(
  what: string,
  work: () => Result,
  { limitMs, hint } = ofPatterns,
): Result {
  const results: Result[] = [];
  context.run = () => {
    results.push(work());
  };
  try {
    script.runInContext(context, { timeout: limitMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new TooSlow(`${what} takes more than ${limitMs} ms for the text of this request. ${hint}`);
  } finally {
    context.run = undefined;
  }
  return results[0] as Result;
}

const named = (pattern: string): string => `The regular expression ${pattern}`;

/** A regular expression of the app. Its test is interrupted if it takes too long. */
export class GivenPattern extends RegExp {
  override test(text: string): boolean {
    return interrupted(named(this.source), () => super.test(text));
  }
}

/** Replaces the matches of a regular expression of the app. */
export function replacePattern(text: string, pattern: string, flags: string, by: string): string {
  return interrupted(named(pattern), () => text.replace(new RegExp(pattern, flags), by));
}

/** Splits a text at the matches of a regular expression of the app. */
export function splitByPattern(text: string, pattern: string): string[] {
  return interrupted(named(pattern), () => text.split(new RegExp(pattern)));
}
