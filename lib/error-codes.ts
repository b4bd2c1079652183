import type { catalogue } from "./catalogue";
import { isLibraryError, type ServerformError } from "./facts/errors/error";

/** The code in square brackets at the end of every message; stable, so that tools can match on it. */
export type ErrorCode = keyof typeof catalogue;

/** Finds errors of this library, also those of another copy of the package. */
export function isServerformError(error: unknown): error is ServerformError<ErrorCode> {
  return isLibraryError(error);
}
