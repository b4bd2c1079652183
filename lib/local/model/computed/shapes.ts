import { invent, type letters } from "../generated-id";
import type { Known } from "./known-resource";

/** `arn:aws:sqs:eu-west-1:123456789012:dev-orders`. */
export function arn(known: Known, service: string, resource: string): string {
  return arnOf(known, service, known.region, known.account, resource);
}

/** An ARN of a service that leaves region or account out. */
export function arnOf(
  known: Known,
  service: string,
  region: string,
  account: string,
  resource: string,
): string {
  return `arn:${known.partition}:${service}:${region}:${account}:${resource}`;
}

/** An id of random letters. */
export function id(length: number, of?: keyof typeof letters): (known: Known) => string {
  return (known) => invent(known.address, length, of);
}

/** The attribute of another name. */
export function as(attribute: string): (known: Known) => unknown {
  return (known) => known.value(attribute);
}

/** A name that is not configured: the prefix, or `terraform-`, and what the provider puts behind it. */
export function generatedName(prefix = "name_prefix", end = ""): (known: Known) => string {
  return (known) => {
    const start = known.text(prefix) || "terraform-";
    return `${start}2024010100000000${invent(known.address, 10, "digits")}${end}`;
  };
}

/** The last part of an ARN or of an address, such as a queue's URL. */
export function lastPart(text: string, separator = ":"): string {
  return text.slice(text.lastIndexOf(separator) + 1);
}
