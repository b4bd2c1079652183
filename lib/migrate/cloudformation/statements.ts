import { compact, isList, isMap, listOf, type Value, type ValueMap } from "../model/value";
import type { SourceNode } from "../source/node";
import { toValue } from "./intrinsics";
import type { TemplateScope } from "./scope";

const names: Readonly<Record<string, string>> = {
  Sid: "sid",
  Effect: "effect",
  Action: "actions",
  NotAction: "notActions",
  Resource: "resources",
  NotResource: "notResources",
  Condition: "conditions",
};

/** Statements of a policy in the form of `permissions`: lists, and `Allow` left out. */
export function policyStatements(node: SourceNode | undefined, scope: TemplateScope): readonly Value[] {
  const statements = node === undefined ? [] : node.isList ? node.items : [node];
  return statements.map((each) => statement(toValue(each, scope)));
}

function statement(value: Value): Value {
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([key, each]): [string, Value] => {
    const name = names[key] ?? key;
    return [
      name,
      /ctions|esources/.test(name) ? presentList(each) : name === "conditions" ? conditionTexts(each) : each,
    ];
  });
  const made = new Map(entries.filter(([key, each]) => !(key === "effect" && each === "Allow")));
  const ordered = Object.values(names).map((key) => [key, made.get(key)] as const);
  return compact(Object.fromEntries(ordered)) ?? value;
}

const presentList = (value: Value): Value => (value === undefined ? undefined : listOf(value));

/** Conditions have texts: `true` is `"true"`. */
export function conditionTexts(value: Value): Value {
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  if (isList(value)) return value.map(conditionTexts);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, conditionTexts(each)]),
  ) as ValueMap;
}
