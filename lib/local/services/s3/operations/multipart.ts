import { decodePart } from "../../../../facts/text/query-string";
import { escapeXml } from "../../../wire/xml";
import { invalidArgument, invalidRequest, S3Error } from "../errors";
import {
  type ChecksumAlgorithm,
  checkContent,
  checksumElement,
  checksumElements,
  checksumHeader,
  checksumIn,
  checksumOfParts,
  checksumOfUpload,
  computeChecksum,
  type UploadChecksum,
} from "../objects/checksums";
import { algorithmHeader, checkPartCustomerKey, encryptionIn, encryptionOf } from "../objects/encryption";
import { checkObjectHeaders } from "../objects/object-headers";
import { versionOf } from "../objects/objects";
import { checkNotChanged, checkWrite } from "../objects/preconditions";
import { tagsInHeader } from "../objects/tags";
import {
  type CompletedPart,
  invalidPart,
  joinParts,
  mostParts,
  type NamedPart,
  type Upload,
} from "../objects/uploads";
import type { S3Operations } from "../protocol";
import { numberAs } from "../protocol/encodings";
import {
  atMostOnce,
  element,
  elementsIn,
  initiatorElement,
  namespace,
  once,
  ownerElement,
  requireTextIn,
  rootIn,
  storageClassOf,
  textIn,
  timeElement,
  xml,
} from "../protocol/xml";
import { checkAccessList, readSource, sourceVersion } from "./put-object";

interface Completion {
  readonly upload: Upload;
  readonly begun: UploadChecksum;
  /** The headers of the request that completes the upload. */
  readonly headers: Readonly<Record<string, string>>;
  /** The checksum of the object, as headers. */
  readonly checksum: Readonly<Record<string, string>>;
  readonly parts: readonly CompletedPart[];
  readonly bytes: number;
}

