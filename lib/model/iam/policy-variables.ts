import { literalPattern } from "../../facts/aws/wildcards";
import type { RequestKeys } from "./request-keys";

/** `${aws:username}`, `${aws:PrincipalTag/team, 'none'}`, `${*}` */
const variable = /\$\{([^{}]*)\}/g;
const withDefault = /^([^,]*)(?:,\s*'([^']*)'\s*)?$/;

export function hasVariables(text: string): boolean {
  return text.includes("${");
}

export function variablesIn(text: string): readonly string[] {
  if (!hasVariables(text)) return [];
  return [...text.matchAll(variable)].flatMap(([, inner = ""]) => {
    if (inner === "*" || inner === "?" || inner === "$") return [];
    return withDefault.exec(inner.trim())?.[1]?.trim() ?? [];
  });
}

/**
 * A pattern with the values of its policy variables; undefined when the request lacks one of them, so that the pattern
 * matches nothing. Wildcards in a value stand for themselves.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html
 */
export function withVariables(pattern: string, keys: RequestKeys): string | undefined {
  if (!hasVariables(pattern)) return pattern;
  let isResolved = true;
  const resolved = pattern.replace(variable, (_, inner: string) => {
    if (inner === "*" || inner === "?" || inner === "$") return literalPattern(inner);
    const [, key = "", byDefault] = withDefault.exec(inner.trim()) ?? [];
    const values = keys.valuesOf(key.trim());
    // A key with several values cannot be a variable.
    const value = values?.length === 1 ? values[0] : byDefault;
    if (value === undefined) isResolved = false;
    return literalPattern(value ?? "");
  });
  return isResolved ? resolved : undefined;
}
