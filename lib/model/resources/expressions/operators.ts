import { isDeepStrictEqual } from "node:util";
import type { BinaryOperator } from "../../../facts/expressions/syntax";
import { toFlag, toNumber } from "./types";

/** The value of `left operator right`. The right side is evaluated only when needed. */
export function binary(operator: BinaryOperator, left: unknown, right: () => unknown): unknown {
  switch (operator) {
    case "||":
      return toFlag(left) || toFlag(right());
    case "&&":
      return toFlag(left) && toFlag(right());
    case "==":
      return isDeepStrictEqual(left, right());
    case "!=":
      return !isDeepStrictEqual(left, right());
    default:
      return arithmetic[operator](toNumber(left), toNumber(right()));
  }
}

const arithmetic = {
  "<": (a, b) => a < b,
  ">": (a, b) => a > b,
  "<=": (a, b) => a <= b,
  ">=": (a, b) => a >= b,
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
} satisfies Partial<Record<BinaryOperator, (a: number, b: number) => number | boolean>>;
