import { ownValue } from "../../facts/errors/own-value";
import type { ResourceModel } from "../model/application";
import { capitalized, pascalCase, wordsOf } from "../model/names";
import type { Place } from "../model/place";
import {
  asText,
  attributeOf,
  Call,
  Choice,
  Computed,
  code,
  codeOf,
  isDeferred,
  isList,
  isListCode,
  isMap,
  json,
  objectOf,
  referenceOf,
  type Value,
  type ValueMap,
} from "../model/value";
import { itemsOf, SourceNode } from "../source";
import { type TemplateScope, toValue } from "./intrinsics";
import { type ProviderProp, type ProviderTypes, requireProviderClass } from "./provider-types";
import type { CloudFormationType, ResourcePart } from "./resource-type";
import { resourceTypeOf } from "./resource-types";

/**
 * A resource as the provider's class of its type, with the props of its type declaration.
 *
 * Names differ in capitals, plurals and prefixes: `CidrBlock` is `cidrBlock`, `QueueName` is `name`. A property without a
 * counterpart is reported, never guessed. Properties that are separate resources in the provider follow it. Empty if the type
 * has no class, or if a required prop is missing.
 */
export function providerResources(
  name: string,
  type: string,
  properties: SourceNode | undefined,
  scope: TemplateScope,
  place: Place,
): readonly ResourceModel[] {
  const row = resourceTypeOf(type);
  if (row !== undefined) return resourcesOf({ name, type, row, properties, scope, place });
  scope.findings.untranslated(
    place,
    [type],
    `\`${name}\` (${type}) was not translated: write it with the provider's class.`,
  );
  return [];
}

interface Declared {
  readonly name: string;
  readonly type: string;
  readonly row: CloudFormationType;
  readonly properties: SourceNode | undefined;
  readonly scope: TemplateScope;
  readonly place: Place;
  /** The props that connect a part to its owner. */
  readonly links?: ValueMap;
}

interface DeclaredPart extends Declared {
  readonly row: ResourcePart;
  readonly properties: SourceNode;
}

function resourcesOf({
  name,
  type,
  row,
  properties,
  scope,
  place,
  links,
}: Declared): readonly ResourceModel[] {
  const found = requireProviderClass(row.module);
  const owner = `\`${name}\` (${type})`;
  const translator = new Translator(found, row, scope, name, owner);
  const isPart = (key: string) => ownValue(row.parts ?? {}, key) !== undefined;
  const own = new Map((properties?.entries ?? []).filter(([key]) => !isPart(key)));
  const given: Record<string, Value> = {
    ...links,
    ...row.defaults,
    ...translator.structure(new SourceNode(own, place), undefined, wordsOf(nounOf(type))),
  };
  for (const { name: prop, isRequired, type: kind } of found.props())
    if (isRequired && given[prop] === undefined && kind === "string" && /name$/i.test(prop))
      given[prop] = generatedName(name, row.hasPlainName === true);
  const missing = found
    .props()
    .filter(({ name: prop, isRequired }) => isRequired && given[prop] === undefined);
  if (missing.length > 0) {
    const props = missing.map(({ name: prop }) => `\`${prop}\``).join(", ");
    scope.findings.untranslated(
      place,
      [type],
      `${owner} was not translated: \`${found.className}\` requires ${props}.`,
    );
    return [];
  }
  const made: ResourceModel[] = [
    {
      name,
      place,
      className: found.className,
      from: found.module,
      props: given,
      attributes: providerAttributes(found, row, nounOf(type)),
    },
  ];
  for (const [key, part] of Object.entries(row.parts ?? {})) {
    const node = properties?.get(key);
    const dependsOn = made.slice(1).map((each) => objectOf(each.name, place));
    const links = dependsOn.length === 0 ? undefined : { dependsOn };
    if (node !== undefined)
      made.push(...partResources({ name, type, row: part, properties: node, scope, place, links }, key));
  }
  return made;
}

