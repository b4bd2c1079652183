import { jsonOf } from "../json";
import type { Resource, Values } from "./model";

/*
 * Readers of a resource's attributes. None of them throws for foreign JSON: a value of another kind counts as absent,
 * null always does. Numbers and flags may be written as texts, a block as an object or as a list of them.
 */

/** A text; numbers and flags are written as Terraform writes them. */
export function text(values: Values, attribute: string): string | undefined {
  const value = own(values, attribute);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** A text that every deployed resource of its type has; empty where foreign JSON lacks it. */
export function requireText(values: Values, attribute: string): string {
  return text(values, attribute) ?? "";
}

/** A finite number. */
export function number(values: Values, attribute: string): number | undefined {
  const value = own(values, attribute);
  const found = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

export function flag(values: Values, attribute: string): boolean | undefined {
  const value = own(values, attribute);
  if (typeof value === "boolean") return value;
  return value === "true" || value === "false" ? value === "true" : undefined;
}

/** A list of texts; one text alone is a list of one, and nothing an empty list. */
export function texts(values: Values, attribute: string): readonly string[] {
  const value = own(values, attribute);
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((each: unknown) => text({ each }, "each") ?? []);
}

/** A map of texts: tags, stage variables, the environment of a function. Other values are left out. */
export function textMap(values: Values, attribute: string): Readonly<Record<string, string>> {
  const map = block(values, attribute) ?? {};
  return Object.fromEntries(
    Object.keys(map).flatMap((key) => {
      const value = text(map, key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** The blocks of a name, in their order. */
export function blocks(values: Values, attribute: string): readonly Values[] {
  const value = own(values, attribute);
  return (Array.isArray(value) ? value : [value]).filter(isValues);
}

/** The one block of a name; the first, if there are several. */
export function block(values: Values, attribute: string): Values | undefined {
  return blocks(values, attribute)[0];
}

/** What the JSON text of an attribute says; undefined when it is none. */
export function json(values: Values, attribute: string): unknown {
  const value = text(values, attribute);
  return value === undefined ? undefined : jsonOf(value);
}

/** A name for people: what it is called in AWS, or else its address. */
export function nameOf(resource: Resource): string {
  return text(resource.values, "name") ?? text(resource.values, "function_name") ?? resource.address;
}

export function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(values: Values, attribute: string): unknown {
  return Object.hasOwn(values, attribute) ? values[attribute] : undefined;
}
