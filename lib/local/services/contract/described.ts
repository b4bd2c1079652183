import { block, blocks, flag, number, text, textMap, texts, type Values } from "../../../model";
import type { Members, Shape } from "./service-model";

/**
 * A resource as the API of its service describes it: the provider of Terraform names an attribute as the API names the member.
 *
 * @param given - the members that are more than an attribute
 */
export function described(members: Members | undefined, values: Values, given: Values = {}): Values {
  const entries = [...(members ?? [])].map(([name, shape]) => [
    name,
    Object.hasOwn(given, name) ? given[name] : valueOf(shape, values, attributeOf(name)),
  ]);
  return Object.fromEntries(entries);
}

/** The attributes that a resource with these members would have. */
export function attributesOf(members: Members | undefined, input: Values): Values {
  const entries = [...(members ?? [])].flatMap(([name, shape]) => {
    const value = input[name];
    if (value === undefined) return [];
    return [
      [attributeOf(name), shape.members === undefined ? value : attributesOf(shape.members, Object(value))],
    ];
  });
  return Object.fromEntries(entries);
}

function valueOf({ kind, of, members }: Shape, values: Values, attribute: string): unknown {
  if (members !== undefined) {
    const found = block(values, attribute);
    return found && described(members, found);
  }
  switch (kind) {
    case "boolean":
      return flag(values, attribute);
    case "number":
      return number(values, attribute);
    case "string":
      return text(values, attribute);
    case "map":
      return of?.kind === "string" && block(values, attribute) ? textMap(values, attribute) : undefined;
    case "list":
      return listOf(values, attribute, of?.members);
    default:
      return undefined;
  }
}

/** The items of a list, which Terraform has as texts or as blocks with the name of one. Undefined for an empty one. */
function listOf(values: Values, attribute: string, members: Members | undefined): unknown {
  const items =
    members === undefined
      ? texts(values, attribute)
      : blocks(values, attribute.replace(/s$/, "")).map((each) => described(members, each));
  return items.length === 0 ? undefined : items;
}

/** The tags of a resource, as the API lists them. */
export const tagList = (tags: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

/** `CallbackURLs` is `callback_urls`, and `AllowedOAuthFlows` is `allowed_oauth_flows`. */
const attributeOf = (member: string): string =>
  member
    .replace("URLs", "Urls")
    .replace("OAuth", "Oauth")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
