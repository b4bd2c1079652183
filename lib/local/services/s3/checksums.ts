import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { ServiceError } from "../contract/define-service";
import type { S3Request } from "./protocol";

type Digest = (content: Buffer) => Buffer;

const hash =
  (algorithm: string): Digest =>
  (content) =>
    createHash(algorithm).update(content).digest();

/** How the checksums are calculated that this machine can calculate. Earlier versions of Node 20 have no `crc32`. */
const digests: Readonly<Record<string, Digest>> = {
  ...(crc32 !== undefined && {
    CRC32: (content: Buffer) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(crc32(content));
      return bytes;
    },
  }),
  SHA1: hash("sha1"),
  SHA256: hash("sha256"),
};

/**
 * Refuses a content that is not the one whose checksum the client has sent.
 *
 * A presigned URL carries the checksum that the content had when it was signed, which is often that of none; it is not checked.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html
 */
export function checkContent({ headers, query, body }: Pick<S3Request, "headers" | "query" | "body">): void {
  const { "content-md5": md5 } = headers;
  if (md5 !== undefined) {
    const given = Buffer.from(md5, "base64");
    if (given.length !== 16) throw refused("InvalidDigest", "The Content-MD5 you specified was invalid.");
    if (!given.equals(hash("md5")(body))) {
      throw refused("BadDigest", "The Content-MD5 you specified did not match what we received.");
    }
  }
  for (const [algorithm, digest] of Object.entries(digests)) {
    const header = `x-amz-checksum-${algorithm.toLowerCase()}`;
    const value = headers[header];
    if (value === undefined || [...query.keys()].some((name) => name.toLowerCase() === header)) continue;
    const [given, found] = [Buffer.from(value, "base64"), digest(body)];
    if (given.length !== found.length) {
      throw refused("InvalidRequest", `Value for ${header} header is invalid.`);
    }
    if (!given.equals(found)) {
      throw refused("BadDigest", `The ${algorithm} you specified did not match the calculated checksum.`);
    }
  }
}

const refused = (code: string, message: string): ServiceError => new ServiceError(code, message, 400);
