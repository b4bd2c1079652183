import * as crypto from "node:crypto";
import type { IConstruct } from "constructs";

// From Node.js 20.12 on. Creating an object for each of thousands of short texts takes several times as long.
const { hash } = crypto as { readonly hash?: typeof crypto.hash | undefined };

const hashOf = (text: string): string =>
  hash?.("sha256", text) ?? crypto.createHash("sha256").update(text).digest("hex");

/** The first hexadecimal digits of a text's SHA-256, for names that must be unique and stable. */
export function shortHash(text: string, digits = 8): string {
  return hashOf(text).slice(0, digits);
}

/**
 * Builds a physical name from the parts of a construct path, within the service's limit.
 *
 * Each run of characters outside `[A-Za-z0-9_-]` becomes one `-`. A changed or shortened name ends in a hash of the full path, so
 * that two paths never share a name.
 */
export function physicalName(parts: readonly string[], maxLength: number): string {
  const full = parts.join("-");
  const clean = full.replace(/[^A-Za-z0-9_-]+/g, "-");
  if (clean === full && clean.length <= maxLength) return clean;
  return `${clean.slice(0, maxLength - 9)}-${shortHash(full)}`;
}

/** A `name_prefix` of the provider, which appends a unique suffix at deployment. */
export function namePrefix(name: string, maxLength: number): string {
  return `${name.slice(0, maxLength)}-`;
}

/** The description of a resource in a network, with the characters that the services accept. */
export function networkDescription(what: string, { node }: IConstruct): string {
  return `${what} ${node.path}`.replace(/[^A-Za-z0-9 ._\-:/()#,@[\]+=&;{}!$*]/g, "-").slice(0, 255);
}
