import type { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import type { S3BucketVersioningA } from "@cdktf/provider-aws/lib/s3-bucket-versioning";
import { TerraformStack } from "cdktf";
import { isProviderObject } from "../../core/terraform/override";
import { resolveValue } from "../../core/tokens/resolve";
import type { ApiTruststoreBucket } from "./mutual-tls-props";

/** Whether a bucket keeps versions. True for a bucket that the app does not create, as nothing is known about it. */
export function isVersioned({ cdk }: ApiTruststoreBucket): boolean {
  const bucket = cdk?.bucket;
  if (!isProviderObject(bucket, "aws_s3_bucket") || !("versioningInput" in bucket)) return true;
  const own = bucket as unknown as S3Bucket;
  if (own.versioningInput?.enabled === true) return true;
  const address = `\${aws_s3_bucket.${own.friendlyUniqueId}.`;
  return TerraformStack.of(own)
    .node.findAll()
    .filter((each) => isProviderObject(each, "aws_s3_bucket_versioning"))
    .some((each) => {
      const { bucketInput } = each as unknown as S3BucketVersioningA;
      const text = String(resolveValue(own, bucketInput));
      return text.startsWith(address) || text === own.bucketInput;
    });
}
