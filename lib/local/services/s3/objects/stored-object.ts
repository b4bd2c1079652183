import { createHash, randomBytes } from "node:crypto";
import type { Tags } from "./tags";

/** A version of an object in a bucket. */
export interface StoredObject {
  readonly key: string;
  readonly content: Buffer;
  readonly etag: string;
  readonly changedAt: number;
  /** Headers that are returned with it: type, encoding, metadata. */
  readonly headers: Readonly<Record<string, string>>;
  /** `null` without versioning. */
  readonly versionId: string;
  readonly tags: Tags;
  /** Sizes of the parts of an upload in parts. @default - it came in one */
  readonly partBytes?: readonly number[];
  /** Checksums of the parts, of the algorithm of the object's checksum. @default - none is kept */
  readonly partChecksums?: readonly string[];
}

/** The mark of a deletion in a bucket with versions. */
export interface DeleteMarker {
  readonly key: string;
  readonly versionId: string;
  readonly changedAt: number;
  readonly isMarker: true;
}

export type ObjectVersion = StoredObject | DeleteMarker;

/** The version of objects without versions. */
export const noVersion = "null";

export function isMarker(version: ObjectVersion): version is DeleteMarker {
  return "isMarker" in version;
}

let lastOrder = 0;

/**
 * A new version id. It begins with its place in the order of versions, so that a list continues behind a version that is deleted
 * in between, and ends with a digest, so that an id that was never given is known.
 */
export function newVersionId(): string {
  lastOrder = Math.max(lastOrder + 1, Date.now() * 1000);
  const text = lastOrder.toString(16).padStart(14, "0") + randomBytes(5).toString("hex");
  return text + digestOf(text);
}

/** Whether a text is a version id that may have been given, though its version may be deleted. */
export function isVersionId(text: string): boolean {
  return text === noVersion || (text.length === 32 && digestOf(text.slice(0, 24)) === text.slice(24));
}

/** Whether a version was written before another one; the version of objects without versions has no place in the order. */
export function isOlder(one: string, other: string): boolean {
  return isVersionId(one) && isVersionId(other) && one !== noVersion && other !== noVersion && one < other;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/**
 * The ETag of a content: its digest, unless it is encrypted with a key of the customer or of KMS.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
 */
export function etagOf(content: Buffer, headers: Readonly<Record<string, string>>): string {
  const hash = createHash("md5").update(content);
  if (hasOwnKey(headers)) hash.update(randomBytes(16));
  return `"${hash.digest("hex")}"`;
}

function hasOwnKey(headers: Readonly<Record<string, string>>): boolean {
  return (
    headers["x-amz-server-side-encryption-customer-algorithm"] !== undefined ||
    headers["x-amz-server-side-encryption"]?.startsWith("aws:kms") === true
  );
}
