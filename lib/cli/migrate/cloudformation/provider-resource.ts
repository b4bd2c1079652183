import type { ResourceModel } from "../model/application";
import type { Findings, Place } from "../model/place";
import { Call, Choice, Computed, code, isList, isMap, type Value, type ValueMap } from "../model/value";
import { SourceNode } from "../source/node";
import { toValue } from "./intrinsics";
import { type ProviderProp, type ProviderTypes, providerClass } from "./provider-types";
import { resourceTypes } from "./resource-types";
import type { TemplateScope } from "./scope";

/**
 * A resource as the provider's class of its type, with the props that its type declaration has.
 *
 * Names differ in capitals, plurals and prefixes: `CidrBlock` is `cidrBlock`, `QueueName` is `name`. A property that has
 * no counterpart is reported, never guessed. Undefined if the type has no class, or if a required prop is missing.
 */
export function providerResource(
  name: string,
  type: string,
  properties: SourceNode | undefined,
  scope: TemplateScope,
  place: Place,
): ResourceModel | undefined {
  const row = resourceTypes[type];
  const found = row === undefined ? undefined : providerClass(row.module);
  if (row === undefined || found === undefined) {
    scope.findings.todo(
      place,
      `\`${name}\` (${type}) was not translated: write it with the provider's class.`,
    );
    return undefined;
  }
  const translator = new Translator(found, scope.findings, row.renames ?? {}, row.ignored ?? []);
  const given: Record<string, Value> = {
    ...row.defaults,
    ...translator.structure(
      unwrapped(properties, row.wrapper),
      undefined,
      scope,
      `\`${name}\` (${type})`,
      nounOf(type),
    ),
  };
  for (const { name: prop, isRequired, type: kind } of found.props())
    if (isRequired && given[prop] === undefined && kind === "string" && /name$/i.test(prop))
      given[prop] = generatedName(name, row.hasPlainName === true);
  const missing = found
    .props()
    .filter(({ name: prop, isRequired }) => isRequired && given[prop] === undefined);
  if (missing.length > 0) {
    const props = missing.map(({ name: prop }) => `\`${prop}\``).join(", ");
    scope.findings.todo(
      place,
      `\`${name}\` (${type}) was not translated: \`${found.className}\` requires ${props}.`,
    );
    return undefined;
  }
  return {
    name,
    place,
    className: found.className,
    from: found.module,
    props: given,
    attributes: providerAttributes(found, row.ref ?? "id", row.attributes ?? {}),
  };
}

/** Some types have all properties within one. */
function unwrapped(properties: SourceNode | undefined, wrapper: string | undefined): SourceNode | undefined {
  const inner = wrapper === undefined ? undefined : properties?.get(wrapper);
  if (properties === undefined || inner === undefined) return properties;
  const others = properties.entries.filter(([key]) => key !== wrapper);
  return new SourceNode(new Map([...others, ...inner.entries]), properties.place);
}

/** CloudFormation generates names that the provider requires. */
const generatedName = (name: string, isPlain: boolean): Value =>
  code(`stack.app.logicalPrefixedName(${JSON.stringify(name)})${isPlain ? '.replaceAll("-", "_")' : ""}`);

/** The code of `Ref` and of attributes of a provider's class. */
function providerAttributes(
  { findAttribute, isNumber }: ProviderTypes,
  ref: string,
  renames: Readonly<Record<string, string>> = {},
): (attribute: string) => string | undefined {
  return (attribute) => {
    const renamed = attribute === "" ? ref : renames[attribute];
    const found = renamed ?? findAttribute(attribute) ?? findAttribute(attribute.replaceAll(".", ""));
    if (found === undefined) return undefined;
    // A template has texts, and so have environment variables. The number itself is a token, which text does not show.
    return isNumber(found) ? `Token.asString(%.${found})` : `.${found}`;
  };
}

/** The last part of a type, which property names repeat: `Queue` in `QueueName`. */
const nounOf = (type: string): string => type.slice(type.lastIndexOf(":") + 1);

class Translator {
  constructor(
    private readonly target: ProviderTypes,
    private readonly findings: Findings,
    private readonly renames: Readonly<Record<string, string>>,
    private readonly ignored: readonly string[],
  ) {}

  structure(
    node: SourceNode | undefined,
    structure: string | undefined,
    scope: TemplateScope,
    owner: string,
    noun = "",
  ): ValueMap {
    const props = this.target.props(structure);
    const result: Record<string, Value> = {};
    for (const [key, value] of node?.entries ?? []) {
      if (this.ignored.includes(key)) continue;
      const prop = this.find(props, key, noun);
      const translated = prop === undefined ? undefined : this.value(value, prop, scope, owner);
      if (prop === undefined || (translated === undefined && value.get("Ref")?.text !== "AWS::NoValue"))
        this.findings.todo(value.place, `${owner}: \`${key}\` was not translated.`);
      else if (translated !== undefined) result[prop.name] = merged(result[prop.name], translated);
    }
    return result;
  }