/** A property of a resource that becomes separate resources in the provider. */
export function partResources(
  { name, type, row, properties: node, scope, place, links: given }: DeclaredPart,
  key: string,
): readonly ResourceModel[] {
  const links = [...row.links.map((link) => [link, link] as const), ...Object.entries(row.ownerLinks ?? {})];
  const items = itemsOf(node);
  return items.flatMap((item, index) => {
    const suffix = item.get(row.id ?? "")?.text ?? (items.length === 1 ? "" : String(index + 1));
    const properties =
      item.isMap && !item.isFunction ? item : new SourceNode(new Map([[key, item]]), item.place);
    return resourcesOf({
      name: `${name}${key.replace(/(s|Configuration|Controls)$/, "")}${suffix}`,
      type: `${type}.${key}`,
      row,
      properties,
      scope,
      place: item.place,
      links: {
        ...Object.fromEntries(links.map(([prop, attribute]) => [prop, attributeOf(name, attribute, place)])),
        ...given,
      },
    }).map((each) => ({ ...each, partOf: name }));
  });
}

/** CloudFormation generates names that the provider requires. */
const generatedName = (name: string, isPlain: boolean): Value =>
  code(`stack.app.logicalPrefixedName(${JSON.stringify(name)})${isPlain ? '.replaceAll("-", "_")' : ""}`);

/** The code for `Ref` and attributes of a provider's class. */
function providerAttributes(
  { findAttribute, isNumber }: ProviderTypes,
  { ref, attributes = {} }: CloudFormationType,
  noun: string,
): (attribute: string) => string | undefined {
  return (attribute) => {
    const renamed = attribute === "" ? ref : ownValue(attributes, attribute);
    const short = attribute.startsWith(noun) ? attribute.slice(noun.length) : attribute;
    // Some newer classes of the provider have no `id`.
    const names =
      attribute === ""
        ? ["id", "identifier", `${noun}Id`, `${noun}Identifier`]
        : [attribute, attribute.replaceAll(".", ""), short];
    const found = renamed ?? names.map(findAttribute).find((each) => each !== undefined);
    if (found === undefined) return undefined;
    // A template contains texts, like environment variables. A number is a token, which cannot be part of a text.
    return isNumber(found) ? `Token.asString(%.${found})` : `.${found}`;
  };
}

/** The last part of a type, which names of properties repeat: `Queue` in `QueueName`. */
const nounOf = (type: string): string => type.slice(type.search(/\w+$/));

/** The place of a property in the provider: a prop, or a prop in a block. */
type PropPath = readonly [ProviderProp, ...ProviderProp[]];

class Translator {
  constructor(
    private readonly target: ProviderTypes,
    private readonly row: CloudFormationType,
    private readonly scope: TemplateScope,
    private readonly name: string,
    private readonly owner: string,
  ) {}

  structure(
    node: SourceNode | undefined,
    structure: string | undefined,
    noun: readonly string[],
    block = "",
  ): ValueMap {
    const props = this.target.props(structure);
    let result: ValueMap = { ...ownValue(this.row.blockDefaults ?? {}, block) };
    for (const [key, { prop, from, by }] of Object.entries(this.row.lookups ?? {})) {
      const value = toValue(node?.get(key), this.scope);
      if (value !== undefined) result = { ...result, [prop]: this.lookedUp(from, by, value, prop) };
    }
    for (const { key, value, path } of this.entries(node, props, noun)) {
      const prop = path?.at(-1);
      const translated = prop === undefined ? undefined : this.value(value, prop, key);
      if (path === undefined || (translated === undefined && value.get("Ref")?.text !== "AWS::NoValue"))
        this.scope.findings.untranslated(
          value.place,
          [key, ...value.names],
          `${this.owner}: \`${key}\` was not translated.`,
        );
      else if (translated !== undefined) result = withValue(result, path, translated);
    }
    return result;
  }

