import { createHash } from "node:crypto";

/** The id of the fact about a request, from the id that AWS has given to the request: equal in all sources that name it. */
export function factIdOf(requestId: string): string {
  return createHash("sha256").update(requestId).digest("hex").slice(0, 16);
}
