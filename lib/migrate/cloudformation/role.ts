import type { ResourceModel } from "../model/application";
import { Call, code, objectOf, type Value } from "../model/value";
import type { SourceNode } from "../source/node";
import { referredName } from "./constructs/converter";
import { terraform, toValue } from "./intrinsics";
import type { TemplateScope } from "./scope";

/** A role of the template, as functions take it. One of another stack is read by the name in its ARN. */
export function roleOf(
  node: SourceNode,
  owner: string,
  resources: readonly ResourceModel[],
  scope: TemplateScope,
): Value {
  const value = toValue(node, scope);
  const name = referredName(value) ?? (node.text === undefined ? undefined : node.text);
  if (name !== undefined && resources.some((each) => each.name === name && each.className === "IamRole"))
    return objectOf(name, node.place);
  if (referredName(value) === undefined && value !== undefined) {
    const last = typeof value === "string" ? value.slice(value.lastIndexOf("/") + 1) : undefined;
    const from = "@cdktf/provider-aws/lib/data-aws-iam-role";
    return new Call(
      "new DataAwsIamRole",
      [code("stack"), `${owner}ExistingRole`, { name: last ?? terraform("replace", value, "/^.*\\//", "") }],
      [{ name: "DataAwsIamRole", from }],
    );
  }
  scope.findings.todo(
    node.place,
    "The role of functions was not translated, each has its own: list what they need in `permissions`, or pass `role`.",
  );
  return undefined;
}
