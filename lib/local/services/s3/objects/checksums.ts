import { createHash } from "node:crypto";
import { invalidRequest, S3Error } from "../errors";
import { element } from "../protocol/xml";
import { crc32, crc32c, crc64nvme } from "./crc";
import { headersNamed } from "./object-headers";

type Headers = Readonly<Record<string, string>>;

const algorithms = {
  CRC32: crc32,
  CRC32C: crc32c,
  CRC64NVME: crc64nvme,
  SHA1: (content: Buffer) => createHash("sha1").update(content).digest(),
  SHA256: (content: Buffer) => createHash("sha256").update(content).digest(),
} as const;

export type ChecksumAlgorithm = keyof typeof algorithms;

/** The input of a checksum of parts: the whole content, or the checksums of the parts. */
export type ChecksumType = "FULL_OBJECT" | "COMPOSITE";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html */
const typesOf = {
  CRC32: ["COMPOSITE", "FULL_OBJECT"],
  CRC32C: ["COMPOSITE", "FULL_OBJECT"],
  CRC64NVME: ["FULL_OBJECT"],
  SHA1: ["COMPOSITE"],
  SHA256: ["COMPOSITE"],
} as const satisfies Record<ChecksumAlgorithm, readonly ChecksumType[]>;

const isAlgorithm = (name: string): name is ChecksumAlgorithm => Object.hasOwn(algorithms, name);

const prefix = "x-amz-checksum-";

export const checksumHeader = (algorithm: ChecksumAlgorithm): string => prefix + algorithm.toLowerCase();

/** The checksum of a content, in Base64. */
export const computeChecksum = (algorithm: ChecksumAlgorithm, content: Buffer): string =>
  algorithms[algorithm](content).toString("base64");

/** Whether a header is the checksum of an object. */
export function isChecksum(header: string): boolean {
  return (
    header.startsWith(prefix) &&
    /^(?:crc32|crc32c|crc64nvme|sha1|sha256|type)$/.test(header.slice(prefix.length))
  );
}

/** The checksums in headers: `{ "x-amz-checksum-sha256": "..." }`. */
export function checksumsIn(headers: Headers): Headers {
  return headersNamed(headers, isChecksum);
}

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string;
}

/** The checksum that headers have; undefined without one. */
export function checksumIn(headers: Headers): Checksum | undefined {
  let found: Checksum | undefined;
  for (const header in headers) {
    if (!header.startsWith(prefix)) continue;
    const algorithm = header.slice(prefix.length).toUpperCase();
    const value = headers[header];
    if (value === undefined || !isAlgorithm(algorithm)) continue;
    if (found !== undefined) {
      throw invalidRequest(
        "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.",
      );
    }
    found = { algorithm, value };
  }
  return found;
}

/**
 * Refuses a content that differs from the digest of its sender. Returns the checksum that fits; undefined without one.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 *
 * @param isPart - whether it is a part of an upload
 */
export function checkContent(content: Buffer, headers: Headers, isPart = false): Checksum | undefined {
  const { "content-md5": md5 } = headers;
  if (md5 !== undefined) checkMd5(content, md5, isPart);
  const given = checksumIn(headers);
  if (given === undefined) return undefined;
  const { algorithm, value } = given;
  const digest = algorithms[algorithm](content);
  if (!isDigest(value, digest.length)) {
    throw invalidRequest(`Value for ${checksumHeader(algorithm)} header is invalid.`);
  }
  if (digest.toString("base64") === value) return given;
  throw new S3Error(
    "BadDigest",
    `The ${algorithm} you specified did not match the calculated checksum.`,
    400,
  );
}

