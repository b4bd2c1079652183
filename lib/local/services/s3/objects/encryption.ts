import { formatArn, isArn } from "../../../../facts/aws/arns";
import { block, flag, generateUuid, text } from "../../../../model";
import type { S3Buckets } from "../buckets";
import { invalidArgument } from "../errors";
import { algorithmHeader, customerKeyIn, digestHeader, unknownEncryption } from "./customer-keys";
import { headersNamed } from "./object-headers";

type Headers = Readonly<Record<string, string>>;

const header = "x-amz-server-side-encryption";

const kinds: readonly string[] = ["AES256", "aws:kms", "aws:kms:dsse"];

/** The encryption of a bucket's objects, unless a request says something else. */
export interface BucketEncryption {
  readonly algorithm: string;
  readonly keyId: string | undefined;
  readonly hasBucketKey: boolean;
  /** Whether the app declares it. */
  readonly isDeclared: boolean;
}

/** Every bucket is encrypted. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/default-encryption-faq.html */
export function bucketEncryption({ current }: S3Buckets, bucket: string): BucketEncryption {
  const type = "aws_s3_bucket_server_side_encryption_configuration";
  const rule = block(current.find(type, "bucket", bucket)?.values ?? {}, "rule");
  const applied = block(rule ?? {}, "apply_server_side_encryption_by_default") ?? {};
  return {
    algorithm: text(applied, "sse_algorithm") ?? "AES256",
    keyId: text(applied, "kms_master_key_id"),
    hasBucketKey: flag(rule ?? {}, "bucket_key_enabled") ?? false,
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
  const given = headers[header];
  const keyId = headers[`${header}-aws-kms-key-id`];
  const applied = bucketEncryption(buckets, bucket);
  if (given !== undefined && !kinds.includes(given)) {
    throw unknownEncryption(given);
  }
  const algorithm = given ?? applied.algorithm;
  if (keyId !== undefined && !algorithm.startsWith("aws:kms")) {
    throw invalidArgument(
      "Server Side Encryption with AWS KMS managed key requires HTTP header x-amz-server-side-encryption : aws:kms",
      header,
    );
  }
  const key = keyId ?? (given === undefined || given === applied.algorithm ? applied.keyId : undefined);
  const usesKey = algorithm.startsWith("aws:kms");
  const hasBucketKey = headers[`${header}-bucket-key-enabled`] === "true" || applied.hasBucketKey;
  return {
    [header]: algorithm,
    ...(usesKey && { [`${header}-aws-kms-key-id`]: keyArn(buckets, key) }),
    ...(usesKey && hasBucketKey && { [`${header}-bucket-key-enabled`]: "true" }),
  };
}

/** S3 returns the ARN of a key in every case. */
function keyArn({ current }: S3Buckets, key: string | undefined): string {
  const { account, region } = current;
  const arnOf = (resource: string) => formatArn(current, "kms", resource);
  // Without a name, it is the key that S3 manages for the account.
  if (key === undefined) return arnOf(`key/${generateUuid(`${account}/${region}/aws/s3`)}`);
  if (isArn(key)) return key;
  return arnOf(key.startsWith("alias/") ? key : `key/${key}`);
}

/** The headers in answers; the key of a customer is not among them. */
const told: ReadonlySet<string> = new Set([
  header,
  `${header}-aws-kms-key-id`,
  `${header}-bucket-key-enabled`,
  algorithmHeader,
  digestHeader,
]);

/** The headers of encryption among others. */
export function encryptionIn(headers: Headers): Headers {
  return headersNamed(headers, (name) => told.has(name));
}
