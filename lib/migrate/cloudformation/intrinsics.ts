import type { Place } from "../model/place";
import {
  attributeOf,
  Call,
  Choice,
  Computed,
  code,
  isList,
  isListCode,
  joined,
  type Value,
} from "../model/value";
import type { SourceNode } from "../source/node";
import type { TemplateScope } from "./scope";

/** A name for each stage of an application, as the name of a stack of CloudFormation is. */
const applicationName = new Computed([{ code: "stack.stage" }, "-", { code: "stack.app.name" }]);

/** Pseudo parameters, as the stack offers them. */
const pseudoParameters: Readonly<Record<string, Value>> = {
  "AWS::AccountId": code("stack.account"),
  "AWS::NoValue": undefined,
  "AWS::Partition": code("stack.partition"),
  "AWS::Region": code("stack.region"),
  "AWS::StackName": applicationName,
  "AWS::StackId": applicationName,
  "AWS::URLSuffix": code("stack.urlSuffix"),
};

/** Stands where a value was not translated: the code compiles, and the text is easy to find. */
export const placeholder = (name: string): string => `TODO-${name.replace(/[^\w.-]+/g, "-")}`;

/** A function of Terraform. */
export const terraform = (name: string, ...args: readonly Value[]): Call =>
  new Call(`Fn.${name}`, args, [{ name: "Fn", from: "cdktf" }]);

/** The value of a node, with CloudFormation's functions as TypeScript. */
export function toValue(node: SourceNode | undefined, scope: TemplateScope): Value {
  if (node === undefined) return undefined;
  if (node.isList) return node.items.map((item) => itemOf(item, scope)).filter((each) => each !== undefined);
  if (!node.isMap) return node.content as Value;
  const [first, ...others] = node.entries;
  if (first !== undefined && others.length === 0) {
    const [name, argument] = first;
    const translate = intrinsics[name];
    if (translate !== undefined) return translate(argument, scope, node.place);
    if (name.startsWith("Fn::")) return unknown(name, scope, node.place);
  }
  return Object.fromEntries(node.entries.map(([key, value]) => [key, toValue(value, scope)]));
}

/** An item of a list. CloudFormation flattens a parameter that is a list itself. */
function itemOf(item: SourceNode, scope: TemplateScope): Value {
  const value = toValue(item, scope);
  if (!isListCode(value)) return value;
  const [part] = value instanceof Computed ? value.parts : [];
  return typeof part === "object" && "code" in part
    ? code(`...${part.code}`, part.imports)
    : new Call("...", [value]);
}

function unknown(name: string, { findings }: TemplateScope, place: Place): Value {
  findings.todo(place, `\`${name}\` was not translated: write its value.`);
  return placeholder(name);
}

/** The value behind `!Ref name`, `!GetAtt name.attribute` or the same in `!Sub`. */
function referenceTo(name: string, attribute: string, scope: TemplateScope, place: Place): Value {
  if (attribute === "" && name in pseudoParameters) return pseudoParameters[name];
  if (attribute === "" && scope.parameters.has(name)) return scope.parameters.get(name);
  return scope.aliases.get(name)?.(attribute) ?? attributeOf(name, attribute, place);
}

type Intrinsic = (argument: SourceNode, scope: TemplateScope, place: Place) => Value;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope, place) => referenceTo(argument.text ?? "", "", scope, place),
  "Fn::GetAtt": (argument, scope, place) => {
    const [name = "", ...attribute] = argument.isList
      ? argument.items.map((item) => item.text ?? "")
      : (argument.text ?? "").split(".");
    return referenceTo(name, attribute.join("."), scope, place);
  },
  "Fn::Sub": substituted,
  "Fn::Join": (argument, scope, place) => {
    const [separator, list] = argument.items;
    const values = toValue(list, scope);
    const text = separator?.text ?? "";
    if (!isList(values)) return values === undefined ? "" : terraform("join", text, values);
    return joined(values, text) ?? unknown("Fn::Join", scope, place);
  },
  "Fn::Select": (argument, scope, place) => {
    const [index, list] = argument.items;
    const position = Number(index?.text);
    const zones = list?.get("Fn::GetAZs");
    if (zones !== undefined && position < 26)
      return new Computed([{ code: "stack.region" }, String.fromCharCode(97 + position)]);
    const values = toValue(list, scope);
    if (isList(values)) return values[position] ?? unknown("Fn::Select", scope, place);
    return terraform("element", values, position);
  },
  "Fn::Split": (argument, scope) => {
    const [separator, text] = argument.items;
    const value = toValue(text, scope);
    const by = separator?.text ?? "";
    return typeof value === "string" ? value.split(by) : terraform("split", by, value);
  },
  "Fn::If": (argument, scope, place) => {
    const [condition, yes, no] = argument.items;
    const found = scope.conditions.get(condition?.text ?? "");
    if (found === undefined) {
      scope.findings.todo(
        place,
        `The condition \`${condition?.text}\` was not translated: its first value is used.`,
      );
      return toValue(yes, scope);
    }
    return new Choice(found, toValue(yes, scope), toValue(no, scope));
  },
  "Fn::FindInMap": (argument, scope, place) => {
    const [map, first, second] = argument.items.map((item) => toValue(item, scope));
    if (typeof map === "string" && typeof second === "string") {
      const rows = scope.mappings?.get(map);
      const row = typeof first === "string" ? rows?.get(first) : undefined;
      if (row?.get(second) !== undefined) return toValue(row.get(second), scope);
      if (first instanceof Computed && rows !== undefined) return lookup(rows, first, second, scope);
    }
    return unknown("Fn::FindInMap", scope, place);
  },
  "Fn::Base64": (argument, scope) => terraform("base64encode", toValue(argument, scope)),
  "Fn::ToJsonString": (argument, scope) => new Call("JSON.stringify", [toValue(argument, scope)]),
  "Fn::GetAZs": () => [0, 1, 2].map((index) => new Computed([{ code: "stack.region" }, "abc"[index] ?? ""])),
  "Fn::ImportValue": (argument, scope, place) => {
    const name = toValue(argument, scope);
    const shown = typeof name === "string" ? name : (argument.get("Fn::Sub")?.text ?? "the export");
    scope.findings.todo(
      place,
      `\`${shown}\` is an output of another stack: write its value, or read it with a data source.`,
    );
    return placeholder(shown);
  },
};

/** `{ dev: "a", prod: "b" }[stage]` */
function lookup(rows: SourceNode, key: Computed, column: string, scope: TemplateScope): Value {
  const table = Object.fromEntries(
    rows.entries.map(([name, row]) => [name, toValue(row.get(column), scope)]),
  );
  return terraform("lookup", table, key, Object.values(table)[0]);
}

function substituted(argument: SourceNode, scope: TemplateScope, place: Place): Value {
  const [template, own] = argument.isList ? argument.items : [argument];
  const text = template?.text ?? "";
  const values = text.split(/(\$\{[^}]*\})/).map((part): Value => {
    const name = /^\$\{\s*([^}]*?)\s*\}$/.exec(part)?.[1];
    if (name === undefined) return part;
    if (name.startsWith("!")) return `\${${name.slice(1)}}`;
    const given = own?.get(name);
    if (given !== undefined) return toValue(given, scope);
    const dot = name.indexOf(".");
    return dot < 0
      ? referenceTo(name, "", scope, place)
      : referenceTo(name.slice(0, dot), name.slice(dot + 1), scope, place);
  });
  return joined(values) ?? unknown("Fn::Sub", scope, place);
}
