import type { ResourceModel } from "../model/application";
import { objectOf, type Value } from "../model/value";
import type { SourceNode } from "../source/node";
import { referredName } from "./constructs/converter";
import { toValue } from "./intrinsics";
import type { TemplateScope } from "./scope";

/** A role of the template, as functions take it. One of another stack is left for a person. */
export function roleOf(node: SourceNode, resources: readonly ResourceModel[], scope: TemplateScope): Value {
  const name = referredName(toValue(node, scope)) ?? (node.text === undefined ? undefined : node.text);
  const isRole = resources.some((each) => each.name === name && each.className === "IamRole");
  if (isRole && name !== undefined) return objectOf(name, node.place);
  scope.findings.todo(
    node.place,
    "The role of functions was not translated, each has its own: list what they need in `permissions`, or pass `role`.",
  );
  return undefined;
}
