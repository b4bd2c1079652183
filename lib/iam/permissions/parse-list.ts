import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { fail } from "../errors";

type Check = (where: IConstruct | string, prop: string, text: string) => void;

/** One text or a list of them. A list that is a token as a whole stays as it is. */
export function parseList(
  where: IConstruct | string,
  prop: string,
  value: unknown,
  check: Check = () => {},
): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) && Token.isUnresolved(value)) return value;
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
  if (Token.isUnresolved(value)) return Token.asString(value);
  return fail(where, "prop-invalid", prop, { value, expected: "a text" });
}
