import type { DataAwsS3Bucket } from "@cdktf/provider-aws/lib/data-aws-s3-bucket";
import { S3Bucket, type S3BucketConfig } from "@cdktf/provider-aws/lib/s3-bucket";
import type { S3BucketCorsConfigurationCorsRule } from "@cdktf/provider-aws/lib/s3-bucket-cors-configuration";
import {
  S3BucketPublicAccessBlock,
  type S3BucketPublicAccessBlockConfig,
} from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import {
  acceptedKeys,
  checkKeys,
  checkLimit,
  checkOverride,
  findImport,
  limits,
  propKeys,
} from "../../kit/core";
import { checkFunctionKeys } from "../../kit/function";
import { parseCors } from "./cors";
import { fail } from "./errors";
import type { BucketProps } from "./props";

const rejected = { policy: "Use addToResourcePolicy(...statements).", corsRule: "Use the prop cors." };

const bucketKeys = propKeys<BucketProps>()(
  {
    name: "text",
    cors: true,
    notifications: "map",
    eventBridge: "boolean",
    defaults: "map",
    cdk: "map",
  },
  () => ({
    bucket: { resource: S3Bucket, rejected },
    publicAccessBlock: { resource: S3BucketPublicAccessBlock },
  }),
);

/** The props of a bucket after all checks. */
export interface ParsedBucket {
  readonly imported: S3Bucket | DataAwsS3Bucket | undefined;
  /** Empty for an imported bucket. */
  readonly override: Partial<S3BucketConfig>;
  readonly name: string | undefined;
  /** `false` for no block. */
  readonly publicAccessBlock: false | Partial<S3BucketPublicAccessBlockConfig>;
  readonly corsRules: readonly S3BucketCorsConfigurationCorsRule[];
}

/** Refuses props that cannot work, before anything is created. */
export function parseBucketProps(bucket: Construct, written: BucketProps): ParsedBucket {
  const props = acceptedKeys(bucket, "props", written, bucketKeys);
  attempt(() => checkKeys(bucket, "defaults", props.defaults ?? {}, ["function"]));
  attempt(() => checkFunctionKeys(bucket, "defaults.function", props.defaults?.function ?? {}));
  attempt(() => checkKeys(bucket, "cdk", props.cdk ?? {}, ["id", "bucket", "publicAccessBlock"]));
  const { name, cors, cdk = {} } = props;
  const { bucket: given = {}, publicAccessBlock } = cdk;
  const imported = findImport<S3Bucket | DataAwsS3Bucket>(bucket, "cdk.bucket", given, "aws_s3_bucket");
  if (imported !== undefined) {
    const only = { name, cors, "cdk.publicAccessBlock": publicAccessBlock };
    for (const [prop, value] of Object.entries(only)) {
      if (value !== undefined) fail(bucket, "imported-bucket", prop, {});
    }
    return { imported, override: {}, name: undefined, publicAccessBlock: false, corsRules: [] };
  }
  const override = parseOverride(bucket, name, given);
  const corsRules = parseCors(bucket, cors);
  if (publicAccessBlock !== false) {
    attempt(() =>
      checkOverride(bucket, "cdk.publicAccessBlock", publicAccessBlock ?? {}, S3BucketPublicAccessBlock, {
        rejected: { bucket: "It is the bucket itself." },
      }),
    );
  }
  return { imported, override, name, publicAccessBlock: publicAccessBlock ?? {}, corsRules };
}

function parseOverride(bucket: Construct, name: string | undefined, given: object): Partial<S3BucketConfig> {
  checkOverride(bucket, "cdk.bucket", given, S3Bucket, { rejected });
  const override: Partial<S3BucketConfig> = given;
  for (const key of ["bucket", "bucketPrefix"] as const) {
    if (name !== undefined && override[key] !== undefined) {
      fail(bucket, "props-exclude", "name", { other: `cdk.bucket.${key}` });
    }
  }
  checkLimit(bucket, "name", name, limits.aws_s3_bucket.bucket);
  return override;
}
