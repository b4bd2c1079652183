import type { Constant } from "../model/application";
import type { Names } from "../model/names";
import type { Findings, Place } from "../model/place";
import {
  attributeOf,
  Call,
  Choice,
  Computed,
  code,
  codeOf,
  isDeferred,
  isList,
  isListCode,
  joined,
  json,
  type Value,
} from "../model/value";
import type { SourceNode } from "../source";

/** A name for each stage of an application, like the name of a CloudFormation stack. */
const applicationName = new Computed([{ code: "stack.stage" }, "-", { code: "stack.app.name" }]);

/** Pseudo parameters, with the values of the stack. */
const pseudoParameters: Readonly<Record<string, Value>> = {
  "AWS::AccountId": code("stack.account"),
  "AWS::NoValue": undefined,
  "AWS::Partition": code("stack.partition"),
  "AWS::Region": code("stack.region"),
  "AWS::StackName": applicationName,
  "AWS::StackId": applicationName,
  "AWS::URLSuffix": code("stack.urlSuffix"),
};

/** Replaces a value that was not translated: the code compiles, and the text is easy to find. */
export const placeholder = (name: string): string => `TODO-${name.replace(/[^\w.-]+/g, "-")}`;

export const terraform = (name: string, ...args: readonly Value[]): Call =>
  new Call(`Fn.${name}`, args, [{ name: "Fn", from: "cdktf" }]);

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

