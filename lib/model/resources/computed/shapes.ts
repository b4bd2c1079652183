import { formatArn } from "../../../facts/aws/arns";
import { generateId, type letters } from "../generated-id";
import type { KnownResource } from "./known-resource";

/** `arn:aws:sqs:eu-west-1:123456789012:dev-orders`. */
export function arn(known: KnownResource, service: string, resource: string): string {
  return arnWith(known, service, known.region, known.account, resource);
}

/** The ARN of a service whose ARNs have no region or account. */
export function arnWith(
  known: KnownResource,
  service: string,
  region: string,
  account: string,
  resource: string,
): string {
  return formatArn({ partition: known.partition, region, account }, service, resource);
}

export function id(length: number, of?: keyof typeof letters): (known: KnownResource) => string {
  return (known) => generateId(known.address, length, of);
}

export function as(attribute: string): (known: KnownResource) => unknown {
  return (known) => known.value(attribute);
}

/** A generated name: the prefix, or `terraform-`, and the provider's suffix. */
export function generatedName(prefix = "name_prefix", end = ""): (known: KnownResource) => string {
  return (known) => {
    const start = known.text(prefix) || "terraform-";
    return `${start}2024010100000000${generateId(known.address, 10, "digits")}${end}`;
  };
}

/** The last part of an ARN or of an address, such as a queue's URL. */
export function lastPart(text: string, separator = ":"): string {
  return text.slice(text.lastIndexOf(separator) + 1);
}
