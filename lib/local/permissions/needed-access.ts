import type { ConditionKeys, PolicyDocumentStatement } from "../../model";
import type { Caller } from "./caller";

/** One decision that a request needs. */
export interface NeededAccess {
  /** `dynamodb:GetItem` */
  readonly action: string;
  /** ARN of the resource, or `*` for an action without one. */
  readonly resource: string;
  /** Condition keys of the service: `s3:prefix`. @default - none */
  readonly keys?: ConditionKeys | undefined;
  /** The policy of the resource. @default - the one that the model has for the ARN */
  readonly resourcePolicy?: readonly PolicyDocumentStatement[] | undefined;
  /** Whether the policy of the resource must allow it, too: the trust policy of a role. @default false */
  readonly isTrust?: boolean | undefined;
}

/** Writes the ARN of a resource in the region and the account of the app: `arn("sqs", "orders")`. */
export type ArnOf = (service: string, resource: string) => string;

/** Decides about one request to a service. */
export interface RequestAccess {
  readonly arn: ArnOf;
  /** Undefined when everything is allowed; else AWS's message of the denial. */
  check(needed: readonly NeededAccess[]): string | undefined;
  /** Whether access keys that are not of this machine are refused. @default false */
  readonly refusesStrangers?: boolean;
  /** The same for another caller, whom the body of the request names. */
  as(caller: Caller): RequestAccess;
}
