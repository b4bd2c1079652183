import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { checkKeys, propKeys } from "../../core/check";
import { checkOverride, findImport } from "../../core/override";
import { functionKeys } from "../../function";
import { checkCors } from "./cors";
import { fail } from "./errors";
import type { BucketProps } from "./props";

const bucketKeys = propKeys<BucketProps>()({
  name: true,
  cors: true,
  notifications: true,
  defaults: true,
  cdk: true,
});

/** Refuses props that cannot work, before anything is created. */
export function checkBucketProps(bucket: Construct, props: BucketProps): void {
  checkKeys(bucket, "props", props, bucketKeys);
  checkKeys(bucket, "defaults", props.defaults ?? {}, ["function"]);
  checkKeys(bucket, "defaults.function", props.defaults?.function ?? {}, functionKeys);
  checkKeys(bucket, "cdk", props.cdk ?? {}, ["id", "bucket", "publicAccessBlock"]);
  checkBucket(bucket, props);
  checkCors(bucket, props.cors);
}

function checkBucket(bucket: Construct, { name, cors, cdk = {} }: BucketProps): void {
  const { bucket: given, publicAccessBlock } = cdk;
  if (given !== undefined && findImport(bucket, "cdk.bucket", given, "aws_s3_bucket") !== undefined) {
    const only = { name, cors, "cdk.publicAccessBlock": publicAccessBlock };
    for (const [prop, value] of Object.entries(only)) {
      if (value !== undefined) fail(bucket, "imported-bucket", prop, {});
    }
    return;
  }
  checkOverride(bucket, "cdk.bucket", given ?? {}, S3Bucket, {
    rejected: { policy: "Use addToResourcePolicy(...statements).", corsRule: "Use the prop cors." },
  });
  const override = (given ?? {}) as { readonly bucket?: unknown; readonly bucketPrefix?: unknown };
  for (const key of ["bucket", "bucketPrefix"] as const) {
    if (name !== undefined && override[key] !== undefined) {
      fail(bucket, "props-exclude", "name", { other: `cdk.bucket.${key}` });
    }
  }
  checkName(bucket, name === undefined ? "cdk.bucket.bucket" : "name", name ?? override.bucket);
  if (publicAccessBlock === undefined || publicAccessBlock === false) return;
  checkOverride(bucket, "cdk.publicAccessBlock", publicAccessBlock, S3BucketPublicAccessBlock, {
    rejected: { bucket: "It is the bucket itself." },
  });
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
function checkName(bucket: Construct, prop: string, name: unknown): void {
  if (name === undefined || Token.isUnresolved(name)) return;
  const isName =
    typeof name === "string" && /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) && !name.includes("..");
  if (isName) return;
  const expected = "3 to 63 lower-case letters, digits and -, beginning and ending with a letter or digit";
  fail(bucket, "prop-invalid", prop, { value: name, expected });
}
