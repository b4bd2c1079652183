import { isTemplate, parseTerraformTemplate } from "../../../facts/expressions/parse";
import { ExpressionError } from "../../../facts/expressions/syntax";
import { evaluate, type Scope, withNames } from "../expressions/evaluate";
import { entriesOf } from "../expressions/types";
import { isValues } from "../values";

/** Called for an expression that cannot be evaluated. Its text is kept. */
export type Unresolved = (at: string, text: string, reason: string) => void;

/**
 * Replaces the references in a configured value.
 *
 * @param keepsNull - whether attributes that are null stay: expressions read those of a local, but for a resource they are absent
 */
export function resolveReferences(
  value: unknown,
  at: string,
  scope: Scope,
  unresolved: Unresolved,
  keepsNull = false,
): unknown {
  if (typeof value === "string") {
    return isTemplate(value) ? resolveText(value, at, scope, unresolved) : value;
  }
  if (Array.isArray(value)) {
    return value.map((each, index) =>
      resolveReferences(each, `${at}[${index}]`, scope, unresolved, keepsNull),
    );
  }
  if (!isValues(value)) return value;
  const resolved: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    if (key === "//" || (key === "dynamic" && isValues(each))) continue;
    const name = String(resolveReferences(key, `${at}.${key}`, scope, unresolved));
    const found = resolveReferences(each, `${at}.${name}`, scope, unresolved, keepsNull);
    if (keepsNull || (found !== null && found !== undefined)) resolved[name] = found;
  }
  const dynamic = isValues(value.dynamic) ? dynamicBlocks(value.dynamic, at, scope, unresolved) : {};
  for (const [label, more] of Object.entries(dynamic)) resolved[label] = withMore(resolved[label], more);
  return resolved;
}

/** The blocks of a label: those that are written, and then those of `dynamic`. */
export const withMore = (written: unknown, more: readonly unknown[]): readonly unknown[] => [
  ...[written ?? []].flat(),
  ...more,
];

function resolveText(text: string, at: string, scope: Scope, unresolved: Unresolved): unknown {
  try {
    return evaluate(parseTerraformTemplate(text), scope);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    unresolved(at, text, error.message);
    return text;
  }
}

/**
 * Expands dynamic blocks: `dynamic: { <label>: { for_each, iterator, content } }`.
 *
 * Source: https://developer.hashicorp.com/terraform/language/expressions/dynamic-blocks
 */
export function dynamicBlocks(
  dynamic: Readonly<Record<string, unknown>>,
  at: string,
  scope: Scope,
  unresolved: Unresolved,
): Readonly<Record<string, readonly unknown[]>> {
  const expanded: Record<string, readonly unknown[]> = {};
  for (const [label, written] of Object.entries(dynamic)) {
    expanded[label] = [written].flat().flatMap((each: unknown) => {
      if (!isValues(each)) return [];
      const list = resolveReferences(
        each.for_each,
        `${at}.dynamic.${label}.for_each`,
        scope,
        unresolved,
        true,
      );
      const name = typeof each.iterator === "string" ? each.iterator : label;
      const content = [each.content].flat()[0];
      return pairsOf(list).map(([key, value]) =>
        resolveReferences(
          content,
          `${at}.${label}`,
          withNames(scope, { [name]: { key, value } }),
          unresolved,
        ),
      );
    });
  }
  return expanded;
}

/** The entries that `for_each` iterates over; none if they are unknown. */
export function pairsOf(list: unknown): readonly (readonly [unknown, unknown])[] {
  return Array.isArray(list) || isValues(list) ? entriesOf(list) : [];
}
