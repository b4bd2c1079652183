import { Fn, TerraformStack, Token } from "cdktf";
import type { IConstruct } from "constructs";
import { isProviderObject } from "../../core/override";
import { attribute } from "./provider-values";
import { resolveTokens } from "./resolve-tokens";
import type { PermissionTarget } from "./row";
import type { Statement } from "./statement";
import type { NamedTarget } from "./target";

/**
 * The statement that lets a role use the customer managed key of a target; undefined if the key is AWS managed.
 *
 * IAM accepts only the ARN of a key, while services also accept an id or alias.
 */
export function keyStatement(
  { target, construct }: NamedTarget,
  actions: readonly string[],
  key: string,
): Statement | undefined {
  const statement = { effect: "Allow" as const, actions };
  if (Token.isUnresolved(key) || key.includes("${")) {
    return { ...statement, resources: [findKeyArn(construct, key) ?? key] };
  }
  const alias = /(?:^|:)(alias\/.+)$/.exec(key)?.[1];
  if (alias?.startsWith("alias/aws/")) return undefined;
  if (alias !== undefined) {
    const { partition, region, account } = key.startsWith("arn:") ? arnParts(key) : placeOf(target);
    return {
      ...statement,
      resources: [`arn:${partition}:kms:${region}:${account}:key/*`],
      conditions: { "ForAnyValue:StringEquals": { "kms:ResourceAliases": alias } },
    };
  }
  if (key.startsWith("arn:")) return { ...statement, resources: [key] };
  const { partition, region, account } = placeOf(target);
  return { ...statement, resources: [`arn:${partition}:kms:${region}:${account}:key/${key}`] };
}

interface Place {
  readonly partition: string;
  readonly region: string;
  readonly account: string;
}

/** Region and account of a target, and so of its key if only the id of the key is known. */
function placeOf({ row, arn }: PermissionTarget): Place {
  const place = arnParts(arn);
  return row.isArnGlobal ? { ...place, region: "*", account: "*" } : place;
}

function arnParts(arn: string): Place {
  if (Token.isUnresolved(arn)) {
    const part = (index: number): string => Token.asString(Fn.element(Fn.split(":", arn), index));
    return { partition: part(1), region: part(3), account: part(4) };
  }
  const [, partition = "", , region = "", account = ""] = arn.split(":");
  return { partition, region, account };
}

/** ARN of the key if the reference is to a key or alias of the same stack; else undefined. */
function findKeyArn(construct: IConstruct, key: string): string | undefined {
  const text = String(resolveTokens(construct, key));
  const match = /^\$\{(?:data\.)?(aws_kms_key|aws_kms_alias)\.([\w-]+)\.\w+\}$/.exec(text);
  if (match === null) return undefined;
  const [, type = "", id] = match;
  for (const each of TerraformStack.of(construct).node.findAll()) {
    if (isProviderObject(each, type) && each.friendlyUniqueId === id) {
      return attribute(each, type === "aws_kms_key" ? "arn" : "target_key_arn");
    }
  }
  return undefined;
}
