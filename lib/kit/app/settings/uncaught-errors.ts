import { writeFileSync, writeSync } from "node:fs";
import { isLibraryError } from "../../../facts/errors/error";
import { errorFields } from "../../../facts/errors/error-fields";
import { explainFault } from "../../core/fault";
import { environment, isUnitTest } from "./settings";

const installed: unique symbol = Symbol.for("serverform.uncaughtErrors");

/**
 * Makes Node.js print an uncaught error of the library only as its text, without call stacks.
 *
 * Node.js ends the process as after any uncaught error. Other errors, and programs with their own handler, are unaffected. The
 * command line reads the output of Node.js itself, and DEBUG shows the call stacks.
 */
export function printUncaughtErrors(): void {
  const state = process as unknown as { [installed]?: boolean | undefined };
  if (state[installed] === true) return;
  const file = environment("SERVERFORM_PROBLEMS_FILE");
  if (file !== undefined) {
    state[installed] = true;
    process.on("uncaughtExceptionMonitor", (error) => describeIn(file, explainFault(error)));
  }
  if (isUnitTest()) return;
  if (environment("SERVERFORM_CALL_STACKS") !== undefined || environment("DEBUG") !== undefined) return;
  state[installed] = true;
  process.on("uncaughtExceptionMonitor", (error) => {
    const isHandled =
      process.listenerCount("uncaughtException") > 0 || process.hasUncaughtExceptionCaptureCallback();
    const told = explainFault(error);
    if (isHandled || !isLibraryError(told)) return;
    const { message } = told;
    process.once("uncaughtException", () => {
      // Synchronously, because the process ends.
      writeSync(process.stderr.fd, `${message}\n`);
      process.exit(1);
    });
  });
}

/** Passes the parts of an error to the command line, since their boundaries are not clear in the text. */
function describeIn(file: string, error: unknown): void {
  if (!isLibraryError(error)) return;
  try {
    writeFileSync(file, JSON.stringify(errorFields(error)));
  } catch {
    // Node.js prints the text in any case.
  }
}
