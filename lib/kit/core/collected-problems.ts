import { AsyncLocalStorage } from "node:async_hooks";
import { isConsequence, type ServerformError } from "../../facts/errors/error";

/** The problems of the stack function that runs. It is kept over each `await` in the function. */
const running = new AsyncLocalStorage<ServerformError[]>();

/**
 * Runs code in which a refused construct or call is noted and replaced, so that the code continues and its other problems are
 * found.
 */
export function collectProblems<Result>(problems: ServerformError[], work: () => Result): Result {
  return running.run(problems, work);
}

/** The list to which the running code reports; undefined if its errors are thrown. */
export function collectedProblems(): ServerformError[] | undefined {
  return running.getStore();
}

/** The single problems of an error, without those that are about a stand-in. */
export function singleProblems(error: ServerformError): readonly ServerformError[] {
  const all = error.problems.length > 0 ? error.problems : [error];
  return all.filter((each) => !isConsequence(each));
}
