import { createHash } from "node:crypto";

/** An object in a bucket. */
export interface StoredObject {
  readonly key: string;
  readonly content: Buffer;
  readonly etag: string;
  readonly changedAt: number;
  /** Headers that are returned with it: type, encoding, metadata. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers of a PutObject request that are stored with the object. */
const keptHeaders =
  /^(content-type|content-language|content-disposition|cache-control|expires|x-amz-meta-.+)$/;

/** Whether Node can send a text as the value of a header. */
export function isHeaderValue(value: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

/** The objects of one bucket, in memory. */
export class Objects {
  private readonly objects = new Map<string, StoredObject>();

  get(key: string): StoredObject | undefined {
    return this.objects.get(key);
  }

  put(
    key: string,
    content: Buffer,
    headers: Readonly<Record<string, string>>,
    changedAt: number,
  ): StoredObject {
    const kept = Object.entries(headers).filter(
      ([name, value]) => keptHeaders.test(name) && isHeaderValue(value),
    );
    // The chunks belong to the transfer, not to the object.
    const encoding = (headers["content-encoding"] ?? "")
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "" && each !== "aws-chunked")
      .join(", ");
    const object: StoredObject = {
      key,
      content,
      changedAt,
      etag: `"${createHash("md5").update(content).digest("hex")}"`,
      headers: {
        "content-type": "binary/octet-stream",
        ...Object.fromEntries(kept),
        ...(encoding !== "" && { "content-encoding": encoding }),
      },
    };
    this.objects.set(key, object);
    return object;
  }

  delete(key: string): StoredObject | undefined {
    const found = this.objects.get(key);
    this.objects.delete(key);
    return found;
  }

  /** Objects and common prefixes after a key, in the order of keys. */
  list(prefix: string, delimiter: string, after: string, limit: number) {
    const contents: StoredObject[] = [];
    const prefixes: string[] = [];
    let last = "";
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    for (const key of keys) {
      const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
      const entry = end === -1 ? key : key.slice(0, end + delimiter.length);
      if (entry <= after || entry === last) continue;
      if (contents.length + prefixes.length === limit) return { contents, prefixes, next: last };
      last = entry;
      const object = this.objects.get(key);
      if (end !== -1) prefixes.push(entry);
      else if (object !== undefined) contents.push(object);
    }
    return { contents, prefixes, next: undefined };
  }
}
