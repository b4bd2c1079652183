import { type Condition, isKnownOperator } from "../conditions";
import type { PolicyDocumentStatement } from "../policy-document";

/** The beginning of the keys that stand for conditions which cannot be evaluated. */
const prefix = "condition that cannot be evaluated: ";

/** Whether a condition key stands for a condition that cannot be evaluated. */
export const isOpaqueKey = (key: string): boolean => key.startsWith(prefix);

/**
 * A statement whose conditions with unknown operators are keys of their own, which hold or do not hold. The same condition in two
 * policies is the same key.
 */
export function withOpaqueConditions(statement: PolicyDocumentStatement): PolicyDocumentStatement {
  const { condition } = statement;
  if (condition === undefined || Object.keys(condition).every(isKnownOperator)) return statement;
  const known: Record<string, Record<string, unknown>> = {};
  for (const [operator, keys] of Object.entries(condition)) {
    const entries = Object.entries(Object(keys) as Condition);
    if (isKnownOperator(operator)) {
      known[operator] = { ...known[operator], ...Object.fromEntries(entries) };
      continue;
    }
    for (const [key, values] of entries) {
      const sorted = [...new Set([values].flat().map(String))].sort();
      const opaque = `${prefix}${operator} ${key} ${JSON.stringify(sorted)}`;
      known.StringEquals = { ...known.StringEquals, [opaque]: "true" };
    }
  }
  return { ...statement, condition: known };
}
