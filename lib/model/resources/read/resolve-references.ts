import { isTemplate, parseTerraformTemplate } from "../../../facts/expressions/parse";
import { ExpressionError } from "../../../facts/expressions/syntax";
import { evaluate, type Scope, withNames } from "../expressions/evaluate";
import { isValues } from "../values";

/** Called for an expression that cannot be evaluated. Its text is kept. */
export type Unresolved = (at: string, text: string, reason: string) => void;

/** Replaces the references in a configured value. Null values are omitted, as in Terraform. */
export function resolveReferences(value: unknown, at: string, scope: Scope, unresolved: Unresolved): unknown {
  if (typeof value === "string") {
    return isTemplate(value) ? resolveText(value, at, scope, unresolved) : value;
  }
  if (Array.isArray(value)) {
    return value.map((each, index) => resolveReferences(each, `${at}[${index}]`, scope, unresolved));
  }
  if (!isValues(value)) return value;
  const resolved: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    if (key === "//") continue;
    if (key === "dynamic" && isValues(each)) {
      Object.assign(resolved, dynamicBlocks(each, at, scope, unresolved));
      continue;
    }
    const name = String(resolveReferences(key, `${at}.${key}`, scope, unresolved));
    const found = resolveReferences(each, `${at}.${name}`, scope, unresolved);
    if (found !== null && found !== undefined) resolved[name] = found;
  }
  return resolved;
}

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
): Record<string, unknown> {
  const expanded: Record<string, unknown> = {};
  for (const [label, written] of Object.entries(dynamic)) {
    expanded[label] = [written].flat().flatMap((each: unknown) => {
      if (!isValues(each)) return [];
      const list = resolveReferences(each.for_each, `${at}.dynamic.${label}.for_each`, scope, unresolved);
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

/** The entries that `for_each` iterates over. The elements of a set are their own keys. */
export function pairsOf(list: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(list)) return list.map((each: unknown) => [each, each]);
  return isValues(list) ? Object.entries(list) : [];
}
