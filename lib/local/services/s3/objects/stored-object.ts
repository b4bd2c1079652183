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
