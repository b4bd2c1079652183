import { encodeWords } from "../protocol/encodings";
import { checksumsIn, isChecksum } from "./checksums";
import { encryptionIn } from "./encryption";
import type { ObjectFiles } from "./object-files";
import { headersNamed } from "./object-headers";
import { byBytes } from "./page";
import {
  type DeleteMarker,
  etagOf,
  isMarker,
  isOlder,
  newVersionId,
  noVersion,
  type ObjectVersion,
  type StoredObject,
} from "./stored-object";
import type { Tags } from "./tags";

/** The content of a new object. */
export interface NewObject {
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly changedAt: number;
  /** @default - the digest of the content */
  readonly etag?: string;
  /** @default - none */
  readonly tags?: Tags;
  /** Sizes of the parts of an upload in parts. @default - it came in one */
  readonly partBytes?: readonly number[];
  /** Checksums of the parts. @default - none is kept */
  readonly partChecksums?: readonly string[];
}

/** Whether a bucket keeps versions. `suspended`: it has old ones, and new objects replace the one of the version `null`. */
export type Versioning = "enabled" | "suspended" | "none";

/** Headers of a PutObject request that are stored with the object. */
const keptHeaders =
  /^(content-type|content-language|content-disposition|cache-control|expires|x-amz-meta-.+|x-amz-storage-class|x-amz-server-side-encryption(?:-aws-kms-key-id|-bucket-key-enabled|-customer-algorithm|-customer-key-md5)?|x-amz-website-redirect-location)$/;

