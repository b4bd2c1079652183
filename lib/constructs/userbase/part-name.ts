import type { Construct } from "constructs";
import { fail } from "./errors";

/** Refuses a name of a client or group that cannot be part of a resource address. */
export function checkPartName(userbase: Construct, prop: string, value: string, part: string): void {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(value)) return;
  fail(userbase, "userbase-name-invalid", prop, { value, part });
}
