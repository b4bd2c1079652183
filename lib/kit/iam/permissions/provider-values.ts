import { FactKey, factOf } from "../../core/app-facts";
import type { ProviderObject } from "../../core/terraform/override";

/** References to attributes. CDKTF connects stacks once, and notes in the reference itself how another stack writes it. */
const references = new FactKey<WeakMap<ProviderObject, Map<string, string>>>(
  "references to attributes",
  () => new WeakMap(),
);

/** An attribute of a provider object, by Terraform's name; it may have an index and a path in it. The same reference each time. */
export function attribute(object: ProviderObject, name: string): string {
  const ofApp = factOf(object, references);
  const known = ofApp.get(object) ?? new Map<string, string>();
  ofApp.set(object, known);
  const reference =
    known.get(name) ??
    (object as ProviderObject & { getStringAttribute(name: string): string }).getStringAttribute(name);
  known.set(name, reference);
  return reference;
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
