import type { DataAwsIamPolicyDocumentStatement } from "@cdktf/provider-aws/lib/data-aws-iam-policy-document";
import type { IConstruct } from "constructs";
import type { RegisteredTypes } from "../../app/registered-types";
import type { PolicyStatement } from "./policy-statement";
import type { PermissionTarget } from "./row";
import type { IamStatement, PolicyStatementProps } from "./statement";

declare module "../../app/registered-types" {
  interface RegisteredTypes {
    readonly permissionEntry: PermissionEntry;
  }
}

/**
 * The permissions of a role: a list of entries, or `"*"` for everything.
 *
 * `"*"` makes the function an administrator of the account. Name services or constructs instead.
 */
export type Permissions = "*" | readonly PermissionEntry[];

/** The kinds of access of the constructs of this library: `grantReadData`. */
export type GrantName = RegisteredTypes extends { readonly grantName: infer Name extends string }
  ? Name
  : never;

/**
 * One permission.
 *
 * - `"s3"`: every action of a service, on every resource; `"s3:GetObject"`: one action, on every resource.
 * - a construct or a provider's resource: the actions needed to use it, but not to change its settings.
 * - `[table, "grantReadData"]`: one kind of access to it.
 * - a policy statement in the form of this library, of the provider or of IAM.
 */
export type PermissionEntry =
  | string
  | IConstruct
  | readonly [IConstruct, GrantName | (string & {})]
  | PolicyStatement
  | PolicyStatementProps
  | IamStatement
  | DataAwsIamPolicyDocumentStatement;

/** The method with which a construct names its row in the table of permissions. */
export const permissionTarget: unique symbol = Symbol.for("serverform.permissionTarget");

/** A construct that can be used in permissions. */
export interface HasPermissionTarget extends IConstruct {
  [permissionTarget](): PermissionTarget;
}

/** Whether a value names its row in the table of permissions. */
export function hasPermissionTarget(value: unknown): value is HasPermissionTarget {
  return typeof value === "object" && value !== null && permissionTarget in value;
}

/** Joins permissions. The result is `"*"` if one of them is. */
export function mergePermissions(
  first: Permissions | undefined,
  second: Permissions | undefined,
): Permissions | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  if (first === "*" || second === "*") return "*";
  return [...first, ...second];
}

/** The constructs of this library in permissions, without duplicates. `bind` grants the same and also passes their names. */
export function libraryConstructs(permissions: unknown): readonly HasPermissionTarget[] {
  if (!Array.isArray(permissions)) return [];
  const named = permissions.map((entry: unknown) => (Array.isArray(entry) ? entry[0] : entry));
  return [...new Set(named.filter(hasPermissionTarget))];
}
