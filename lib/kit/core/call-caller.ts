import type { IConstruct } from "constructs";
import { isLibraryError } from "../../facts/errors/error";
import { withoutCollecting } from "../../facts/errors/problems";
import { fail } from "./errors";

/** Calls a function from the caller's props. Its error is reported with the place, and as the cause. */
export function callCaller<Result>(where: IConstruct | string, prop: string, call: () => Result): Result {
  try {
    return withoutCollecting(call);
  } catch (cause) {
    if (isLibraryError(cause)) throw cause;
    return fail(where, "callback-failed", prop, { cause });
  }
}