/**
 * Refuses to complete an upload whose checksums are not those of its parts.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
function checkCompletion({ upload, begun, headers, checksum, parts, bytes }: Completion): void {
  const type = headers["x-amz-checksum-type"];
  if (type !== undefined && type !== begun.type) {
    throw invalidRequest(
      `The upload was created using the ${begun.type ?? "null"} checksum mode. The complete request must use the same checksum mode.`,
    );
  }
  for (const part of parts) checkPart(upload, begun, part);
  const { algorithm } = begun;
  const given = checksumIn(headers);
  // Without an algorithm of the upload, S3 does not look at the checksum.
  if (
    algorithm !== undefined &&
    given !== undefined &&
    checksum[checksumHeader(given.algorithm)] !== given.value
  ) {
    const message = `The ${algorithm.toLowerCase()} you specified did not match the calculated checksum.`;
    throw new S3Error("BadDigest", message, 400);
  }
  const size = headers["x-amz-mp-object-size"];
  if (size !== undefined && Number(size) !== bytes) {
    throw invalidRequest(
      `The provided 'x-amz-mp-object-size' header value ${size} does not match what was computed: ${bytes}`,
    );
  }
}

function checkPart(upload: Upload, { algorithm, type }: UploadChecksum, part: CompletedPart): void {
  const { number, content, etag, checksum } = part;
  if (checksum === undefined) {
    if (algorithm === undefined || type !== "COMPOSITE") return;
    throw invalidRequest(
      `The upload was created using a ${algorithm.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`,
    );
  }
  if (algorithm !== undefined && checksum.algorithm !== algorithm) {
    const given = checksum.algorithm.toLowerCase();
    const message = `The ${given} you specified for part ${number} did not match what we received.`;
    throw new S3Error("BadDigest", message, 400);
  }
  const isRight = algorithm !== undefined && computeChecksum(algorithm, content) === checksum.value;
  if (!isRight) throw invalidPart(upload, number, etag);
}

export const multipartOperations = {
  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html */
  CreateMultipartUpload: (buckets, { bucket, key, headers }) => {
    checkAccessList(buckets, bucket.name, headers);
    checkObjectHeaders(headers);
    const { algorithm, type } = checksumOfUpload(headers);
    const encryption = encryptionOf(buckets, bucket.name, headers);
    // An upload with invalid tags does not begin.
    tagsInHeader(headers["x-amz-tagging"]);
    // The key of a customer is not kept.
    const { "x-amz-server-side-encryption-customer-key": _, ...kept } = headers;
    const { id } = bucket.uploads.start({
      key,
      headers: { ...kept, ...encryption },
      startedAt: buckets.now,
      changes: bucket.objects.changesOf(key),
    });
    const checksum = algorithm &&
      type && { "x-amz-checksum-algorithm": algorithm, "x-amz-checksum-type": type };
    return xml(
      `<InitiateMultipartUploadResult ${namespace}>${names(bucket.name, key)}${element("UploadId", id)}</InitiateMultipartUploadResult>`,
      { ...encryption, ...checksum },
    );
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html */
  UploadPart: (buckets, { bucket, key, query, headers, body }) => {
    const upload = bucket.uploads.require(key, query.get("uploadId"));
    checkPartCustomerKey(upload, headers);
    checkContent(body, headers, true);
    const given = checksumIn(headers);
    const { algorithm } = checksumOfUpload(upload.headers);
    if (algorithm !== undefined && given !== undefined && given.algorithm !== algorithm) {
      throw invalidRequest(
        `Checksum Type mismatch occurred, expected checksum Type: ${algorithm.toLowerCase()}, actual checksum Type: ${given.algorithm.toLowerCase()}`,
      );
    }
    const { etag } = bucket.uploads.add(upload, query.get("partNumber") ?? "", body, buckets.now);
    const told = given ?? (algorithm && { algorithm, value: computeChecksum(algorithm, body) });
    return {
      status: 200,
      headers: {
        etag,
        ...encryptionIn(upload.headers),
        ...(told && { [checksumHeader(told.algorithm)]: told.value }),
      },
    };
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html */
  UploadPartCopy: (buckets, request) => {
    const { bucket, key, query, headers } = request;
    const upload = bucket.uploads.require(key, query.get("uploadId"));
    checkPartCustomerKey(upload, headers);
    const source = readSource(buckets, request);
    const range = headers["x-amz-copy-source-range"];
    const copied = range === undefined ? source.content : rangeOf(source.content, range);
    const { etag } = bucket.uploads.add(upload, query.get("partNumber") ?? "", copied, buckets.now);
    const { algorithm } = checksumOfUpload(upload.headers);
    return xml(
      `<CopyPartResult ${namespace}>${element("ETag", etag)}${timeElement("LastModified", buckets.now)}` +
        `${partChecksum(algorithm, copied)}</CopyPartResult>`,
      { ...encryptionIn(upload.headers), ...sourceVersion(source) },
    );
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html */
  CompleteMultipartUpload: (buckets, request) => {
    const { bucket, key, query, body, headers } = request;
    const known = bucket.uploads.completionOf(key, query.get("uploadId"));
    if (known !== undefined) return known;
    const upload = bucket.uploads.require(key, query.get("uploadId"));
    const joined = joinParts(upload, partsIn(body));
    const { content, etag, parts } = joined;
    const begun = checksumOfUpload(upload.headers);
    // Uploads with a key of the customer have the checksum that they ask for, and no other one.
    const hasChecksum = begun.algorithm !== undefined || upload.headers[algorithmHeader] === undefined;
    const checksum = hasChecksum ? checksumOfParts(begun, content, parts) : {};
    checkCompletion({ upload, begun, headers, checksum, parts: joined.named, bytes: content.length });
    checkWrite(key, bucket.objects.version(key), headers);
    checkNotChanged(upload, bucket.objects.changesOf(key), headers);
    const { algorithm = "CRC64NVME" } = begun;
    const given = {
      content,
      etag,
      headers: { ...upload.headers, ...checksum },
      tags: tagsInHeader(upload.headers["x-amz-tagging"]),
      changedAt: buckets.now,
      partBytes: parts.map(({ length }) => length),
      ...(begun.type === "COMPOSITE" && {
        partChecksums: parts.map((part) => computeChecksum(algorithm, part)),
      }),
    };
    const object = bucket.objects.put(key, given, buckets.versioningOf(bucket.name));
    buckets.notify("ObjectCreated:CompleteMultipartUpload", bucket, object);
    const location = `http://${headers.host ?? "localhost"}/${bucket.name}/${key.split("/").map(encodeURIComponent).join("/")}`;
    const answer = xml(
      `<CompleteMultipartUploadResult ${namespace}>${element("Location", location)}${names(bucket.name, key)}` +
        `${element("ETag", etag)}${checksumElements(checksum)}</CompleteMultipartUploadResult>`,
      { ...encryptionIn(object.headers), ...versionOf(object) },
    );
    bucket.uploads.complete(upload, answer);
    return answer;
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html */
  AbortMultipartUpload: (_, { bucket, key, query }) => {
    bucket.uploads.end(bucket.uploads.require(key, query.get("uploadId")));
    return { status: 204 };
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html */
  ListParts: (_, { bucket, key, query }) => {
    const upload = bucket.uploads.require(key, query.get("uploadId"));
    const after = numberAs("part-number-marker", query.get("part-number-marker"), 0);
    const limit = Math.min(1000, numberAs("max-parts", query.get("max-parts"), 1000));
    const following = [...upload.parts.values()]
      .sort((one, other) => one.number - other.number)
      .filter(({ number }) => number > after);
    const parts = following.slice(0, limit);
    const { algorithm, type } = checksumOfUpload(upload.headers);
    const entries = parts.map(
      ({ number, etag, content, changedAt }) =>
        `<Part>${element("PartNumber", number)}${timeElement("LastModified", changedAt)}${element("ETag", etag)}` +
        `${element("Size", content.length)}${partChecksum(algorithm, content)}</Part>`,
    );
    return xml(
      `<ListPartsResult ${namespace}>${names(bucket.name, key)}${element("UploadId", upload.id)}${initiatorElement}${ownerElement}` +
        `${element("StorageClass", storageClassOf(upload.headers))}${element("PartNumberMarker", after)}` +
        `${element("NextPartNumberMarker", parts.at(-1)?.number ?? 0)}${element("MaxParts", limit)}` +
        `${element("IsTruncated", parts.length < following.length)}${element("ChecksumAlgorithm", algorithm)}` +
        `${element("ChecksumType", type)}${entries.join("")}</ListPartsResult>`,
    );
  },
} satisfies S3Operations;

function rangeOf(content: Buffer, range: string): Buffer {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  if (first === undefined || Number(first) > Number(last)) {
    throw invalidArgument(
      "The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy",
      "x-amz-copy-source-range",
      range,
    );
  }
  if (Number(first) >= content.length) {
    throw invalidRequest("The specified copy range is invalid for the source object size");
  }
  if (Number(last) >= content.length) {
    throw invalidArgument(
      `Range specified is not valid for source object of size: ${content.length}`,
      "x-amz-copy-source-range",
      range,
    );
  }
  return content.subarray(Number(first), Number(last) + 1);
}

function partChecksum(algorithm: ChecksumAlgorithm | undefined, content: Buffer): string {
  if (algorithm === undefined) return "";
  return checksumElement({ algorithm, value: computeChecksum(algorithm, content) });
}

function names(bucket: string, key: string): string {
  return `<Bucket>${escapeXml(bucket)}</Bucket><Key>${escapeXml(key)}</Key>`;
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompletedPart.html */
const partChecksums = [
  ...["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"],
  ...["SHA512", "MD5", "XXHASH64", "XXHASH3", "XXHASH128"],
];
const partShape = {
  PartNumber: once,
  ETag: once,
  ...Object.fromEntries(partChecksums.map((algorithm) => [`Checksum${algorithm}`, atMostOnce])),
};
const completionShape = { Part: { least: 1, most: mostParts, shape: partShape } };

function partsIn(body: Buffer): readonly NamedPart[] {
  if (body.length === 0) throw invalidRequest("You must specify at least one part");
  const root = rootIn(body, "CompleteMultipartUpload", completionShape);
  return elementsIn(root, "Part").map((part) => {
    const checksums = partChecksums.flatMap((algorithm) => {
      const value = textIn(part, `Checksum${algorithm}`);
      return value === undefined ? [] : [[`x-amz-checksum-${algorithm.toLowerCase()}`, value] as const];
    });
    return {
      number: requireTextIn(part, "PartNumber").trim(),
      etag: decodePart(requireTextIn(part, "ETag")),
      checksum: checksumIn(Object.fromEntries(checksums)),
    };
  });
}
