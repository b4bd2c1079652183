import type { IConstruct } from "constructs";
import { isLibraryError } from "../errors/error";
import { fail } from "./errors";
import { outsideGuard } from "./guarded";

/** Calls a function of the caller that stands in props. Its error is told with the place, and is the cause of what is told. */
export function callCaller<Result>(where: IConstruct | string, prop: string, call: () => Result): Result {
  try {
    return outsideGuard(call);
  } catch (cause) {
    if (isLibraryError(cause)) throw cause;
    return fail(where, "callback-failed", prop, { cause });
  }
}
