import { ServiceError } from "../contract/define-service";
import type { StoredObject } from "./stored-object";

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
  if (isUnmatched || isChanged) throw preconditionFailed();
  if (noneMatch !== undefined) return lists(noneMatch, etag);
  return modifiedSince !== undefined && changed <= Date.parse(modifiedSince);
}

/**
 * Refuses a write whose condition on the present object does not hold.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function checkWrite(
  present: StoredObject | undefined,
  { "if-match": match, "if-none-match": noneMatch }: Readonly<Record<string, string>>,
): void {
  if (noneMatch !== undefined && noneMatch !== "*") {
    throw new ServiceError(
      "NotImplemented",
      "A header you provided implies functionality that is not implemented",
      501,
    );
  }
  if (noneMatch !== undefined && present !== undefined) throw preconditionFailed();
  if (match === undefined) return;
  if (present === undefined) throw new ServiceError("NoSuchKey", "The specified key does not exist.", 404);
  if (!lists(match, present.etag)) throw preconditionFailed();
}

/** Refuses a copy whose condition on the original does not hold. */
export function checkCopySource(original: StoredObject, headers: Readonly<Record<string, string>>): void {
  const asked = (name: string) => headers[`x-amz-copy-source-${name}`];
  const conditions = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"].flatMap(
    (name) => {
      const value = asked(name);
      return value === undefined ? [] : [[name, value] as const];
    },
  );
  if (isNotModified(original, Object.fromEntries(conditions))) throw preconditionFailed();
}

function preconditionFailed(): ServiceError {
  return new ServiceError(
    "PreconditionFailed",
    "At least one of the pre-conditions you specified did not hold",
    412,
  );
}

/** ETags may be sent without quotation marks. */
function lists(tags: string, etag: string): boolean {
  const plain = (tag: string): string => tag.trim().replace(/^W\//, "").replaceAll('"', "");
  return tags.split(",").some((tag) => plain(tag) === "*" || plain(tag) === plain(etag));
}
