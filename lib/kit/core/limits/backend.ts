import { looseArnSource } from "../../../facts/aws/arn-patterns";
import { choice, textLimit } from "./limit";

const s3Backend = "https://developer.hashicorp.com/terraform/language/backend/s3";
const cloud = "https://developer.hashicorp.com/terraform/cli/cloud/settings";
/** Where Terraform keeps the state. */
export const backendLimits = {
  // Names of old buckets may contain capitals and _.
  bucket: textLimit(
    s3Backend,
    255,
    /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]+[A-Za-z0-9]$/,
    "the name of a bucket",
    3,
  ),
  keyPrefix: textLimit(
    s3Backend,
    900,
    /^(?!\/)/,
    'the beginning of a key, without a slash before it: "notes/"',
    0,
  ),
  key: textLimit(s3Backend, 900, /^(?!\/)/, 'a key without a slash before it: "network.tfstate"', 0),
  dynamodbTable: textLimit(
    s3Backend,
    1024,
    new RegExp(`^([A-Za-z0-9_.-]{3,255}|${looseArnSource("dynamodb")})$`),
    "the name of a table",
  ),
  kmsKeyId: textLimit(
    s3Backend,
    2048,
    new RegExp(`^(${looseArnSource("kms")}|alias/[\\w/-]+|(mrk-)?[0-9a-f-]{32,36})$`),
    "the ARN, the id or the alias of a key",
  ),
  acl: choice(
    s3Backend,
    "private",
    "public-read",
    "public-read-write",
    "aws-exec-read",
    "authenticated-read",
    "bucket-owner-read",
    "bucket-owner-full-control",
    "log-delivery-write",
  ),
  organization: textLimit(
    cloud,
    255,
    /^[A-Za-z0-9_-]+$/,
    "the name of an organization: letters, digits, - and _",
  ),
  hostname: textLimit(cloud, 253, /^[A-Za-z0-9.-]+(:\d+)?$/, 'a host without a scheme: "app.terraform.io"'),
};
