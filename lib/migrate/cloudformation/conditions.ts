import { Computed, type Value } from "../model/value";
import type { SourceNode } from "../source/node";
import { toValue } from "./intrinsics";
import type { TemplateScope } from "./scope";

/** The conditions of a template as TypeScript. They depend on parameters alone, and each may use others. */
export function readConditions(
  conditions: SourceNode | undefined,
  scope: TemplateScope,
): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const textOf = (node: SourceNode | undefined): string | undefined => {
    const [entry] = node?.entries ?? [];
    if (node === undefined || entry === undefined) return undefined;
    const [name, argument] = entry;
    const parts = argument.items.map(textOf);
    if (name === "Condition") return named(argument.text ?? "");
    if (name === "Fn::Not") return parts[0] === undefined ? undefined : `!(${parts[0]})`;
    if (name === "Fn::And" || name === "Fn::Or")
      return parts.includes(undefined) ? undefined : `(${parts.join(name === "Fn::And" ? " && " : " || ")})`;
    if (name !== "Fn::Equals") return undefined;
    const [one, other] = argument.items.map((item) => operand(toValue(item, scope)));
    return one === undefined || other === undefined ? undefined : `${one} === ${other}`;
  };
  const named = (name: string): string | undefined => {
    if (!found.has(name)) {
      // Conditions that depend on themselves end here.
      found.set(name, undefined);
      found.set(name, textOf(conditions?.get(name)));
    }
    return found.get(name);
  };
  for (const [name] of conditions?.entries ?? []) named(name);
  return found;
}

/** A text or a constant of the stack. A value that only the deployment knows cannot be compared. */
function operand(value: Value): string | undefined {
  if (value instanceof Computed) {
    const [part, ...more] = value.parts;
    if (more.length > 0 || typeof part !== "object" || !("code" in part)) return undefined;
    return /^stack\.(account|partition|urlSuffix)/.test(part.code) || part.code.endsWith(".stringValue")
      ? undefined
      : part.code;
  }
  return typeof value === "object" || value === undefined ? undefined : JSON.stringify(String(value));
}
