import { defaultRegion } from "../../../../facts/aws/partitions";
import { blocks, flag, number, tagsOf, text, texts } from "../../../../model";
import { escapeXml } from "../../../wire/xml";
import { S3Error } from "../errors";
import { bucketRegion } from "../notifications";
import { bucketEncryption } from "../objects/encryption";
import type { S3Operations } from "../protocol";
import { element, namespace, xml } from "../protocol/xml";

/** The operations that read the settings of a bucket, which are those of the JSON. */

const each = (name: string, values: readonly string[]): string =>
  values.map((value) => element(name, value)).join("");

function missing(code: string, message: string, bucket: string): S3Error {
  return new S3Error(code, message, 404, { BucketName: bucket });
}

export const bucketSettingOperations = {
  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html */
  GetBucketLocation: (buckets, { name }) => {
    buckets.require(name);
    const region = bucketRegion(buckets.model, name);
    // The oldest region has no name here.
    if (region === defaultRegion) return xml(`<LocationConstraint ${namespace}/>`);
    return xml(`<LocationConstraint ${namespace}>${escapeXml(region)}</LocationConstraint>`);
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketPolicy.html */
  GetBucketPolicy: (buckets, { bucket }) => {
    const policy = text(buckets.settingOf(bucket.name, "aws_s3_bucket_policy") ?? {}, "policy");
    if (policy === undefined)
      throw missing("NoSuchBucketPolicy", "The bucket policy does not exist", bucket.name);
    return { status: 200, headers: { "content-type": "application/json" }, body: policy };
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketTagging.html */
  GetBucketTagging: (buckets, { bucket }) => {
    const tags = Object.entries(tagsOf(buckets.settingOf(bucket.name, "aws_s3_bucket") ?? {}));
    if (tags.length === 0) throw missing("NoSuchTagSet", "The TagSet does not exist", bucket.name);
    const written = tags.map(([key, value]) => `<Tag>${element("Key", key)}${element("Value", value)}</Tag>`);
    return xml(`<Tagging ${namespace}><TagSet>${written.join("")}</TagSet></Tagging>`);
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketCors.html */
  GetBucketCors: (buckets, { bucket }) => {
    const rules = blocks(
      buckets.settingOf(bucket.name, "aws_s3_bucket_cors_configuration") ?? {},
      "cors_rule",
    );
    if (rules.length === 0) {
      throw missing("NoSuchCORSConfiguration", "The CORS configuration does not exist", bucket.name);
    }
    const written = rules.map(
      (rule) =>
        `<CORSRule>${element("ID", text(rule, "id"))}${each("AllowedOrigin", texts(rule, "allowed_origins"))}` +
        `${each("AllowedMethod", texts(rule, "allowed_methods"))}${each("AllowedHeader", texts(rule, "allowed_headers"))}` +
        `${each("ExposeHeader", texts(rule, "expose_headers"))}${element("MaxAgeSeconds", number(rule, "max_age_seconds"))}</CORSRule>`,
    );
    return xml(`<CORSConfiguration ${namespace}>${written.join("")}</CORSConfiguration>`);
  },

  /** Every bucket is encrypted. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketEncryption.html */
  GetBucketEncryption: (buckets, { bucket }) => {
    const { algorithm, keyId, hasBucketKey } = bucketEncryption(buckets, bucket.name);
    const written = element("SSEAlgorithm", algorithm) + element("KMSMasterKeyID", keyId);
    return xml(
      `<ServerSideEncryptionConfiguration ${namespace}><Rule><ApplyServerSideEncryptionByDefault>${written}</ApplyServerSideEncryptionByDefault>` +
        `${element("BucketKeyEnabled", hasBucketKey)}</Rule></ServerSideEncryptionConfiguration>`,
    );
  },

  /** New buckets block everything. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetPublicAccessBlock.html */
  GetPublicAccessBlock: (buckets, { bucket }) => {
    const values = buckets.settingOf(bucket.name, "aws_s3_bucket_public_access_block");
    const is = (attribute: string): boolean =>
      values === undefined ? true : (flag(values, attribute) ?? false);
    const written =
      element("BlockPublicAcls", is("block_public_acls")) +
      element("IgnorePublicAcls", is("ignore_public_acls")) +
      element("BlockPublicPolicy", is("block_public_policy")) +
      element("RestrictPublicBuckets", is("restrict_public_buckets"));
    return xml(`<PublicAccessBlockConfiguration ${namespace}>${written}</PublicAccessBlockConfiguration>`);
  },

  /** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketVersioning.html */
  GetBucketVersioning: (buckets, { bucket }) => {
    const status = { enabled: "<Status>Enabled</Status>", suspended: "<Status>Suspended</Status>", none: "" };
    return xml(
      `<VersioningConfiguration ${namespace}>${status[buckets.versioningOf(bucket.name)]}</VersioningConfiguration>`,
    );
  },
} satisfies S3Operations;