  private find(props: readonly ProviderProp[], key: string, noun: string): ProviderProp | undefined {
    const renamed = this.renames[key];
    const plain = key.toLowerCase();
    const short = noun !== "" && plain.startsWith(noun.toLowerCase()) ? plain.slice(noun.length) : "";
    const names = [
      ...(renamed === undefined ? [] : [renamed.toLowerCase()]),
      plain,
      short,
      `${plain}s`,
      plain.replace(/s$/, ""),
      plain.replace(/ies$/, "y"),
      `is${plain}`,
      plain.replace(/enabled$/, ""),
      plain.replace(/document$/, ""),
      plain.replace(/(configuration|specification|config)$/, ""),
      `${plain}uration`,
    ];
    for (const name of names) {
      const found = name === "" ? undefined : props.find((prop) => prop.name.toLowerCase() === name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private value(node: SourceNode, prop: ProviderProp, scope: TemplateScope, owner: string): Value {
    if (node.isFunction) return adapted(toValue(node, scope), prop);
    if (typeof prop.type === "object") return this.block(node, prop, prop.type.structure, scope, owner);
    const value = toValue(node, scope);
    return adapted(prop.type === "map" ? tagMap(node, value, scope) : value, prop);
  }

  /** A map of names and values, where the provider has a block for each. */
  private pairs(
    node: SourceNode,
    { isList: isBlockList }: ProviderProp,
    structure: string,
    scope: TemplateScope,
  ): Value {
    const names = this.target.props(structure).map(({ name }) => name);
    if (!node.isMap || !isBlockList || !names.includes("name") || !names.includes("value")) return undefined;
    if (node.entries.some(([key, value]) => names.includes(key.toLowerCase()) || value.isMap || value.isList))
      return undefined;
    return node.entries.map(([name, value]) => ({ name, value: value.text ?? toValue(value, scope) }));
  }

  private block(
    node: SourceNode,
    prop: ProviderProp,
    structure: string,
    scope: TemplateScope,
    owner: string,
  ): Value {
    const pairs = this.pairs(node, prop, structure, scope);
    if (pairs !== undefined) return pairs;
    const items = node.isList ? node.items : [node];
    if (items.some((item) => !item.isMap)) return undefined;
    // `{ Quantity, Items }` and rules that are wrapped once are lists in the provider.
    const blocks = items.map((item) => this.structure(item, structure, scope, owner));
    const required = this.target.props(structure).filter(({ isRequired }) => isRequired);
    if (blocks.some((block) => required.some(({ name }) => block[name] === undefined))) return undefined;
    if (prop.isList) return blocks;
    return blocks.length === 1 ? blocks[0] : undefined;
  }
}

/** Blocks that two properties give together, for example inbound rules. */
const merged = (present: Value, value: Value): Value =>
  isList(present) && isList(value) ? [...present, ...value] : value;

/** `[{ Key, Value }]` as a map. */
function tagMap(node: SourceNode, value: Value, scope: TemplateScope): Value {
  if (!node.isList) return value;
  return Object.fromEntries(
    node.items.map((item) => [
      item.get("Key")?.text ?? item.get("Name")?.text ?? "",
      toValue(item.get("Value"), scope),
    ]),
  );
}

/** A value in the type of a prop: documents as JSON, `"80"` as a number. Undefined if it does not fit. */
function adapted(value: Value, { type, isList: wantsList }: ProviderProp): Value {
  if (value instanceof Choice) {
    const prop = { name: "", isRequired: false, type, isList: wantsList };
    return new Choice(value.condition, adapted(value.yes, prop), adapted(value.no, prop));
  }
  if (wantsList && !isList(value)) {
    if (value instanceof Call) return value;
    const item = adapted(value, { name: "", isRequired: false, type, isList: false });
    // A reference to a list of a parameter is a list.
    return item === undefined ? undefined : [item];
  }
  if (isList(value) && !wantsList) {
    if (type === "string" && value.length !== 1) return new Call("JSON.stringify", [value]);
    return value.length === 1
      ? adapted(value[0], { name: "", isRequired: false, type, isList: false })
      : undefined;
  }
  if (isList(value)) {
    const items = value.map((item) => adapted(item, { name: "", isRequired: false, type, isList: false }));
    return items.includes(undefined) ? undefined : items;
  }
  return scalar(value, type);
}

function scalar(value: Value, type: ProviderProp["type"]): Value {
  if (value instanceof Computed || value instanceof Call) {
    return type === "number" && value instanceof Computed ? new Call("Number", [value]) : value;
  }
  if (type === "map") return isMap(value) ? value : undefined;
  if (type === "string") {
    if (isMap(value)) return new Call("JSON.stringify", [value]);
    return value === null || value === undefined ? undefined : String(value);
  }
  if (type === "number") {
    const number = Number(value);
    return isMap(value) || value === "" || Number.isNaN(number) ? undefined : number;
  }
  if (type === "boolean") {
    if (typeof value === "boolean") return value;
    const text = String(value).toLowerCase();
    return text === "true" || text === "enabled" ? true : text === "false" ? false : undefined;
  }
  return undefined;
}