/** An item of a list. Like CloudFormation, flattens a parameter that is itself a list. */
function itemOf(item: SourceNode, scope: TemplateScope): Value {
  const value = toValue(item, scope);
  if (!isListCode(value)) return value;
  const part = codeOf(value);
  return part === undefined ? new Call("...", [value]) : code(`...${part.code}`, part.imports);
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
      // The value may be the authorization of a method: a guess could open it.
      scope.findings.refuse(
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
  "Fn::ToJsonString": (argument, scope) => json(toValue(argument, scope)),
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

/** The names that functions of CloudFormation can refer to in one template. */
export interface TemplateScope {
  readonly findings: Findings;
  readonly parameters: ReadonlyMap<string, Value>;
  /** Conditions by name, as TypeScript. Undefined for one that cannot be known before the deployment. */
  readonly conditions: ReadonlyMap<string, string | undefined>;
  /** `Mappings` of the template. */
  readonly mappings: SourceNode | undefined;
  /** Values of resources under other names, and of resources that the tool creates by itself. */
  readonly aliases: ReadonlyMap<string, (attribute: string) => Value>;
}

/** The conditions of a template as TypeScript. They depend only on parameters and other conditions. */
export function readConditions(
  conditions: SourceNode | undefined,
  scope: TemplateScope,
): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const textOf = (node: SourceNode | undefined): string | undefined => {
    const [entry] = node?.entries ?? [];
    if (node === undefined || entry === undefined) return undefined;
    const [name, argument] = entry;
    const parts = argument.items.map(textOf);
    if (name === "Condition") return named(argument.text ?? "");
    if (name === "Fn::Not") return parts[0] === undefined ? undefined : `!(${parts[0]})`;
    if (name === "Fn::And" || name === "Fn::Or")
      return parts.includes(undefined) ? undefined : `(${parts.join(name === "Fn::And" ? " && " : " || ")})`;
    if (name !== "Fn::Equals") return undefined;
    const [one, other] = argument.items.map((item) => operand(toValue(item, scope)));
    return one === undefined || other === undefined ? undefined : `${one} === ${other}`;
  };
  const named = (name: string): string | undefined => {
    if (!found.has(name)) {
      // Ends the recursion of conditions that depend on themselves.
      found.set(name, undefined);
      found.set(name, textOf(conditions?.get(name)));
    }
    return found.get(name);
  };
  for (const [name] of conditions?.entries ?? []) named(name);
  return found;
}

/** A text or a constant of the stack. Values that are known only at deployment cannot be compared. */
function operand(value: Value): string | undefined {
  if (value instanceof Computed) {
    const part = codeOf(value);
    if (part === undefined || isDeferred(value) || /^stack\.(account|partition|urlSuffix)/.test(part.code))
      return undefined;
    return part.type === undefined ? part.code : `String(${part.code})`;
  }
  return typeof value === "object" || value === undefined ? undefined : JSON.stringify(String(value));
}

/** Names of parameters whose value is the stage of the app. */
const stageNames = /^(stage|stage_?name|env|environment|environment_?name)$/i;

/** Parameters of a template: constants at the top of the stack, which the environment can override. */
export function templateParameters(
  node: SourceNode | undefined,
  names: Names,
): {
  readonly parameters: ReadonlyMap<string, Value>;
  readonly constants: readonly Constant[];
} {
  const parameters = new Map<string, Value>();
  const constants: Constant[] = [];
  for (const [name, parameter] of node?.entries ?? []) {
    const kind = parameter.get("Type")?.text ?? "String";
    const standard = parameter.get("Default");
    if (stageNames.test(name) && kind === "String") {
      parameters.set(name, code("stack.stage"));
      continue;
    }
    const variable = names.variable(name);
    const type = parameterType(kind, parameter);
    const isStored = kind.startsWith("AWS::SSM::Parameter::Value");
    const isDeferred = isStored || standard === undefined;
    constants.push({
      name: variable,
      value: isStored
        ? storedParameter(name, standard?.text ?? name, type)
        : standard === undefined
          ? terraformVariable(name, type, parameter.get("NoEcho")?.isTrue === true)
          : code(parsedAs[type ?? "text"](`process.env.${name} ?? ${JSON.stringify(standard.text ?? "")}`)),
    });
    parameters.set(name, new Computed([{ code: variable, type, isDeferred }]));
  }
  return { parameters, constants };
}

type ParameterType = "list" | "number" | "boolean";

/** The type in the stack. Texts of CloudFormation that can only be `true` or `false` are booleans. */
function parameterType(kind: string, parameter: SourceNode): ParameterType | undefined {
  if (/(^|<)(CommaDelimitedList|List<)/.test(kind)) return "list";
  if (kind === "Number") return "number";
  const values = parameter.get("AllowedValues")?.items ?? [];
  return values.length > 0 && values.every((each) => each.isTrue || each.isFalse) ? "boolean" : undefined;
}

/** The code that reads a value of the environment. */
const parsedAs: Readonly<Record<ParameterType | "text", (text: string) => string>> = {
  text: (text) => text,
  list: (text) => `(${text}).split(",")`,
  number: (text) => `Number(${text})`,
  boolean: (text) => `(${text}) === "true"`,
};

const variableTypes: Readonly<Record<ParameterType | "text", readonly [type: string, property: string]>> = {
  text: ["string", "stringValue"],
  list: ["list(string)", "listValue"],
  number: ["number", "numberValue"],
  boolean: ["bool", "booleanValue"],
};

function terraformVariable(name: string, type: ParameterType | undefined, isSecret: boolean): Value {
  const [kind, property] = variableTypes[type ?? "text"];
  return code(
    `new TerraformVariable(stack, ${JSON.stringify(name)}, { type: "${kind}"${isSecret ? ", sensitive: true" : ""} }).${property}`,
    [{ name: "TerraformVariable", from: "cdktf" }],
  );
}

/** The value of a parameter of Systems Manager, which has the items of a list in one text. */
function storedParameter(name: string, path: string, type: ParameterType | undefined): Value {
  const value = code(
    `new DataAwsSsmParameter(stack, ${JSON.stringify(name)}, { name: ${JSON.stringify(path)} }).value`,
    [{ name: "DataAwsSsmParameter", from: "@cdktf/provider-aws/lib/data-aws-ssm-parameter" }],
  );
  return type === "list" ? terraform("split", ",", value) : value;
}
