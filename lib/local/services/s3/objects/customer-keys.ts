import { createHash } from "node:crypto";
import { invalidArgument, invalidRequest, S3Error } from "../errors";

type Headers = Readonly<Record<string, string>>;

const encryption = "x-amz-server-side-encryption";
const own = `${encryption}-customer-`;

/** The headers with the key of the object that is copied. */
export const ofCopySource = "x-amz-copy-source-server-side-encryption-customer-";

export const algorithmHeader = `${own}algorithm`;
export const digestHeader = `${own}key-md5`;

/**
 * The kept headers of the customer's key: the algorithm and the digest of the key, never the key. Undefined without a
 * key. Contents are not encrypted here.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerSideEncryptionCustomerKeys.html
 */
export function customerKeyIn(headers: Headers, prefix = own): Headers | undefined {
  const algorithm = headers[`${prefix}algorithm`];
  const key = headers[`${prefix}key`];
  const digest = headers[`${prefix}key-md5`];
  if (algorithm === undefined && key === undefined && digest === undefined) return undefined;
  const other = headers[encryption];
  if (prefix === own && other !== undefined) {
    const message =
      "Server Side Encryption with Customer provided key is incompatible with the encryption method specified";
    throw invalidArgument(message, encryption, other);
  }
  const needs = "Requests specifying Server Side Encryption with Customer provided keys must provide";
  if (algorithm === undefined) throw invalidArgument(`${needs} a valid encryption algorithm.`, encryption);
  if (algorithm !== "AES256") throw unknownEncryption(algorithm);
  if (key === undefined) throw invalidArgument(`${needs} an appropriate secret key.`, encryption);
  const bytes = Buffer.from(key, "base64");
  if (digest === undefined || bytes.length !== 32) {
    throw invalidArgument("The secret key was invalid for the specified algorithm.", encryption);
  }
  if (createHash("md5").update(bytes).digest("base64") !== digest) {
    const message = "The calculated MD5 hash of the key did not match the hash that was provided.";
    throw invalidArgument(message, encryption);
  }
  return { [algorithmHeader]: algorithm, [digestHeader]: digest };
}

export function unknownEncryption(given: string): S3Error {
  return new S3Error(
    "InvalidEncryptionAlgorithmError",
    "The Encryption request you specified is not valid. Supported value: AES256.",
    400,
    { ArgumentName: encryption, ArgumentValue: given },
  );
}

/** Refuses to read an object without the key with which it was written. */
export function checkCustomerKey(
  object: { readonly headers: Headers },
  headers: Headers,
  prefix = own,
): void {
  const digest = object.headers[digestHeader];
  const wrong =
    "Requests specifying Server Side Encryption with Customer provided keys must provide the correct secret key.";
  // Another key is refused before its length is looked at.
  const isNamed = headers[`${prefix}key`] !== undefined && headers[`${prefix}algorithm`] === "AES256";
  if (digest !== undefined && isNamed && headers[`${prefix}key-md5`] !== digest) {
    throw new S3Error("AccessDenied", wrong, 403);
  }
  const given = customerKeyIn(headers, prefix);
  if (digest === undefined) {
    if (given === undefined) return;
    throw invalidRequest("The encryption parameters are not applicable to this object.");
  }
  if (given === undefined) {
    throw invalidRequest(
      "The object was stored using a form of Server Side Encryption. The correct parameters must be provided to retrieve the object.",
    );
  }
  if (given[digestHeader] !== digest) throw new S3Error("AccessDenied", wrong, 403);
}

/** Refuses a part that has another key than its upload. */
export function checkPartCustomerKey(upload: { readonly headers: Headers }, headers: Headers): void {
  const begun = upload.headers[digestHeader];
  const given = customerKeyIn(headers)?.[digestHeader];
  if (begun === given) return;
  throw invalidRequest(
    begun === undefined || given === undefined
      ? "The multipart upload initiate requested encryption. Subsequent part requests must include the appropriate encryption parameters."
      : "The provided encryption parameters did not match the ones used originally.",
  );
}
