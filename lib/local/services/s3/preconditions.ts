import { ServiceError } from "../contract/define-service";
import type { StoredObject } from "./objects";

/**
 * Whether a read is answered with 304, because the client has the object already. Throws 412 for a condition that does not
 * hold.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-reads.html
 */
export function isNotModified(
  { etag, changedAt }: StoredObject,
  headers: Readonly<Record<string, string>>,
): boolean {
  const {
    "if-match": match,
    "if-none-match": noneMatch,
    "if-modified-since": modifiedSince,
    "if-unmodified-since": unmodifiedSince,
  } = headers;
  // The dates of HTTP have no milliseconds.
  const changed = Math.floor(changedAt / 1000) * 1000;
  const isUnmatched = match !== undefined && !lists(match, etag);
  const isChanged =
    match === undefined && unmodifiedSince !== undefined && changed > Date.parse(unmodifiedSince);
  if (isUnmatched || isChanged) {
    throw new ServiceError(
      "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold",
      412,
    );
  }
  if (noneMatch !== undefined) return lists(noneMatch, etag);
  return modifiedSince !== undefined && changed <= Date.parse(modifiedSince);
}

/** ETags may be sent without quotation marks. */
function lists(tags: string, etag: string): boolean {
  const plain = (tag: string): string => tag.trim().replace(/^W\//, "").replaceAll('"', "");
  return tags.split(",").some((tag) => plain(tag) === "*" || plain(tag) === plain(etag));
}
