import type { ConditionKeys } from "../iam/request-keys";

/** One decision that a request needs. */
export interface NeededAccess {
  /** `dynamodb:GetItem` */
  readonly action: string;
  /** ARN of the resource, or `*` for an action without one. */
  readonly resource: string;
  /** Condition keys of the service: `s3:prefix`. @default - none */
  readonly keys?: ConditionKeys | undefined;
}

/** Writes the ARN of a resource in the region and the account of the app: `arn("sqs", "orders")`. */
export type ArnOf = (service: string, resource: string) => string;

/** Decides about one request to a service. */
export interface RequestAccess {
  readonly arn: ArnOf;
  /** Undefined when everything is allowed; else AWS's message of the denial. */
  check(needed: readonly NeededAccess[]): string | undefined;
  /** The same for the owner of these credentials, which stand in the body of the request. */
  as(accessKeyId: string, sessionToken: string | undefined): RequestAccess;
}
