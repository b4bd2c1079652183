import { createModel } from "./model/create-model";
import type { Model, Resource, Values } from "./model/model";

/** What an address of AWS is here: `https://abc.execute-api.us-east-1.amazonaws.com` and `http://127.0.0.1:4000`. */
export type LocalAddress = readonly [aws: string, local: string];

/**
 * The model with addresses of this machine wherever the plan has one of AWS: in the environment of functions, in URLs
 * that routes forward to.
 */
export function withLocalAddresses(model: Model, addresses: readonly LocalAddress[]): Model {
  const resources = model.resources.map(
    (resource): Resource => ({ ...resource, values: localize(resource.values, addresses) as Values }),
  );
  return createModel(resources, model);
}

function localize(value: unknown, addresses: readonly LocalAddress[]): unknown {
  if (typeof value === "string") {
    // Most texts hold no address.
    if (!value.includes("://")) return value;
    return addresses.reduce((text, [aws, local]) => text.replaceAll(aws, local), value);
  }
  if (Array.isArray(value)) return value.map((each) => localize(each, addresses));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, localize(each, addresses)]));
}
