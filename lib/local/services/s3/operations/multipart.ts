import { s3Namespace } from "../../../../aws/namespaces";
import { escapeXml, unescapeXml } from "../../../wire/escape-xml";
import { decodePart } from "../../../wire/query-string";
import { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { checkAccessList } from "../access-lists";
import type { S3Buckets } from "../buckets";
import { checkContent, checksumElements, checksumOfParts, checksumsIn } from "../checksums";
import { versionHeaders } from "../objects";
import { checkWrite } from "../preconditions";
import type { S3Request } from "../protocol";
import { tagsInHeader } from "../tags";
import { joinParts } from "../uploads";
import { xml } from "../xml";
import { readSource } from "./copy-object";

const namespace = `xmlns="${s3Namespace}"`;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html */
export function createMultipartUpload(
  buckets: S3Buckets,
  { bucket, key, headers }: S3Request,
): ServiceResponse {
  checkAccessList(buckets, bucket.name, headers);
  // An upload with invalid tags does not begin.
  tagsInHeader(headers["x-amz-tagging"]);
  const { id } = bucket.uploads.start(key, headers, buckets.now);
  const begun = xml(
    `<InitiateMultipartUploadResult ${namespace}>${names(bucket.name, key)}<UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  );
  const echoed = ["x-amz-checksum-algorithm", "x-amz-checksum-type"].flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...begun, headers: { ...begun.headers, ...Object.fromEntries(echoed) } };
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html */
export function uploadPart(
  buckets: S3Buckets,
  { bucket, key, query, headers, body }: S3Request,
): ServiceResponse {
  const upload = bucket.uploads.require(key, query.get("uploadId"));
  checkContent(body, headers);
  const { etag } = bucket.uploads.add(upload, Number(query.get("partNumber")), body, buckets.now);
  return { status: 200, headers: { etag, ...checksumsIn(headers) } };
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html */
export function uploadPartCopy(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, query, headers } = request;
  const upload = bucket.uploads.require(key, query.get("uploadId"));
  const { content } = readSource(buckets, request);
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers["x-amz-copy-source-range"] ?? "") ?? [];
  if (last !== undefined && Number(last) >= content.length) {
    throw new ServiceError(
      "InvalidArgument",
      `Range specified is not valid for source object of size: ${content.length}`,
      400,
    );
  }
  const copied = first === undefined ? content : content.subarray(Number(first), Number(last) + 1);
  const { etag } = bucket.uploads.add(upload, Number(query.get("partNumber")), copied, buckets.now);
  const changed = new Date(buckets.now).toISOString();
  return xml(
    `<CopyPartResult ${namespace}><ETag>${escapeXml(etag)}</ETag><LastModified>${changed}</LastModified></CopyPartResult>`,
  );
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html */
export function completeMultipartUpload(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, key, query, body, headers } = request;
  const upload = bucket.uploads.require(key, query.get("uploadId"));
  const { content, etag, parts } = joinParts(upload, partsIn(body.toString("utf8")));
  checkWrite(bucket.objects.get(key), headers);
  const tags = tagsInHeader(upload.headers["x-amz-tagging"]);
  const checksum = checksumOfParts(upload.headers, content, parts);
  const given = {
    content,
    etag,
    headers: { ...upload.headers, ...checksum },
    tags,
    changedAt: buckets.now,
    partBytes: parts.map(({ length }) => length),
  };
  const object = bucket.objects.put(key, given, buckets.versioningOf(bucket.name));
  bucket.uploads.end(upload);
  buckets.notify("ObjectCreated:CompleteMultipartUpload", bucket, object);
  const location = `/${bucket.name}/${key.split("/").map(encodeURIComponent).join("/")}`;
  const completed = xml(
    `<CompleteMultipartUploadResult ${namespace}><Location>${escapeXml(location)}</Location>${names(bucket.name, key)}<ETag>${escapeXml(etag)}</ETag>${checksumElements(checksum)}</CompleteMultipartUploadResult>`,
  );
  const { "x-amz-tagging-count": _, ...version } = versionHeaders(object);
  return { ...completed, headers: { ...completed.headers, ...version } };
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html */
export function abortMultipartUpload(_: S3Buckets, { bucket, key, query }: S3Request): ServiceResponse {
  bucket.uploads.end(bucket.uploads.require(key, query.get("uploadId")));
  return { status: 204 };
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html */
export function listParts(_: S3Buckets, { bucket, key, query }: S3Request): ServiceResponse {
  const upload = bucket.uploads.require(key, query.get("uploadId"));
  const after = Number(query.get("part-number-marker") ?? 0);
  const limit = Math.min(1000, Number(query.get("max-parts") ?? 1000) || 0);
  const following = [...upload.parts.values()]
    .sort((a, b) => a.number - b.number)
    .filter(({ number }) => number > after);
  const parts = following.slice(0, limit);
  const entries = parts.map(
    ({ number, etag, content, changedAt }) =>
      `<Part><PartNumber>${number}</PartNumber><LastModified>${new Date(changedAt).toISOString()}</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${content.length}</Size></Part>`,
  );
  const isTruncated = parts.length < following.length;
  const next = isTruncated ? `<NextPartNumberMarker>${parts.at(-1)?.number ?? 0}</NextPartNumberMarker>` : "";
  return xml(
    `<ListPartsResult ${namespace}>${names(bucket.name, key)}<UploadId>${upload.id}</UploadId><MaxParts>${limit}</MaxParts><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join("")}</ListPartsResult>`,
  );
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html */
export function listMultipartUploads(_: S3Buckets, { bucket, query }: S3Request): ServiceResponse {
  const prefix = query.get("prefix") ?? "";
  const uploads = bucket.uploads.all.filter(({ key }) => key.startsWith(prefix));
  const entries = uploads.map(
    ({ key, id, startedAt }) =>
      `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${new Date(startedAt).toISOString()}</Initiated></Upload>`,
  );
  return xml(
    `<ListMultipartUploadsResult ${namespace}><Bucket>${escapeXml(bucket.name)}</Bucket><Prefix>${escapeXml(prefix)}</Prefix><IsTruncated>false</IsTruncated>${entries.join("")}</ListMultipartUploadsResult>`,
  );
}

function names(bucket: string, key: string): string {
  return `<Bucket>${escapeXml(bucket)}</Bucket><Key>${escapeXml(key)}</Key>`;
}

function partsIn(body: string): readonly { readonly number: number; readonly etag: string }[] {
  return [...body.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = ""]) => ({
    number: Number(/<PartNumber>\s*(\d+)\s*<\/PartNumber>/.exec(part)?.[1]),
    etag: decodePart(unescapeXml(/<ETag>([^<]*)<\/ETag>/.exec(part)?.[1] ?? "")),
  }));
}