  /** The properties with their places. Members of a property that the provider does not have move up one level. */
  private entries(
    node: SourceNode | undefined,
    props: readonly ProviderProp[],
    noun: readonly string[],
  ): readonly { readonly key: string; readonly value: SourceNode; readonly path: PropPath | undefined }[] {
    const { ignored = [], flat = [], lookups = {} } = this.row;
    return (node?.entries ?? []).flatMap(([key, value]) => {
      if (ignored.includes(key) || ownValue(lookups, key) !== undefined) return [];
      const path = flat.includes(key) ? undefined : this.find(props, key, noun);
      if (path === undefined && value.isMap && !value.isFunction) {
        const inner = this.entries(value, props, wordsOf(key));
        const isBeside = inner.every((each) => each.path !== undefined && node?.get(each.key) === undefined);
        if (value.entries.length > 0 && (isBeside || flat.includes(key))) return inner;
      }
      // `[{ Sqs: {} }, { Sns: {} }]` becomes a block for each item.
      if (path === undefined && value.isList) {
        const inner = value.items.flatMap((item) => this.entries(item, props, []));
        if (inner.length > 0 && inner.every((each) => each.path?.[0].isList === true)) return inner;
      }
      return [{ key, value, path }];
    });
  }

  private find(props: readonly ProviderProp[], key: string, noun: readonly string[]): PropPath | undefined {
    const plain = key.toLowerCase();
    const [renamed = "", inner] = (ownValue(this.row.renames ?? {}, key) ?? "").toLowerCase().split(".");
    const short = noun.map((_, index) => noun.slice(index).join("")).filter((each) => plain.startsWith(each));
    const named = (names: readonly string[]): ProviderProp | undefined =>
      names
        .filter((name) => name !== "")
        .map((name) => props.find((prop) => prop.name.toLowerCase() === name))
        .find((prop) => prop !== undefined);
    const found = named([
      renamed,
      plain,
      ...short.map((each) => plain.slice(each.length)),
      `${plain}s`,
      plain.replace(/s$/, ""),
      plain.replace(/ies$/, "y"),
      `is${plain}`,
      plain.replace(/document$/, ""),
      plain.replace(/(configurations?|specification|config)$/, ""),
      plain.replace(/configurations$/, "configuration"),
      `${plain}uration`,
    ]);
    if (found !== undefined) return inner === undefined ? [found] : this.inBlock(found, inner);
    // `HealthCheckPath` is `path` of the block `healthCheck`.
    for (const block of props) {
      const name = block.name.toLowerCase();
      const path = plain.startsWith(name) ? this.inBlock(block, plain.slice(name.length)) : undefined;
      if (path !== undefined) return path;
    }
    const likely = named([
      plain.replace(/enabled$/, ""),
      plain.replace(/(in)?seconds$/, ""),
      plain.replace(/inmillis$/, "milliseconds"),
      `${noun[0] ?? ""}${plain}`,
    ]);
    return likely === undefined ? undefined : [likely];
  }

  private inBlock(block: ProviderProp, name: string): PropPath | undefined {
    if (typeof block.type !== "object" || block.isList || name === "") return undefined;
    const found = this.find(this.target.props(block.type.structure), name, []);
    return found === undefined ? undefined : [block, ...found];
  }

  private value(node: SourceNode, prop: ProviderProp, key: string): Value {
    const other = ownValue(ownValue(this.row.values ?? {}, key) ?? {}, node.text ?? "");
    if (other !== undefined) return other;
    if (node.isFunction) return adapted(arnOfRole(toValue(node, this.scope), key, prop), prop);
    if (typeof prop.type === "object") return this.block(node, prop, prop.type.structure, key);
    const value = toValue(node, this.scope);
    const isMapProp = prop.type === "map" || prop.type === "texts";
    return adapted(isMapProp ? tagMap(node, value, this.scope) : value, prop);
  }

  private lookedUp(module: string, by: string, value: Value, attribute: string): Value {
    const className = pascalCase(module);
    const imports = [{ name: className, from: `@cdktf/provider-aws/lib/${module}` }];
    const args = [code("stack"), `${this.name}${capitalized(by)}`, { [by]: value }];
    return new Call(`.${attribute}`, [new Call(`new ${className}`, args, imports)]);
  }

