import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { types } from "node:util";
import { isLibraryError, type Where } from "../../facts/errors/error";
import { fileFacts } from "../../facts/errors/fault-texts";
import { withoutCollecting } from "../../facts/errors/problems";
import { fail, problem } from "./errors";

/** `lib`, or the folder that it is compiled to. */
const library = resolve(__dirname, "../..") + sep;
const packages = `${sep}node_modules${sep}`;

/** The last created or called construct, and the method: unexpected errors are reported there. */
let place = { path: "app", prop: "props" };

/** Records the current construct and method. */
export function notePlace(path: string, prop: string): void {
  place = { path: path || "app", prop };
}

/** Runs an entry point of the library, and explains unexpected errors in the caller's terms. */
export function explainFaults<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw explainFault(error);
  }
}

/**
 * An unexpected error in the caller's terms: of the file system, or an internal error. Errors of the library and of the caller's
 * own code are unchanged.
 */
export function explainFault(error: unknown): unknown {
  if (isLibraryError(error) || !types.isNativeError(error)) return error;
  const { path, prop } = place;
  const frame = firstFrame(error);
  if (frame?.isOfCaller === true) return error;
  const facts = fileFacts(error);
  if (facts !== undefined) return problem(path, "file-unusable", prop, facts);
  return problem(path, "internal", prop, { cause: error, at: frame?.at });
}

interface Frame {
  readonly isOfCaller: boolean;
  /** Relative to the library, so that it is the same on each machine: `core/check.js:12`. */
  readonly at: string;
}

/** The first stack frame in the library or the caller's code: both call packages. */
function firstFrame({ stack = "" }: Error): Frame | undefined {
  for (const line of stack.split("\n")) {
    const [, place, row] = /^\s+at (?:.*\()?((?:file:\/\/|[A-Za-z]:)?[^():]+):(\d+):\d+\)?$/.exec(line) ?? [];
    if (place === undefined || place.startsWith("node:") || place.startsWith("internal/")) continue;
    const file = place.startsWith("file://") ? fileURLToPath(place) : place;
    if (file.startsWith(library))
      return { isOfCaller: false, at: `${file.slice(library.length).replaceAll(sep, "/")}:${row}` };
    if (!file.includes(packages)) return { isOfCaller: true, at: `${file}:${row}` };
  }
  return undefined;
}

/** Calls a function from the caller's props. Its error is reported with the place, and as the cause. */
export function callCaller<Result>(where: Where, prop: string, call: () => Result): Result {
  try {
    return withoutCollecting(call);
  } catch (cause) {
    if (isLibraryError(cause)) throw cause;
    return fail(where, "callback-failed", prop, { cause });
  }
}
