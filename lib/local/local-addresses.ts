import { indexedModel } from "../model/resources/indexed-model";
import type { Model, Resource, Values } from "../model/resources/model";

/** An AWS address and its local address: `https://abc.execute-api.us-east-1.amazonaws.com`, `http://127.0.0.1:4000`. */
export type LocalAddress = readonly [aws: string, local: string];

/**
 * Replaces AWS addresses by local addresses in all values: in the environment of functions, in URLs that routes forward
 * to.
 */
export function withLocalAddresses(model: Model, addresses: readonly LocalAddress[]): Model {
  const resources = model.resources.map(
    (resource): Resource => ({ ...resource, values: localize(resource.values, addresses) as Values }),
  );
  return {
    ...indexedModel(resources, model),
    localText: (text) => localize(text, addresses) as string,
  };
}

function localize(value: unknown, addresses: readonly LocalAddress[]): unknown {
  if (typeof value === "string") {
    // Skip texts without an address, which are most.
    if (!value.includes("://")) return value;
    return addresses.reduce((text, [aws, local]) => text.replaceAll(aws, local), value);
  }
  if (Array.isArray(value)) return value.map((each) => localize(each, addresses));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, localize(each, addresses)]));
}
