import { createHash } from "node:crypto";
import { block, flag, text } from "../../../../model";
import { usedKeyArn } from "../../kms/keys";
import type { S3Buckets } from "../buckets";
import { invalidArgument, invalidRequest, S3Error } from "../errors";
import { headersNamed } from "./object-headers";

type Headers = Readonly<Record<string, string>>;

const encryption = "x-amz-server-side-encryption";
const own = `${encryption}-customer-`;

/** The headers with the key of the object that is copied. */
export const copySourceKeyHeaders = "x-amz-copy-source-server-side-encryption-customer-";

export const algorithmHeader = `${own}algorithm`;
const digestHeader = `${own}key-md5`;

/**
 * The kept headers of the customer's key: the algorithm and the digest of the key, never the key. Undefined without a
 * key. Contents are not encrypted here.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerSideEncryptionCustomerKeys.html
 */
function customerKeyIn(headers: Headers, prefix = own): Headers | undefined {
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

function unknownEncryption(given: string): S3Error {
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

const kinds: readonly string[] = ["AES256", "aws:kms", "aws:kms:dsse"];

/**
 * The encryption of a bucket's objects, unless a request says something else. Every bucket is encrypted.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/default-encryption-faq.html
 */
export function bucketEncryption(buckets: S3Buckets, bucket: string) {
  const type = "aws_s3_bucket_server_side_encryption_configuration";
  const rule = block(buckets.settingOf(bucket, type) ?? {}, "rule");
  const applied = block(rule ?? {}, "apply_server_side_encryption_by_default") ?? {};
  return {
    algorithm: text(applied, "sse_algorithm") ?? "AES256",
    keyId: text(applied, "kms_master_key_id"),
    hasBucketKey: flag(rule ?? {}, "bucket_key_enabled") ?? false,
    /** Whether the app declares it. */
    isDeclared: rule !== undefined,
  };
}

/**
 * The headers that describe the encryption of an object: that of its request, or else that of its bucket. Contents are not
 * encrypted here.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/serv-side-encryption.html
 */
export function encryptionOf(buckets: S3Buckets, bucket: string, headers: Headers): Headers {
  const customerKey = customerKeyIn(headers);
  if (customerKey !== undefined) return customerKey;
  const given = headers[encryption];
  const keyId = headers[`${encryption}-aws-kms-key-id`];
  const applied = bucketEncryption(buckets, bucket);
  if (given !== undefined && !kinds.includes(given)) {
    throw unknownEncryption(given);
  }
  const algorithm = given ?? applied.algorithm;
  if (keyId !== undefined && !algorithm.startsWith("aws:kms")) {
    throw invalidArgument(
      "Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms",
      encryption,
    );
  }
  const key = keyId ?? (given === undefined || given === applied.algorithm ? applied.keyId : undefined);
  const usesKey = algorithm.startsWith("aws:kms");
  const hasBucketKey = headers[`${encryption}-bucket-key-enabled`] === "true" || applied.hasBucketKey;
  return {
    [encryption]: algorithm,
    ...(usesKey && { [`${encryption}-aws-kms-key-id`]: usedKeyArn(buckets.model, "s3", key) }),
    ...(usesKey && hasBucketKey && { [`${encryption}-bucket-key-enabled`]: "true" }),
  };
}

/** The headers in answers; the key of a customer is not among them. */
const told: ReadonlySet<string> = new Set([
  encryption,
  `${encryption}-aws-kms-key-id`,
  `${encryption}-bucket-key-enabled`,
  algorithmHeader,
  digestHeader,
]);

/** The headers of encryption among others. */
export function encryptionIn(headers: Headers): Headers {
  return headersNamed(headers, (name) => told.has(name));
}
