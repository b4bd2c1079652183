import type { ProviderObject } from "../../core/terraform/override";

/** An attribute of a provider object, by Terraform's name; it may have an index and a path in it. */
export function attribute(object: ProviderObject, name: string): string {
  return (object as ProviderObject & { getStringAttribute(name: string): string }).getStringAttribute(name);
}

/** A value of the object's config, by path, or undefined. */
export function configValue(object: ProviderObject, path: string): unknown {
  const [first = "", ...rest] = path.split(".");
  let value: unknown = (object as unknown as Readonly<Record<string, unknown>>)[`${first}Input`];
  for (const key of rest) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}