function checkMd5(content: Buffer, md5: string, isPart: boolean): void {
  if (!isDigest(md5, 16)) {
    const message = "The Content-MD5 you specified was invalid.";
    throw new S3Error("InvalidDigest", message, 400, { "Content-MD5": md5 });
  }
  const calculated = createHash("md5").update(content).digest("base64");
  if (calculated === md5) return;
  throw new S3Error("BadDigest", "The Content-MD5 you specified did not match what we received.", 400, {
    // As AWS writes it: the digests of parts are in Base64.
    ExpectedDigest: isPart ? md5 : Buffer.from(md5, "base64").toString("hex"),
    CalculatedDigest: calculated,
  });
}

/** Whether a text is a digest of this number of bytes in Base64. */
const isDigest = (text: string, bytes: number): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, "base64").length === bytes;

/**
 * The headers of the checksum that an object has: the one of its sender, or else the one that S3 computes.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html
 *
 * @param checked - the checksum of the sender, if it has been compared with the content
 */
export function checksumOf(content: Buffer, headers: Headers, checked?: Checksum): Headers {
  const type = { [`${prefix}type`]: "FULL_OBJECT" };
  if (checked !== undefined) return { [checksumHeader(checked.algorithm)]: checked.value, ...type };
  const wanted = (headers["x-amz-checksum-algorithm"] ?? "").toUpperCase();
  const algorithm = checksumIn(headers)?.algorithm ?? (isAlgorithm(wanted) ? wanted : "CRC64NVME");
  return { [checksumHeader(algorithm)]: computeChecksum(algorithm, content), ...type };
}

/** The checksum that an upload in parts is begun with. Without an algorithm, S3 computes the checksum of the whole. */
export interface UploadChecksum {
  readonly algorithm: ChecksumAlgorithm | undefined;
  readonly type: ChecksumType | undefined;
}

export function checksumOfUpload(headers: Headers): UploadChecksum {
  const { "x-amz-checksum-algorithm": given, "x-amz-checksum-type": type } = headers;
  if (given === undefined) {
    if (type === undefined) return { algorithm: undefined, type: undefined };
    throw invalidRequest(
      "The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.",
    );
  }
  const algorithm = given.toUpperCase();
  if (!isAlgorithm(algorithm)) {
    throw invalidRequest(
      `Checksum algorithm provided is unsupported. Please try again with any of the valid types: [${Object.keys(algorithms).join(", ")}]`,
    );
  }
  const types: readonly ChecksumType[] = typesOf[algorithm];
  const found = type === undefined ? types[0] : types.find((each) => each === type);
  if (found !== undefined) return { algorithm, type: found };
  throw invalidRequest(
    `The ${type} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`,
  );
}

/** The headers of the checksum of an upload in parts. */
export function checksumOfParts(
  { algorithm = "CRC64NVME", type = "FULL_OBJECT" }: UploadChecksum,
  content: Buffer,
  parts: readonly Buffer[],
): Headers {
  const header = checksumHeader(algorithm);
  if (type === "FULL_OBJECT") {
    return { [header]: computeChecksum(algorithm, content), [`${prefix}type`]: type };
  }
  const composite = computeChecksum(algorithm, Buffer.concat(parts.map(algorithms[algorithm])));
  return { [header]: `${composite}-${parts.length}`, [`${prefix}type`]: type };
}

/** An element of XML for a checksum: `ChecksumSHA256`. */
export function checksumElement({ algorithm, value }: Checksum): string {
  return element(`Checksum${algorithm}`, value);
}

/** Elements of XML for the checksum of an object and its type. */
export function checksumElements(headers: Headers): string {
  const checksum = checksumIn(headers);
  return checksum === undefined
    ? ""
    : checksumElement(checksum) + element("ChecksumType", headers[`${prefix}type`]);
}

/** Elements of lists: the algorithm of the checksum of an object, and its type. */
export function checksumAlgorithmElements(headers: Headers): string {
  const checksum = checksumIn(headers);
  return checksum === undefined
    ? ""
    : element("ChecksumAlgorithm", checksum.algorithm) + element("ChecksumType", headers[`${prefix}type`]);
}
