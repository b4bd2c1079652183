import type { AttributeValue } from "./attribute-values";

/** Names and indexes that lead to an attribute. */
export type Path = readonly (string | number)[];

export type Operand =
  | { readonly kind: "path"; readonly path: Path }
  | { readonly kind: "value"; readonly value: AttributeValue }
  | { readonly kind: "call"; readonly name: string; readonly operands: readonly Operand[] }
  | {
      readonly kind: "sum";
      readonly operator: "+" | "-";
      readonly left: Operand;
      readonly right: Operand;
    };

export type Comparator = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type ConditionTree =
  | { readonly kind: "and" | "or"; readonly left: ConditionTree; readonly right: ConditionTree }
  | { readonly kind: "not"; readonly of: ConditionTree }
  | {
      readonly kind: "compare";
      readonly comparator: Comparator;
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: "between"; readonly operand: Operand; readonly least: Operand; readonly most: Operand }
  | { readonly kind: "in"; readonly operand: Operand; readonly among: readonly Operand[] }
  | { readonly kind: "test"; readonly name: string; readonly operands: readonly Operand[] };

export type UpdateStep =
  | { readonly kind: "SET"; readonly path: Path; readonly operand: Operand }
  | { readonly kind: "REMOVE"; readonly path: Path }
  | { readonly kind: "ADD" | "DELETE"; readonly path: Path; readonly value: AttributeValue };

/** A path as errors show it: `[a, [0], b]`. */
export function shownPath(path: Path): string {
  return `[${path.map((part) => (typeof part === "number" ? `[${part}]` : part)).join(", ")}]`;
}
