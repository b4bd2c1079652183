export type Effect = "Allow" | "Deny";

/** Value or values by operator and key: `{ StringEquals: { "aws:SourceAccount": "111122223333" } }`. */
export type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** A policy statement in the normalized form of the library. */
export interface Statement {
  readonly sid?: string | undefined;
  readonly effect: Effect;
  /** Empty when `notActions` is given. */
  readonly actions: readonly string[];
  readonly notActions?: readonly string[] | undefined;
  /** Empty when `notResources` is given. */
  readonly resources: readonly string[];
  readonly notResources?: readonly string[] | undefined;
  readonly conditions?: Conditions | undefined;
  /** Principals by kind (`Service`, `AWS`) or `"*"`; only in resource policies. */
  readonly principals?: Readonly<Record<string, readonly string[]>> | "*" | undefined;
  /** Statements that belong to it and are known only when everything is declared. @default - nothing */
  readonly whenComplete?: (() => readonly Statement[]) | undefined;
}

/** Statements with what belongs to them. Called when everything is declared. */
export function completeStatements(statements: readonly Statement[]): readonly Statement[] {
  return statements.flatMap((each) => [each, ...(each.whenComplete?.() ?? [])]);
}

/** A policy statement. */
export interface PolicyStatementProps {
  /** Name of the statement: letters and digits. @default - none */
  readonly sid?: string | undefined;
  /** Actions: `"s3:GetObject"`, `"s3:Get*"`. @default - required, unless `notActions` is given */
  readonly actions?: readonly string[] | undefined;
  /**
   * All actions except these. With `Allow` that is nearly everything, so use it with `Deny`.
   *
   * @default - `actions`
   */
  readonly notActions?: readonly string[] | undefined;
  /** ARNs of the resources; `"*"` is every resource. @default - required, unless `notResources` is given */
  readonly resources?: readonly string[] | undefined;
  /** All resources except these. @default - `resources` */
  readonly notResources?: readonly string[] | undefined;
  /** @default - "Allow" */
  readonly effect?: Effect | undefined;
  /**
   * Conditions under which the statement applies: operator, key, value.
   *
   * @default - always
   */
  readonly conditions?: Conditions | undefined;
}

/** A policy statement in the JSON form of IAM. */
export interface IamStatement {
  readonly Sid?: string | undefined;
  /** @default - "Allow" */
  readonly Effect?: Effect | undefined;
  /** @default - required, unless `NotAction` is given */
  readonly Action?: string | readonly string[] | undefined;
  /** @default - `Action` */
  readonly NotAction?: string | readonly string[] | undefined;
  /** @default - required, unless `NotResource` is given */
  readonly Resource?: string | readonly string[] | undefined;
  /** @default - `Resource` */
  readonly NotResource?: string | readonly string[] | undefined;
  /** @default - always */
  readonly Condition?: Conditions | undefined;
}

/** Marks a `PolicyStatement`, so that another copy of the package recognizes it. */
export const policyStatementMark: unique symbol = Symbol.for("serverform.PolicyStatement");

export function isPolicyStatement(value: unknown): value is PolicyStatementProps {
  return typeof value === "object" && value !== null && policyStatementMark in value;
}
