export type Effect = "Allow" | "Deny";

/** Operator, then key, then the value or values: `{ StringEquals: { "aws:SourceAccount": "111122223333" } }`. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** One statement of a policy, in the one form that the library computes with. */
export interface Statement {
  readonly sid?: string;
  readonly effect: Effect;
  /** Empty when `notActions` is given. */
  readonly actions: readonly string[];
  readonly notActions?: readonly string[];
  /** Empty when `notResources` is given. */
  readonly resources: readonly string[];
  readonly notResources?: readonly string[];
  readonly conditions?: Conditions;
  /** Who, by kind (`Service`, `AWS`, ...) or `"*"`; only in the policy of a resource. */
  readonly principals?: Readonly<Record<string, readonly string[]>> | "*";
}

/** One statement of a policy. */
export interface PolicyStatementProps {
  /** What is allowed: `"s3:GetObject"`, `"s3:Get*"`. */
  readonly actions: readonly string[];
  /** ARNs that the actions may be used on; `"*"` is every resource. */
  readonly resources: readonly string[];
  /** @default - "Allow" */
  readonly effect?: Effect;
  /**
   * When the statement holds: operator, key, value.
   *
   * @default - always
   */
  readonly conditions?: Conditions;
}

/** A statement as IAM writes it. */
export interface IamStatement {
  readonly Sid?: string;
  /** @default - "Allow" */
  readonly Effect?: Effect;
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
  /** @default - always */
  readonly Condition?: Conditions;
}

/** Marks a `PolicyStatement`, also one of another copy of the package. */
export const policyStatementMark: unique symbol = Symbol.for("serverform.PolicyStatement");

export function isPolicyStatement(value: unknown): value is PolicyStatementProps {
  return typeof value === "object" && value !== null && policyStatementMark in value;
}
