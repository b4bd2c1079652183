import { isLibraryError } from "../facts/errors/error";
import type { Resource } from "../model";
import { problem } from "./errors";

/**
 * The error of a part of the server that cannot be started, with the name of the part and the reason.
 *
 * Errors of the library stay unchanged. `--verbose` prints the stack of other errors.
 */
export function partFailure(error: unknown, where: string, part: string): unknown {
  if (isLibraryError(error)) return error;
  const reason = (error instanceof Error ? error.message : String(error)).trim().replace(/\.$/, "");
  const failure = problem(where, "local-part-failed", part, { reason });
  if (error instanceof Error) failure.stack = `${failure.message}\n${error.stack ?? ""}`;
  return failure;
}

export const placeOf = ({ constructPath, address }: Pick<Resource, "constructPath" | "address">): string =>
  constructPath ?? address;

/** Runs one step of the start or a reload of the server. Its error names the part. */
export async function step<Result>(part: string, run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw partFailure(error, "serverform local", part);
  }
}
