import { ownValue } from "../../facts/errors/own-value";
import { jsonOf } from "../../facts/text/json";
import { isRecord } from "../../facts/text/record";
import type { Resource, Values } from "./model";

/**
 * Readers of a resource's attributes. They do not throw for unexpected JSON: values of another type and null count as absent.
 * Numbers and flags may be written as texts, a block as an object or as a list of objects.
 */

/** A text. Numbers and flags are converted as Terraform converts them. */
export function text(values: Values, attribute: string): string | undefined {
  const value = ownValue(values, attribute);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** A text that every deployed resource of its type has; empty if the JSON lacks it. */
export function requireText(values: Values, attribute: string): string {
  return text(values, attribute) ?? "";
}

/** A finite number. */
export function number(values: Values, attribute: string): number | undefined {
  const value = ownValue(values, attribute);
  const found = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

export function flag(values: Values, attribute: string): boolean | undefined {
  const value = ownValue(values, attribute);
  if (typeof value === "boolean") return value;
  return value === "true" || value === "false" ? value === "true" : undefined;
}

/** A list of texts. A single text becomes a list of one; an absent value becomes an empty list. */
export function texts(values: Values, attribute: string): readonly string[] {
  const value = ownValue(values, attribute);
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((each: unknown) => text({ each }, "each") ?? []);
}

/** A map of texts: tags, stage variables, the environment of a function. Values of other types are omitted. */
export function textMap(values: Values, attribute: string): Readonly<Record<string, string>> {
  const map = block(values, attribute) ?? {};
  return Object.fromEntries(
    Object.keys(map).flatMap((key) => {
      const value = text(map, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** The tags of a resource, those of the provider included where the JSON has them. */
export function tagsOf(values: Values): Readonly<Record<string, string>> {
  return { ...textMap(values, "tags_all"), ...textMap(values, "tags") };
}

/** All blocks with a name, in their order. */
export function blocks(values: Values, attribute: string): readonly Values[] {
  const value = ownValue(values, attribute);
  return (Array.isArray(value) ? value : [value]).filter(isValues);
}

export function block(values: Values, attribute: string): Values | undefined {
  return blocks(values, attribute)[0];
}

/** The parsed JSON text of an attribute; undefined when it is not JSON. */
export function json(values: Values, attribute: string): unknown {
  const value = text(values, attribute);
  return value === undefined ? undefined : jsonOf(value);
}

/** A display name: the name in AWS, or else the address. */
export function nameOf(resource: Resource): string {
  return text(resource.values, "name") ?? text(resource.values, "function_name") ?? resource.address;
}

export const isValues: (value: unknown) => value is Values = isRecord;
