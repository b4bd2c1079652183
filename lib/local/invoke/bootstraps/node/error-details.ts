import { inspect } from "node:util";
import type { ErrorDetails, ReportedError } from "../../events";

/** Causes may lead back to the error. */
const maxDepth = 5;
const maxErrors = 20;

/** The properties of an error beside its message; undefined without any. */
export function detailsOf(error: Error, depth = 0): ErrorDetails | undefined {
  try {
    const { code, cause, errors } = error as Error & { code?: unknown; cause?: unknown; errors?: unknown };
    const isDeep = depth >= maxDepth;
    const details: ErrorDetails = {
      ...((typeof code === "string" || typeof code === "number") && { code }),
      ...(cause !== undefined && cause !== null && !isDeep && { cause: reported(cause, depth + 1) }),
      ...(Array.isArray(errors) &&
        !isDeep && { errors: errors.slice(0, maxErrors).map((each) => reported(each, depth + 1)) }),
    };
    return Object.keys(details).length === 0 ? undefined : details;
  } catch {
    // A getter of the error fails.
    return undefined;
  }
}

function reported(value: unknown, depth: number): ReportedError {
  if (!(value instanceof Error) && Object.prototype.toString.call(value) !== "[object Error]") {
    return { errorType: typeof value, errorMessage: inspect(value), stack: [] };
  }
  const { name, message, stack = "" } = value as Error;
  return {
    errorType: name,
    errorMessage: message,
    stack: stack.split("\n"),
    ...detailsOf(value as Error, depth),
  };
}
