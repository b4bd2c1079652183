import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { invalidArgument } from "../errors";
import { checksumOfUpload } from "../objects/checksums";
import { byBytes, keyPageOf } from "../objects/page";
import type { S3Request } from "../protocol";
import {
  element,
  initiatorElement,
  namespace,
  ownerElement,
  storageClassOf,
  timeElement,
  xml,
} from "../protocol/xml";
import { listRequestOf } from "./list-request";

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html */
export function listMultipartUploads(_: S3Buckets, { bucket, query }: S3Request): ServiceResponse {
  const request = listRequestOf(query, "max-uploads");
  const keyMarker = query.get("key-marker") ?? "";
  // It has no meaning without a key.
  const idMarker = keyMarker === "" ? "" : (query.get("upload-id-marker") ?? "");
  // Uploads of one key are in the order in which they began.
  const all = [...bucket.uploads.all].sort((one, other) => byBytes(one.key, other.key));
  const marked = all.findIndex(({ id }) => id === idMarker);
  if (idMarker !== "" && all[marked]?.key !== keyMarker) {
    throw invalidArgument("Invalid uploadId marker", "upload-id-marker", idMarker);
  }
  const page = keyPageOf(
    all,
    { ...request, after: keyMarker },
    (upload) => idMarker !== "" && all.indexOf(upload) > marked,
  );
  // Common prefixes are not markers.
  const last = page.entries.at(-1);
  const entries = page.entries.map(({ key, id, startedAt, headers }) => {
    const { algorithm, type } = checksumOfUpload(headers);
    return (
      `<Upload>${request.keyElement("Key", key)}${element("UploadId", id)}${initiatorElement}${ownerElement}` +
      `${element("StorageClass", storageClassOf(headers))}${timeElement("Initiated", startedAt)}` +
      `${element("ChecksumAlgorithm", algorithm)}${element("ChecksumType", type)}</Upload>`
    );
  });
  const hasPrefix = request.prefix !== "" || request.delimiter !== "";
  return xml(
    `<ListMultipartUploadsResult ${namespace}>${element("Bucket", bucket.name)}${request.keyElement("KeyMarker", keyMarker)}` +
      `${element("UploadIdMarker", idMarker)}${request.keyElement("NextKeyMarker", last?.key ?? "")}` +
      `${element("NextUploadIdMarker", last?.id ?? "")}${hasPrefix ? request.keyElement("Prefix", request.prefix) : ""}` +
      `${element("MaxUploads", request.limit)}${request.repeated}${element("IsTruncated", page.isTruncated)}` +
      `${entries.join("")}${request.prefixElements(page.prefixes)}</ListMultipartUploadsResult>`,
  );
}
