import { type Addition, attributesOf, type ResourceModel } from "../../model/application";
import type { Place } from "../../model/place";
import { attributeOf, type Value } from "../../model/value";
import { Fields, type SourceNode } from "../../source";
import { type TemplateScope, toValue } from "../intrinsics";
import { requireProviderClass } from "../provider-types";

export interface TemplateResource {
  readonly name: string;
  readonly type: string;
  readonly place: Place;
  readonly properties: Fields;
  readonly scope: TemplateScope;
}

/** Creates the objects of the stack for a resource. */
export type Converter = (source: TemplateResource) => readonly (ResourceModel | Addition)[];

/** A resource of the provider that a converter writes itself. */
export function provided(
  { name, place }: Pick<TemplateResource, "name" | "place">,
  module: string,
  props: ResourceModel["props"],
  attributes: Readonly<Record<string, string>> = {},
): ResourceModel {
  const { className, module: from } = requireProviderClass(module);
  return {
    name,
    place,
    className,
    from,
    props,
    attributes: attributesOf({ "": ".id", Arn: ".arn", ...attributes }),
  };
}

export const valueOf = ({ properties, scope }: TemplateResource, key: string): Value =>
  toValue(properties.take(key), scope);

/** A number, which a template may write as text. */
export function numberOf(source: TemplateResource, key: string): Value {
  const value = valueOf(source, key);
  return typeof value === "string" && value !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** A boolean, which a template may write as text. */
export function booleanOf(source: TemplateResource, key: string): Value {
  const value = valueOf(source, key);
  return value === "true" ? true : value === "false" ? false : value;
}

export function tagMapOf(source: TemplateResource): Value {
  const tags = source.properties.take("Tags");
  if (tags === undefined) return undefined;
  if (tags.isMap) return toValue(tags, source.scope);
  return Object.fromEntries(
    tags.items.map((tag) => [tag.get("Key")?.text ?? "", toValue(tag.get("Value"), source.scope)]),
  );
}

export function leaveProperty(
  { name, scope }: Pick<TemplateResource, "name" | "scope">,
  property: string,
  place: Place,
): void {
  scope.findings.untranslated(place, [property], `\`${name}\`: \`${property}\` was not translated.`);
}

export const fieldsOf = (
  node: SourceNode,
  { scope, name }: Pick<TemplateResource, "scope" | "name">,
): Fields => new Fields(node, scope.findings, `\`${name}\``);

export const idOf = (name: string, place: Place): Value => attributeOf(name, "", place);
