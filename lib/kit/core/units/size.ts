import type { IConstruct } from "constructs";
import { fail } from "../errors";

/** A whole number and a unit, for example `"512 MB"` or `"1 GB"`; 1 GB is 1024 MB. */
export type Size = `${number} ${"MB" | "GB"}`;

/** Parses a size into megabytes, or throws an error that names the prop. */
export function parseSize(where: IConstruct | string, prop: string, value: unknown): number {
  const match = typeof value === "string" ? /^(\d+) (MB|GB)$/.exec(value) : null;
  if (match === null) return fail(where, "size-invalid", prop, { value });
  return Number(match[1]) * (match[2] === "GB" ? 1024 : 1);
}
