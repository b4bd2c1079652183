import { methodNotAllowed, noSuchKey, preconditionFailed, S3Error } from "../errors";
import { isMarker, type ObjectVersion, type StoredObject } from "./stored-object";

type Headers = Readonly<Record<string, string>>;

/**
 * Whether a read is answered with 304, because the client has the object already. Throws 412 for a condition that does not
 * hold.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-reads.html
 */
export function isNotModified(object: StoredObject, headers: Headers, nowMs: number): boolean {
  const failed = failedCondition(object, headers, nowMs);
  if (failed === "If-Match" || failed === "If-Unmodified-Since") throw preconditionFailed(failed);
  return failed !== undefined;
}

/** The condition of a read that does not hold; undefined if all of them hold. */
function failedCondition(
  { etag, changedAt }: StoredObject,
  headers: Headers,
  nowMs: number,
): string | undefined {
  const {
    "if-match": match,
    "if-none-match": noneMatch,
    "if-modified-since": modifiedSince,
    "if-unmodified-since": unmodifiedSince,
  } = headers;
  // The dates of HTTP have no milliseconds.
  const changed = Math.floor(changedAt / 1000) * 1000;
  if (match !== undefined && !lists(match, etag)) return "If-Match";
  if (match === undefined && unmodifiedSince !== undefined && changed > Date.parse(unmodifiedSince)) {
    return "If-Unmodified-Since";
  }
  if (noneMatch !== undefined) return lists(noneMatch, etag) ? "If-None-Match" : undefined;
  // A time in the future says nothing.
  const since = Date.parse(modifiedSince ?? "");
  return changed <= since && since <= nowMs ? "If-Modified-Since" : undefined;
}

/**
 * Refuses a write whose condition on the present object does not hold.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function checkWrite(
  key: string,
  version: ObjectVersion | undefined,
  { "if-match": match, "if-none-match": noneMatch }: Headers,
): void {
  if (match !== undefined && noneMatch !== undefined) {
    throw notImplemented(
      "If-Match,If-None-Match",
      "Multiple conditional request headers present in the request",
    );
  }
  if (noneMatch !== undefined && noneMatch !== "*") throw notTaken("If-None-Match");
  if (match === "*") throw notTaken("If-Match");
  const present = version === undefined || isMarker(version) ? undefined : version;
  if (noneMatch !== undefined && present !== undefined) throw preconditionFailed("If-None-Match");
  if (match === undefined) return;
  if (present === undefined) throw noSuchKey(key);
  if (!lists(match, present.etag)) throw preconditionFailed("If-Match");
}

/** Refuses to complete an upload with a condition if its object has been written or deleted since it began. */
export function checkNotChanged(
  { key, changes }: { readonly key: string; readonly changes?: number },
  now: number,
  headers: Headers,
): void {
  const condition = [
    ["If-Match", headers["if-match"]],
    ["If-None-Match", headers["if-none-match"]],
  ].find(([, value]) => value !== undefined)?.[0];
  if (condition === undefined || changes === undefined || changes === now) return;
  throw new S3Error(
    "ConditionalRequestConflict",
    "The conditional request cannot succeed due to a conflicting operation against this resource.",
    409,
    { Condition: condition, Key: key },
  );
}

/**
 * Refuses a deletion whose condition on the present object does not hold. Conditions on size and time are for directory buckets.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 */
export function checkDelete(key: string, version: ObjectVersion | undefined, headers: Headers): void {
  const other = ["x-amz-if-match-last-modified-time", "x-amz-if-match-size"].find(
    (name) => headers[name] !== undefined,
  );
  if (other !== undefined) throw notImplemented(other);
  const { "if-match": match } = headers;
  if (match === undefined) return;
  if (version === undefined) {
    if (match === "*") return;
    throw noSuchKey(key);
  }
  if (isMarker(version)) throw methodNotAllowed("DELETE", "DeleteMarker");
  if (!lists(match, version.etag)) throw preconditionFailed("If-Match");
}

/** Refuses a copy whose condition on the original does not hold. */
export function checkCopySource(original: StoredObject, headers: Headers, nowMs: number): void {
  const prefix = "x-amz-copy-source-if-";
  const conditions = Object.entries(headers)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [`if-${name.slice(prefix.length)}`, value] as const);
  const failed = failedCondition(original, Object.fromEntries(conditions), nowMs);
  if (failed !== undefined) throw preconditionFailed(`x-amz-copy-source-${failed}`);
}

function notTaken(name: string): S3Error {
  return notImplemented(name, `We don't accept the provided value of ${name} header for this API`);
}

function notImplemented(header: string, additional?: string): S3Error {
  const message = "A header you provided implies functionality that is not implemented";
  return new S3Error("NotImplemented", message, 501, { Header: header, additionalMessage: additional });
}

/** ETags may be sent without quotation marks. */
function lists(tags: string, etag: string): boolean {
  const plain = (tag: string): string => tag.trim().replace(/^W\//, "").replaceAll('"', "");
  return tags.split(",").some((tag) => plain(tag) === "*" || plain(tag) === plain(etag));
}
