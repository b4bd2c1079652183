import { S3Bucket, type S3BucketConfig } from "@cdktf/provider-aws/lib/s3-bucket";
import { S3BucketPublicAccessBlock } from "@cdktf/provider-aws/lib/s3-bucket-public-access-block";
import type { Construct } from "constructs";
import { attempt } from "../../facts/errors/problems";
import { prefixedName } from "../../kit/app";
import {
  acceptedKeys,
  checkLimit,
  checkOverride,
  limits,
  literalName,
  namePrefix,
  overlay,
  parseImport,
  propKeys,
} from "../../kit/core";
import { parseDefaults } from "../../kit/function";
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

export type ParsedBucket = ReturnType<typeof parseBucketProps>;

/** Refuses props that cannot work, before anything is created. */
export function parseBucketProps(bucket: Construct, written: BucketProps) {
  const props = acceptedKeys(bucket, "props", written, bucketKeys);
  const parts = {
    eventBridge: props.eventBridge ?? false,
    defaults: parseDefaults(bucket, props.defaults),
    notifications: props.notifications ?? {},
  };
  const cdk = acceptedKeys(bucket, "cdk", props.cdk ?? {}, ["id", "bucket", "publicAccessBlock"]);
  const { name, cors } = props;
  const { publicAccessBlock } = cdk;
  const { imported, override } = parseImport(bucket, "cdk.bucket", cdk.bucket, S3Bucket, { rejected });
  if (imported !== undefined) {
    const only = { name, cors, "cdk.publicAccessBlock": publicAccessBlock };
    for (const [prop, value] of Object.entries(only)) {
      if (value !== undefined) attempt(() => fail(bucket, "imported-bucket", prop, {}));
    }
    const own = { override: {}, config: {}, publicAccessBlock: false as const, corsRules: [] };
    return { imported, literalName: literalName(imported.bucketInput), ...own, ...parts };
  }
  attempt(() => checkName(bucket, name, override));
  const corsRules = attempt(() => parseCors(bucket, cors)) ?? [];
  if (publicAccessBlock !== false) {
    attempt(() =>
      checkOverride(bucket, "cdk.publicAccessBlock", publicAccessBlock ?? {}, S3BucketPublicAccessBlock, {
        rejected: { bucket: "It is the bucket itself." },
      }),
    );
  }
  const isNamed = name !== undefined || override.bucket !== undefined;
  const bucketPrefix = isNamed ? undefined : generatedPrefix(prefixedName(bucket));
  const config = overlay<S3BucketConfig>({ bucket: name, bucketPrefix }, override);
  const own = { override, config, publicAccessBlock: publicAccessBlock ?? {}, corsRules };
  return { imported, literalName: literalName(config.bucket), ...own, ...parts };
}

/** The prefix that AWS completes to a bucket name; bucket names have no capitals and underscores. */
function generatedPrefix(name: string): string {
  return namePrefix(name.toLowerCase().replace(/[^a-z0-9-]/g, "-"), 36);
}

function checkName(bucket: Construct, name: string | undefined, override: Partial<S3BucketConfig>): void {
  for (const key of ["bucket", "bucketPrefix"] as const) {
    if (name !== undefined && override[key] !== undefined) {
      fail(bucket, "props-exclude", "name", { other: `cdk.bucket.${key}` });
    }
  }
  checkLimit(bucket, "name", name, limits.aws_s3_bucket.bucket);
}
