import type { IConstruct } from "constructs";
import { formatArn, isArn } from "../../../facts/aws/arns";
import { findReferenced } from "../../app/references/referenced";
import { isProviderObject } from "../../core/terraform/override";
import { isUnresolved } from "../../core/tokens/unresolved";
import { partOf } from "../template-text";
import { hasPermissionTarget, permissionTarget } from "./permissions";
import { findProviderTarget } from "./provider-target";
import { attribute } from "./provider-values";
import type { PermissionTarget } from "./row";
import type { Statement } from "./statement";

/** A resource that a key encrypts. */
export interface Encrypted {
  readonly construct: IConstruct;
  /** Tells region and account of a key of which only the id is known. */
  readonly arn: string;
  /** Whether its ARN contains neither region nor account. @default false */
  readonly isArnGlobal?: boolean | undefined;
}

/**
 * The statement that lets a role use the customer managed key of a target; undefined if the key is AWS managed.
 *
 * IAM accepts only the ARN of a key, while services also accept an id or alias.
 */
export function keyStatement(
  encrypted: Encrypted,
  actions: readonly string[],
  key: string,
): Statement | undefined {
  const { construct } = encrypted;
  const statement = { effect: "Allow" as const, actions };
  if (isUnresolved(key) || key.includes("${")) {
    return { ...statement, resources: [findKeyArn(construct, key) ?? key] };
  }
  const alias = /(?:^|:)(alias\/.+)$/.exec(key)?.[1];
  if (alias?.startsWith("alias/aws/")) return undefined;
  if (alias !== undefined) {
    const { partition, region, account } = isArn(key) ? arnParts(key) : placeOf(encrypted);
    return {
      ...statement,
      resources: [formatArn({ partition, region, account }, "kms", "key/*")],
      conditions: { "ForAnyValue:StringEquals": { "kms:ResourceAliases": alias } },
    };
  }
  if (isArn(key)) return { ...statement, resources: [key] };
  const { partition, region, account } = placeOf(encrypted);
  return { ...statement, resources: [formatArn({ partition, region, account }, "kms", `key/${key}`)] };
}

interface Place {
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/** Region and account of a target, and so of its key if only the id of the key is known. */
function placeOf({ arn, isArnGlobal = false }: Encrypted): Place {
  const place = arnParts(arn);
  return isArnGlobal ? { ...place, region: "*", account: "*" } : place;
}

function arnParts(arn: string): Place {
  if (isUnresolved(arn)) {
    const part = (index: number) => partOf(arn, ":", index);
    return { partition: part(1), region: part(3), account: part(4) };
  }
  const [, partition = "", , region = "", account = ""] = arn.split(":");
  return { partition, region, account };
}

/** ARN of the key if the reference is to a key or alias of the app; else undefined. */
function findKeyArn(construct: IConstruct, key: string): string | undefined {
  const found = findReferenced(construct, key);
  if (found?.terraformResourceType === "aws_kms_key") return attribute(found, "arn");
  return found?.terraformResourceType === "aws_kms_alias" ? attribute(found, "target_key_arn") : undefined;
}

/** The statements that let a role use the customer managed keys of the resources that it may use. */
export function keyStatementsFor(
  { target, construct }: NamedTarget,
  actions: readonly string[],
): readonly Statement[] {
  const encrypted = { construct, arn: target.arn, isArnGlobal: target.row.isArnGlobal };
  return (target.keys ?? []).flatMap((key) => keyStatement(encrypted, actions, key) ?? []);
}

/** The same for a provider object, of which only one action is allowed: what sending to it, or receiving from it, needs. */
export function objectKeyStatements(object: IConstruct, actions: readonly string[]): readonly Statement[] {
  const named = findTarget(object);
  return named === undefined ? [] : keyStatementsFor(named, actions);
}

/** A target of permissions, with its name for error messages. */
export interface NamedTarget {
  readonly target: PermissionTarget;
  readonly construct: IConstruct;
  readonly label: string;
}

/** The permission target of a construct; undefined if the table has no row for it. */
export function findTarget(construct: IConstruct): NamedTarget | undefined {
  const target = hasPermissionTarget(construct)
    ? construct[permissionTarget]()
    : findProviderTarget(construct);
  return target && { target, construct, label: describeConstruct(construct) };
}

/** The name of a construct in error messages: `Table "dev-notes-Main/Notes"`. */
export function describeConstruct(construct: IConstruct): string {
  const type = isProviderObject(construct) ? construct.terraformResourceType : construct.constructor.name;
  return `${type} "${construct.node.path}"`;
}
