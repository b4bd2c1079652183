import { createHash } from "node:crypto";
import { ServiceError } from "../contract/define-service";

type Headers = Readonly<Record<string, string>>;

const polynomials = { crc32: 0xedb88320, crc32c: 0x82f63b78 } as const;

const tables = new Map<number, Int32Array>();

function tableOf(polynomial: number): Int32Array {
  const known = tables.get(polynomial);
  if (known !== undefined) return known;
  const table = Int32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });
  tables.set(polynomial, table);
  return table;
}

function crc(polynomial: number, content: Buffer): Buffer {
  const table = tableOf(polynomial);
  let value = -1;
  for (const byte of content) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  const digest = Buffer.alloc(4);
  digest.writeInt32BE(~value);
  return digest;
}

/** The checksums that are computed here; others are kept as they come. */
const algorithms = {
  CRC32: (content: Buffer) => crc(polynomials.crc32, content),
  CRC32C: (content: Buffer) => crc(polynomials.crc32c, content),
  SHA1: (content: Buffer) => createHash("sha1").update(content).digest(),
  SHA256: (content: Buffer) => createHash("sha256").update(content).digest(),
} as const;

type Algorithm = keyof typeof algorithms;

const isKnown = (name: string): name is Algorithm => Object.hasOwn(algorithms, name);

const prefix = "x-amz-checksum-";

/** Whether a header is the checksum of an object. */
export function isChecksum(header: string): boolean {
  return /^x-amz-checksum-(?:crc32|crc32c|crc64nvme|sha1|sha256|type)$/.test(header);
}

/** The checksums in headers: `{ "x-amz-checksum-sha256": "..." }`. */
export function checksumsIn(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isChecksum(name)));
}

/**
 * Refuses a content that is not what its sender has digested.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export function checkContent(content: Buffer, headers: Headers): void {
  const { "content-md5": md5 } = headers;
  if (md5 !== undefined && Buffer.from(md5, "base64").length !== 16) {
    throw new ServiceError("InvalidDigest", "The Content-MD5 you specified was invalid.", 400);
  }
  if (md5 !== undefined && createHash("md5").update(content).digest("base64") !== md5) {
    throw new ServiceError("BadDigest", "The Content-MD5 you specified did not match what we received.", 400);
  }
  for (const [header, given] of Object.entries(headers)) {
    const name = header.startsWith(prefix) ? header.slice(prefix.length).toUpperCase() : "";
    if (!isKnown(name)) continue;
    const digest = algorithms[name](content);
    if (Buffer.from(given, "base64").length !== digest.length) {
      throw new ServiceError("InvalidRequest", `Value for ${header} header is invalid.`, 400);
    }
    if (digest.toString("base64") === given) continue;
    throw new ServiceError(
      "BadDigest",
      `The ${name} you specified did not match the calculated checksum.`,
      400,
    );
  }
}

/** The checksum of an upload in parts, as the one who began it wants it: of the content, or of the parts' checksums. */
export function checksumOfParts(begun: Headers, content: Buffer, parts: readonly Buffer[]): Headers {
  const name = (begun["x-amz-checksum-algorithm"] ?? "").toUpperCase();
  if (!isKnown(name)) return {};
  const compute = algorithms[name];
  const header = `${prefix}${name.toLowerCase()}`;
  if (begun["x-amz-checksum-type"] === "FULL_OBJECT") {
    return { [header]: compute(content).toString("base64"), "x-amz-checksum-type": "FULL_OBJECT" };
  }
  const composite = compute(Buffer.concat(parts.map(compute))).toString("base64");
  return { [header]: `${composite}-${parts.length}`, "x-amz-checksum-type": "COMPOSITE" };
}

/** Elements of XML for checksums: `ChecksumSHA256`. */
export function checksumElements(headers: Headers): string {
  return Object.entries(checksumsIn(headers))
    .map(([header, value]) => {
      const name = header.slice(prefix.length);
      const element = name === "type" ? "ChecksumType" : `Checksum${name.toUpperCase()}`;
      return `<${element}>${value}</${element}>`;
    })
    .join("");
}