/** Whether Node can send a text as the value of a header. */
export function isHeaderValue(value: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

/** A text that a header can have: S3 writes a space in place of other characters. */
const headerValue = (value: string): string => value.replace(/[^\t\x20-\x7e\x80-\xff]/gu, " ");

/** Metadata of the user may have any characters: it is returned in encoded words. */
const isMetadata = (name: string): boolean => name.startsWith("x-amz-meta-");

/** The objects of one bucket, with their versions. */
export class Objects {
  /** The newest version of a key comes first. */
  private readonly versions: Map<string, ObjectVersion[]>;
  /** How often a key has been written or deleted in this run. */
  private readonly changes = new Map<string, number>();

  constructor(private readonly files: ObjectFiles) {
    this.versions = new Map();
    for (const version of files.read()) this.add(version, "last");
  }

  get(key: string, versionId?: string): StoredObject | undefined {
    const found = this.version(key, versionId);
    return found === undefined || isMarker(found) ? undefined : found;
  }

  /** A version or a delete marker; without an id, the newest. */
  version(key: string, versionId?: string): ObjectVersion | undefined {
    const all = this.versions.get(key) ?? [];
    return versionId === undefined ? all[0] : all.find((each) => each.versionId === versionId);
  }

  changesOf(key: string): number {
    return this.changes.get(key) ?? 0;
  }

  put(
    key: string,
    { content, headers, changedAt, etag, tags = {}, partBytes, partChecksums }: NewObject,
    versioning: Versioning,
  ): StoredObject {
    const object: StoredObject = {
      key,
      content,
      changedAt,
      etag: etag ?? etagOf(content, headers),
      headers: storedHeaders(headers),
      versionId: versioning === "enabled" ? newVersionId() : noVersion,
      tags,
      ...(partBytes !== undefined && { partBytes }),
      ...(partChecksums !== undefined && { partChecksums }),
    };
    if (versioning !== "enabled") this.remove(key, noVersion);
    this.add(object, "first");
    this.changes.set(key, this.changesOf(key) + 1);
    this.save(key);
    return object;
  }

  /** Changes the tags of a version. */
  tag(object: StoredObject, tags: Tags): void {
    const all = this.versions.get(object.key) ?? [];
    const changed = all.map((each) => (each === object ? { ...object, tags } : each));
    this.versions.set(object.key, changed);
    this.save(object.key);
  }

  /** Removes an object for good; with versions, hides it behind a delete marker. */
  delete(key: string, versioning: Versioning, nowMs: number): ObjectVersion | undefined {
    this.changes.set(key, this.changesOf(key) + 1);
    if (versioning === "none") {
      const found = this.remove(key, noVersion);
      this.save(key);
      return found;
    }
    const versionId = versioning === "enabled" ? newVersionId() : noVersion;
    if (versioning === "suspended") this.remove(key, noVersion);
    const marker: DeleteMarker = { key, versionId, changedAt: nowMs, isMarker: true };
    this.add(marker, "first");
    this.save(key);
    return marker;
  }

  /** Removes one version for good. */
  deleteVersion(key: string, versionId: string): ObjectVersion | undefined {
    const found = this.remove(key, versionId);
    this.save(key);
    return found;
  }

  /** The newest version of each key, in the order of the keys, without those that are deleted. */
  newest(): readonly StoredObject[] {
    return this.keys().flatMap((key) => this.get(key) ?? []);
  }

  /** All versions in the order of their keys, the newest of a key first. */
  all(): readonly ObjectVersion[] {
    return this.keys().flatMap((key) => this.versions.get(key) ?? []);
  }

  /** The versions of a key that are older than one of them, which may be deleted. */
  versionsAfter(key: string, versionId: string): readonly ObjectVersion[] {
    const all = this.versions.get(key) ?? [];
    const index = all.findIndex((each) => each.versionId === versionId);
    if (index !== -1) return all.slice(index + 1);
    const older = all.findIndex((each) => isOlder(each.versionId, versionId));
    return older === -1 ? [] : all.slice(older);
  }

  /** Resolves when everything is written. */
  settled(): Promise<void> {
    return this.files.settled();
  }

  private keys(): readonly string[] {
    return [...this.versions.keys()].sort(byBytes);
  }

  private add(version: ObjectVersion, place: "first" | "last"): void {
    const all = this.versions.get(version.key) ?? [];
    this.versions.set(version.key, place === "first" ? [version, ...all] : [...all, version]);
  }

  private remove(key: string, versionId: string): ObjectVersion | undefined {
    const all = this.versions.get(key) ?? [];
    const found = all.find((each) => each.versionId === versionId);
    const rest = all.filter((each) => each !== found);
    if (rest.length === 0) this.versions.delete(key);
    else this.versions.set(key, rest);
    return found;
  }

  private save(key: string): void {
    this.files.save(
      () => [...this.versions.values()].flat(),
      key,
      () => this.versions.get(key) ?? [],
    );
  }
}

/** The headers that are returned with the content, without its checksum. The standard class is left out. */
export function returnedHeaders({ headers }: StoredObject): Readonly<Record<string, string>> {
  const told = headersNamed(headers, (name) => !isChecksum(name));
  if (told["x-amz-storage-class"] === "STANDARD") delete told["x-amz-storage-class"];
  for (const [name, value] of Object.entries(told)) if (isMetadata(name)) told[name] = encodeWords(value);
  return told;
}

/** The headers of the answer to a write: its checksum and its encryption. */
export function writtenHeaders({ headers }: StoredObject): Readonly<Record<string, string>> {
  return { ...checksumsIn(headers), ...encryptionIn(headers) };
}

/** The header with the version; none without versions. */
export function versionOf({ versionId }: ObjectVersion): Readonly<Record<string, string>> {
  return versionId === noVersion ? {} : { "x-amz-version-id": versionId };
}

/** The header with the version that is read. A bucket that has had versions returns `null`, too. */
export function versionRead(
  { versionId }: ObjectVersion,
  versioning: Versioning,
): Readonly<Record<string, string>> {
  return versioning === "none" ? {} : { "x-amz-version-id": versionId };
}

/** The header with the number of tags. */
export function tagHeaders({ tags }: StoredObject): Readonly<Record<string, string>> {
  const count = Object.keys(tags).length;
  return count === 0 ? {} : { "x-amz-tagging-count": String(count) };
}

function storedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = headersNamed(headers, (name) => keptHeaders.test(name) || isChecksum(name));
  for (const [name, value] of Object.entries(kept)) if (!isMetadata(name)) kept[name] = headerValue(value);
  // The chunks belong to the transfer, not to the object.
  const encoding = (headers["content-encoding"] ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "" && each !== "aws-chunked")
    .join(", ");
  return {
    "content-type": "binary/octet-stream",
    ...kept,
    ...(encoding !== "" && { "content-encoding": encoding }),
  };
}
