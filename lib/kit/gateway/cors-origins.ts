import type { IConstruct } from "constructs";
import { checkEach, knownItems, originLimit } from "../core";
import { fail } from "./errors";

/** Refuses origins that no browser sends, and credentials for the pages of all origins. */
export function checkOrigins(
  where: IConstruct,
  prop: string,
  origins: readonly string[],
  allowCredentials: boolean,
): void {
  const at = `${prop}.allowOrigins`;
  for (const origin of knownItems(origins)) {
    // The scheme of a text that begins with a reference is known only at deploy time.
    if (origin !== "*" && !/^(\$\{|[a-z][a-z0-9+.-]*:\/\/.)/i.test(origin))
      fail(where, "cors-origin-scheme", at, { value: origin });
  }
  checkEach(where, at, knownItems(origins), originLimit);
  if (allowCredentials && origins.includes("*"))
    fail(where, "cors-credentials-star", `${prop}.allowCredentials`, {});
}
