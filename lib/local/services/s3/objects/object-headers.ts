import { invalidRequest, S3Error } from "../errors";
import { storageClassOf } from "../protocol/xml";
import type { StoredObject } from "./stored-object";

type Headers = Readonly<Record<string, string>>;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html */
const mostMetadataBytes = 2048;

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-class-intro.html */
const storageClasses: readonly string[] = [
  "STANDARD",
  "REDUCED_REDUNDANCY",
  "STANDARD_IA",
  "ONEZONE_IA",
  "INTELLIGENT_TIERING",
  "GLACIER",
  "GLACIER_IR",
  "DEEP_ARCHIVE",
];

const metadata = "x-amz-meta-";

/** The headers with the wanted names. */
export function headersNamed(headers: Headers, isWanted: (name: string) => boolean): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && isWanted(name)) found[name] = value;
  }
  return found;
}

/** Refuses headers of a new object that S3 does not take. */
export function checkObjectHeaders(headers: Headers): void {
  const bytes = Object.entries(headersNamed(headers, (name) => name.startsWith(metadata))).reduce(
    (sum, [name, value]) => sum + name.length - metadata.length + Buffer.byteLength(value),
    0,
  );
  if (bytes > mostMetadataBytes) {
    throw new S3Error(
      "MetadataTooLarge",
      "Your metadata headers exceed the maximum allowed metadata size",
      400,
      { Size: bytes, MaxSizeAllowed: mostMetadataBytes },
    );
  }
  const storageClass = headers["x-amz-storage-class"];
  if (storageClass !== undefined && !storageClasses.includes(storageClass)) {
    const details = { StorageClassRequested: storageClass };
    throw new S3Error("InvalidStorageClass", "The storage class you specified is not valid", 400, details);
  }
  const redirect = headers["x-amz-website-redirect-location"];
  if (redirect !== undefined && !/^(?:\/|https?:\/\/)/.test(redirect)) {
    throw invalidRequest(
      "The website redirect location must have a prefix of 'http://' or 'https://' or '/'.",
    );
  }
}

/** Refuses to read an object from an archive: AWS restores it first. */
export function checkReadable({ headers }: StoredObject): void {
  const storageClass = storageClassOf(headers);
  if (storageClass !== "GLACIER" && storageClass !== "DEEP_ARCHIVE") return;
  const message = "The operation is not valid for the object's storage class";
  throw new S3Error("InvalidObjectState", message, 403, { StorageClass: storageClass });
}
