import { DefaultTokenResolver, Fn, StringConcat, TerraformStack, Token, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import { isProviderObject } from "../override";
import type { Statement } from "./statement";
import type { NamedTarget } from "./target";

/**
 * The statement that lets a role use the customer key of a thing, or undefined when the key is AWS's own.
 *
 * IAM takes only the ARN of a key, while services also take its id or an alias.
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
    return {
      ...statement,
      resources: [arnBeside(target.arn, "key/*")],
      conditions: { "ForAnyValue:StringEquals": { "kms:ResourceAliases": alias } },
    };
  }
  return { ...statement, resources: [key.startsWith("arn:") ? key : arnBeside(target.arn, `key/${key}`)] };
}

/** ARN of a key in the partition, region and account of a thing. */
function arnBeside(arn: string, resource: string): string {
  if (!Token.isUnresolved(arn)) {
    const [, partition = "aws", , region = "", account = ""] = arn.split(":");
    // A bucket's ARN names neither.
    return `arn:${partition}:kms:${region || "*"}:${account || "*"}:${resource}`;
  }
  const part = (index: number): string => Token.asString(Fn.element(Fn.split(":", arn), index));
  return `arn:${part(1)}:kms:${part(3)}:${part(4)}:${resource}`;
}

/** ARN of the key that a reference means, when it is one to a key or alias of the same stack. */
function findKeyArn(construct: IConstruct, key: string): string | undefined {
  const stack = TerraformStack.of(construct);
  const text: unknown = Tokenization.resolve(key, {
    scope: stack,
    resolver: new DefaultTokenResolver(new StringConcat()),
  });
  const match = /^\$\{(?:data\.)?(aws_kms_key|aws_kms_alias)\.([\w-]+)\.\w+\}$/.exec(String(text));
  if (match === null) return undefined;
  const [, type = "", id] = match;
  for (const each of stack.node.findAll()) {
    if (isProviderObject(each, type) && each.friendlyUniqueId === id) {
      const object = each as unknown as { getStringAttribute(name: string): string };
      return object.getStringAttribute(type === "aws_kms_key" ? "arn" : "target_key_arn");
    }
  }
  return undefined;
}
