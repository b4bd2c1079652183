import { shortHash } from "./hash";

/**
 * A physical name from the parts of a construct path, within a service's limit.
 *
 * Runs of characters outside `[A-Za-z0-9_-]` become one `-`. When that changed something, or the name is too long, it
 * is cut and ends in a hash of the full path, so that two paths never share a name.
 */
export function physicalName(parts: readonly string[], maxLength: number): string {
  const full = parts.join("-");
  const clean = full.replace(/[^A-Za-z0-9_-]+/g, "-");
  if (clean === full && clean.length <= maxLength) return clean;
  return `${clean.slice(0, maxLength - 9)}-${shortHash(full)}`;
}

/** A provider `name_prefix`: names that are unique in the account are completed at deployment. */
export function namePrefix(name: string, maxLength: number): string {
  return `${name.slice(0, maxLength)}-`;
}
