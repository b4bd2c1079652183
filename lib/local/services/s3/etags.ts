import { createHash, randomBytes } from "node:crypto";

/**
 * The ETag of a content: its digest, unless it is encrypted with a key of the customer or of KMS.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html
 */
export function etagOf(content: Buffer, headers: Readonly<Record<string, string>>): string {
  const hash = createHash("md5").update(content);
  if (hasOwnKey(headers)) hash.update(randomBytes(16));
  return `"${hash.digest("hex")}"`;
}

function hasOwnKey(headers: Readonly<Record<string, string>>): boolean {
  return (
    headers["x-amz-server-side-encryption-customer-algorithm"] !== undefined ||
    headers["x-amz-server-side-encryption"]?.startsWith("aws:kms") === true
  );
}