  /** A map of names and values that becomes a block for each entry. */
  private pairs(node: SourceNode, { isList: isBlockList }: ProviderProp, structure: string): Value {
    const names = this.target.props(structure).map(({ name }) => name);
    if (!node.isMap || !isBlockList || !names.includes("name") || !names.includes("value")) return undefined;
    if (node.entries.some(([key, value]) => names.includes(key.toLowerCase()) || value.isMap || value.isList))
      return undefined;
    return node.entries.map(([name, value]) => ({ name, value: value.text ?? toValue(value, this.scope) }));
  }

  private block(node: SourceNode, prop: ProviderProp, structure: string, key: string): Value {
    const pairs = this.pairs(node, prop, structure);
    if (pairs !== undefined) return pairs;
    const [only, ...others] = this.target.props(structure);
    // `{ items: [] }` of the provider is a list in CloudFormation.
    if (node.isList && !prop.isList && only?.isList === true && others.length === 0)
      return { [only.name]: adapted(toValue(node, this.scope), only) };
    const items = itemsOf(node);
    if (items.some((item) => !item.isMap)) return undefined;
    // `{ Quantity, Items }` and rules with one wrapper are lists in the provider.
    const words = wordsOf(key.replace(/(s|Config|Configuration|Specification)$/, ""));
    const blocks = items.map((item) => this.structure(item, structure, words, prop.name));
    const required = this.target.props(structure).filter(({ isRequired }) => isRequired);
    if (blocks.some((block) => required.some(({ name }) => block[name] === undefined))) return undefined;
    if (prop.isList) return blocks;
    return blocks.length === 1 ? blocks[0] : undefined;
  }
}

/** Sets the value at a path. Blocks and lists that come from several properties, such as inbound rules, are merged. */
function withValue(values: ValueMap, [prop, ...rest]: PropPath, value: Value): ValueMap {
  const present = values[prop.name];
  const [next, ...others] = rest;
  const inner =
    next === undefined ? value : withValue(isMap(present) ? present : {}, [next, ...others], value);
  return { ...values, [prop.name]: isList(present) && isList(inner) ? [...present, ...inner] : inner };
}

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

/** Services take the name of a role, which `Ref` returns, where the provider requires the ARN. */
function arnOfRole(value: Value, key: string, { name }: ProviderProp): Value {
  const found = referenceOf(value);
  return found?.attribute === "" && key.endsWith("Role") && name.endsWith("Arn")
    ? attributeOf(found.target, "Arn", found.place)
    : value;
}

/** Converts a value to the type of a prop: documents to JSON, `"80"` to a number. Undefined if it does not fit. */
function adapted(value: Value, { type, isList: wantsList }: ProviderProp): Value {
  if (value instanceof Choice) {
    const prop = { name: "", isRequired: false, type, isList: wantsList };
    return new Choice(value.condition, adapted(value.yes, prop), adapted(value.no, prop));
  }
  if (wantsList && !isList(value)) {
    if (value instanceof Call || isListCode(value)) return value;
    const item = adapted(value, { name: "", isRequired: false, type, isList: false });
    return item === undefined ? undefined : [item];
  }
  if (isList(value) && !wantsList) {
    if (type === "string" && value.length !== 1) return json(value);
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
    return value instanceof Computed ? computedScalar(value, type) : value;
  }
  if (type === "map") return isMap(value) ? value : undefined;
  if (type === "texts")
    return isMap(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asText(each)]))
      : undefined;
  if (type === "string") {
    if (isMap(value)) return json(value);
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

function computedScalar(value: Computed, type: ProviderProp["type"]): Value {
  if (codeOf(value)?.type === type) return value;
  if (type === "string") return asText(value);
  if (type === "number" && !isDeferred(value)) return new Call("Number", [value]);
  const conversion = type === "number" ? "Token.asNumber" : type === "boolean" ? "Token.asAny" : undefined;
  return conversion === undefined ? value : new Call(conversion, [value], [{ name: "Token", from: "cdktf" }]);
}
