import type { ServiceResponse } from "../../contract/service";
import type { S3Buckets } from "../buckets";
import { invalidArgument, invalidRequest } from "../errors";
import { checksumElement, checksumIn } from "../objects/checksums";
import { checkCustomerKey } from "../objects/customer-keys";
import { versionRead } from "../objects/objects";
import type { StoredObject } from "../objects/stored-object";
import type { S3Request } from "../protocol";
import { numberAs } from "../protocol/query-numbers";
import { element, namespace, storageClassOf, xml } from "../protocol/xml";
import { requireObject } from "./get-object";

const attributes = {
  ETag: ({ etag }) => element("ETag", etag.replaceAll('"', "")),
  Checksum: ({ headers }) => {
    const checksum = checksumIn(headers);
    if (checksum === undefined) return "";
    // The number of parts is a property of the object's parts.
    const value = checksum.value.replace(/-\d+$/, "");
    const type = element("ChecksumType", headers["x-amz-checksum-type"]);
    return `<Checksum>${checksumElement({ ...checksum, value })}${type}</Checksum>`;
  },
  ObjectParts: partsXml,
  StorageClass: ({ headers }) => element("StorageClass", storageClassOf(headers)),
  ObjectSize: ({ content }) => element("ObjectSize", content.length),
} satisfies Record<string, (object: StoredObject, headers: S3Request["headers"]) => string>;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html */
export function getObjectAttributes(buckets: S3Buckets, request: S3Request): ServiceResponse {
  const { bucket, headers } = request;
  const wanted = (headers["x-amz-object-attributes"] ?? "").split(",").map((each) => each.trim());
  const unknown = wanted.find((each) => !Object.hasOwn(attributes, each));
  if (unknown === "")
    throw invalidRequest(
      "The x-amz-object-attributes header specifying the attributes to be retrieved is either missing or empty",
    );
  if (unknown !== undefined) {
    throw invalidArgument("Invalid attribute name specified.", "x-amz-object-attributes", unknown);
  }
  const object = requireObject(buckets, request);
  checkCustomerKey(object, headers);
  const elements = Object.entries(attributes).map(([name, write]) =>
    wanted.includes(name) ? write(object, headers) : "",
  );
  const answer = xml(
    `<GetObjectAttributesResponse ${namespace}>${elements.join("")}</GetObjectAttributesResponse>`,
  );
  const changed = { "last-modified": new Date(object.changedAt).toUTCString() };
  return {
    ...answer,
    headers: { ...answer.headers, ...changed, ...versionRead(object, buckets.versioningOf(bucket.name)) },
  };
}

/** The parts of an object that has been uploaded in parts; each has its own element if their checksums are kept. */
function partsXml(object: StoredObject, headers: S3Request["headers"]): string {
  const { partBytes, partChecksums } = object;
  if (partBytes === undefined) return "";
  const total = element("PartsCount", partBytes.length);
  const algorithm = checksumIn(object.headers)?.algorithm;
  if (partChecksums === undefined || algorithm === undefined) return `<ObjectParts>${total}</ObjectParts>`;
  const after = numberAs("part-number-marker", headers["x-amz-part-number-marker"], 0);
  const limit = Math.min(1000, numberAs("max-parts", headers["x-amz-max-parts"], 1000));
  const parts = partBytes.map((bytes, index) => ({
    number: index + 1,
    bytes,
    value: partChecksums[index] ?? "",
  }));
  const following = parts.filter(({ number }) => number > after);
  const page = following.slice(0, limit);
  const entries = page.map(
    ({ number, bytes, value }) =>
      `<Part>${checksumElement({ algorithm, value })}${element("PartNumber", number)}${element("Size", bytes)}</Part>`,
  );
  return (
    `<ObjectParts>${element("IsTruncated", page.length < following.length)}${element("MaxParts", limit)}` +
    `${element("NextPartNumberMarker", page.at(-1)?.number ?? 0)}${element("PartNumberMarker", after)}` +
    `${entries.join("")}${total}</ObjectParts>`
  );
}
