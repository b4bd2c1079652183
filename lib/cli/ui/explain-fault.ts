import { isLibraryError, type ServerformError } from "../../facts/errors/error";
import { fileFacts } from "../../facts/errors/fault-texts";
import { explainAwsError } from "../aws/aws-errors";
import { problem } from "../errors";

/**
 * Any error of a command as one of the library: of AWS, of the file system, or a fault of the command itself.
 *
 * @param where - the command: `serverform deploy`
 */
export function explainFault(thrown: unknown, where: string): ServerformError {
  const error = explainAwsError(thrown, where);
  if (isLibraryError(error)) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const file = fileFacts(cause);
  return file === undefined
    ? problem(where, "internal", "the command", { cause, at: undefined })
    : problem(where, "file-unusable", "the command", file);
}
