export type TerraformExpression =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  /** Texts and expressions that are concatenated. */
  | { readonly kind: "template"; readonly parts: readonly TerraformExpression[] }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "index"; readonly of: TerraformExpression; readonly key: TerraformExpression }
  /** `of[*]` and the operators after it, which apply to each element; `each` is the name of the element. */
  | {
      readonly kind: "splat";
      readonly of: TerraformExpression;
      readonly each: string;
      readonly read: TerraformExpression;
    }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly inputs: readonly TerraformExpression[];
      /** `join(",", list...)`: the last input is expanded. */
      readonly isSpread: boolean;
    }
  | { readonly kind: "unary"; readonly operator: "!" | "-"; readonly of: TerraformExpression }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: TerraformExpression;
      readonly right: TerraformExpression;
    }
  | {
      readonly kind: "conditional";
      readonly test: TerraformExpression;
      readonly then: TerraformExpression;
      readonly otherwise: TerraformExpression;
    }
  | { readonly kind: "list"; readonly items: readonly TerraformExpression[] }
  | {
      readonly kind: "object";
      readonly entries: readonly (readonly [TerraformExpression, TerraformExpression])[];
    }
  | ForExpression;

/** `[for k, v in of : value if test]`, or `{for k, v in of : key => value}`. */
export interface ForExpression {
  readonly kind: "for";
  readonly names: readonly string[];
  readonly of: TerraformExpression;
  readonly key: TerraformExpression | undefined;
  readonly value: TerraformExpression;
  readonly test: TerraformExpression | undefined;
  /** `=> value...`: values with the same key are grouped in a list. */
  readonly isGrouped: boolean;
}

/** In order of precedence, lowest first. */
export const binaryOperators = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<=", ">=", "<", ">"],
  ["+", "-"],
  ["*", "/", "%"],
] as const;

export type BinaryOperator = (typeof binaryOperators)[number][number];

/** An expression that cannot be parsed or evaluated. The message completes a sentence after "because". */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";

  constructor(
    message: string,
    /** The number of characters before the error. @default - it is not known */
    readonly position?: number,
  ) {
    super(message);
  }
}
