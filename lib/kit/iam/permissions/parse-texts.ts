import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { isUnresolved } from "../../core/tokens/unresolved";
import { fail } from "../errors";

type Check = (where: IConstruct | string, prop: string, text: string) => void;

/** Parses a string or a list of strings. A list that is a token is returned unchanged. */
export function parseTexts(
  where: IConstruct | string,
  prop: string,
  value: unknown,
  check: Check = () => {},
): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) && isUnresolved(value)) return value;
  if (list.length === 0) {
    fail(where, "prop-invalid", prop, { value, expected: "at least one entry" });
  }
  return list.map((each, index) => {
    const at = Array.isArray(value) ? `${prop}[${index}]` : prop;
    const text = parseText(where, at, each);
    check(where, at, text);
    return text;
  });
}

export function parseText(where: IConstruct | string, prop: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  if (isUnresolved(value)) return Token.asString(value);
  return fail(where, "prop-invalid", prop, { value, expected: "a string" });
}
