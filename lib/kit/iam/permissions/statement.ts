import type { DataAwsIamPolicyDocumentStatement } from "@cdktf/provider-aws/lib/data-aws-iam-policy-document";

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

/** Statements with their companions. Called when everything is declared. */
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
  /** Whether the statement allows or denies. A `Deny` wins over every `Allow`. @default - "Allow" */
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
  /** Name of the statement: letters and digits. @default - none */
  readonly Sid?: string | undefined;
  /** Whether the statement allows or denies. A `Deny` wins over every `Allow`. @default - "Allow" */
  readonly Effect?: Effect | undefined;
  /** Actions: `"s3:GetObject"`, `"s3:Get*"`. @default - required, unless `NotAction` is given */
  readonly Action?: string | readonly string[] | undefined;
  /** All actions except these. With `Allow` that is nearly everything. @default - `Action` */
  readonly NotAction?: string | readonly string[] | undefined;
  /** ARNs of the resources; `"*"` is every resource. @default - required, unless `NotResource` is given */
  readonly Resource?: string | readonly string[] | undefined;
  /** All resources except these. @default - `Resource` */
  readonly NotResource?: string | readonly string[] | undefined;
  /** Conditions under which the statement applies: operator, key, value. @default - always */
  readonly Condition?: Conditions | undefined;
}

/** Principals by kind: `{ Service: "events.amazonaws.com" }`; `"*"` is everyone, without signing in too. */
export type IamPrincipals =
  | "*"
  | {
      readonly AWS?: string | readonly string[] | undefined;
      readonly Service?: string | readonly string[] | undefined;
      readonly Federated?: string | readonly string[] | undefined;
      readonly CanonicalUser?: string | readonly string[] | undefined;
    };

/** A statement of a resource policy in the JSON form of IAM. */
export interface IamResourceStatement extends IamStatement {
  /** The accounts, roles and services that the statement is about. */
  readonly Principal: IamPrincipals;
}

/** A statement of a resource policy. */
export interface ResourceStatementProps extends PolicyStatementProps {
  /** The accounts, roles and services that the statement is about. */
  readonly principals: IamPrincipals;
}

/** A statement of a resource policy of the provider: that of `aws_iam_policy_document`. */
export type ProviderResourceStatement = DataAwsIamPolicyDocumentStatement &
  Required<Pick<DataAwsIamPolicyDocumentStatement, "principals">>;

/** A statement of a resource policy, in the form of IAM, of this library or of the provider. */
export type ResourceStatement = IamResourceStatement | ResourceStatementProps | ProviderResourceStatement;

/** Marks a `PolicyStatement`, so that another copy of the package recognizes it. */
export const policyStatementMark: unique symbol = Symbol.for("serverform.PolicyStatement");

export function isPolicyStatement(value: unknown): value is PolicyStatementProps {
  return typeof value === "object" && value !== null && policyStatementMark in value;
}
