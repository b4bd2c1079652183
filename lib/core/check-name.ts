import type { IConstruct } from "constructs";
import { fail } from "./errors";
import { literalName } from "./literal-name";

/** What a service allows as a name. */
export interface NameRule {
  readonly pattern: RegExp;
  /** The same in words. */
  readonly expected: string;
  readonly limit: number;
}

/** Rejects a name that the service rejects. A name that is known only at deployment passes. */
export function checkName(
  where: IConstruct,
  prop: string,
  name: unknown,
  { pattern, expected, limit }: NameRule,
): void {
  const value = literalName(name);
  if (value === undefined) return;
  const { length } = value;
  if (length > limit) fail(where, "name-too-long", prop, { value, length, limit });
  if (!pattern.test(value)) fail(where, "prop-invalid", prop, { value, expected });
}
