/** An expression of Terraform, as its text was read. */
export type Expression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** Texts and expressions that are written one after the other. */
  | { readonly kind: "template"; readonly parts: readonly Expression[] }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "index"; readonly of: Expression; readonly key: Expression }
  /** `of[*]` and what follows, which is read from each element; `each` is the name of that element. */
  | { readonly kind: "splat"; readonly of: Expression; readonly each: string; readonly read: Expression }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly inputs: readonly Expression[];
      /** `join(",", list...)`: the last input is a list of inputs. */
      readonly isSpread: boolean;
    }
  | { readonly kind: "unary"; readonly operator: "!" | "-"; readonly of: Expression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: "conditional";
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: "list"; readonly items: readonly Expression[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [Expression, Expression])[] }
  | ForExpression;

/** `[for k, v in of : value if test]`, or `{for k, v in of : key => value}`. */
export interface ForExpression {
  readonly kind: "for";
  readonly names: readonly string[];
  readonly of: Expression;
  readonly key: Expression | undefined;
  readonly value: Expression;
  readonly test: Expression | undefined;
  /** `=> value...`: values of the same key are put together in a list. */
  readonly isGrouped: boolean;
}

/** Those that bind most come last. */
export const binaryOperators = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<=", ">=", "<", ">"],
  ["+", "-"],
  ["*", "/", "%"],
] as const;

export type BinaryOperator = (typeof binaryOperators)[number][number];

/** An expression that cannot be read or evaluated here; the message goes on after "because". */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
}
