import type { IConstruct } from "constructs";
import { isUnresolved } from "../../kit/core/tokens/unresolved";
import { fail } from "./errors";

const lifecycle: readonly string[] = ["$connect", "$disconnect", "$default"];

/** A route key without spaces around it. */
export function trimmedKey(where: IConstruct, written: unknown, at = "the route key"): string {
  if (typeof written === "string") return written.trim();
  return fail(where, "prop-invalid", at, {
    value: written,
    expected: 'a string such as "$default"',
  });
}

/** Parses a route key: `$connect`, `$disconnect`, `$default` or a name. Refuses any other key that begins with `$`. */
export function parseWebSocketRouteKey(where: IConstruct, prop: string, written: string): string {
  const key = trimmedKey(where, written, prop);
  if (/^[A-Za-z]+\s+\//.test(key)) fail(where, "route-key-http", prop, { value: written });
  const isReserved = key.startsWith("$") && !lifecycle.includes(key);
  if (key === "" || isReserved || /\p{Cc}/u.test(key) || isUnresolved(key)) {
    fail(where, "route-key-web-socket", prop, { value: written });
  }
  return key;
}
