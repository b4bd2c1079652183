import { generateId, generateUuid } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { arn, arnWith, as, generatedName, id } from "./shapes";

function hasStream(known: KnownResource): boolean {
  return String(known.value("stream_enabled")) === "true";
}

/** A parameter's name may begin with a slash; the ARN has only one. */
function parameterArn(known: KnownResource): string {
  return arn(known, "ssm", `parameter/${known.text("name").replace(/^\//, "")}`);
}

function managedSecretArn(known: KnownResource): string {
  const ending = generateId(known.address, 6, "mixedCase");
  return arn(known, "secretsmanager", `secret:rds!cluster-${generateUuid(known.address)}-${ending}`);
}

/** The value that a data source reads, if the same model sets it. */
function parameterOfModel(attribute: string): (known: KnownResource) => unknown {
  return (known) => known.find("aws_ssm_parameter", "name", known.text("name"))?.value(attribute);
}

const bucket: ComputedAttributes = {
  id: as("bucket"),
  bucket: (known) => generatedName("bucket_prefix")(known),
  arn: (known) => arnWith(known, "s3", "", "", known.text("bucket")),
  bucket_domain_name: (known) => `${known.text("bucket")}.s3.${known.dnsSuffix}`,
  bucket_regional_domain_name: (known) => `${known.text("bucket")}.s3.${known.region}.${known.dnsSuffix}`,
  bucket_region: (known) => known.region,
};

export const storage: Readonly<Record<string, ComputedAttributes>> = {
  aws_dynamodb_table: {
    id: as("name"),
    arn: (known) => arn(known, "dynamodb", `table/${known.text("name")}`),
    stream_label: (known) => (hasStream(known) ? "2024-01-01T00:00:00.000" : undefined),
    stream_arn: (known) =>
      hasStream(known) ? `${known.text("arn")}/stream/${known.text("stream_label")}` : undefined,
  },
  aws_s3_bucket: bucket,
  "data.aws_s3_bucket": bucket,
  aws_s3_bucket_website_configuration: {
    id: as("bucket"),
    website_domain: (known) => `s3-website-${known.region}.${known.dnsSuffix}`,
    website_endpoint: (known) => `${known.text("bucket")}.${known.text("website_domain")}`,
  },
  aws_s3_object: {
    id: (known) => `${known.text("bucket")}/${known.text("key")}`,
    arn: (known) => arnWith(known, "s3", "", "", `${known.text("bucket")}/${known.text("key")}`),
    version_id: id(32, "mixedCase"),
    etag: (known) => generateId(known.address, 32),
  },
  aws_ssm_parameter: { id: as("name"), arn: parameterArn, version: () => 1 },
  "data.aws_ssm_parameter": {
    id: as("name"),
    arn: parameterArn,
    value: parameterOfModel("value"),
    type: parameterOfModel("type"),
    version: () => 1,
  },
  aws_secretsmanager_secret: {
    id: as("arn"),
    name: generatedName(),
    arn: (known) =>
      arn(
        known,
        "secretsmanager",
        `secret:${known.text("name")}-${generateId(known.address, 6, "mixedCase")}`,
      ),
  },
  aws_secretsmanager_secret_version: {
    id: (known) => `${known.text("secret_id")}|${known.text("version_id")}`,
    arn: as("secret_id"),
    version_id: (known) => generateUuid(known.address),
  },
  aws_rds_cluster: {
    id: as("cluster_identifier"),
    cluster_identifier: (known) => generatedName("cluster_identifier_prefix")(known),
    arn: (known) => arn(known, "rds", `cluster:${known.text("cluster_identifier")}`),
    endpoint: (known) =>
      `${known.text("cluster_identifier")}.cluster-${generateId(known.address, 12)}.${known.region}.rds.${known.dnsSuffix}`,
    reader_endpoint: (known) =>
      `${known.text("cluster_identifier")}.cluster-ro-${generateId(known.address, 12)}.${known.region}.rds.${known.dnsSuffix}`,
    cluster_resource_id: (known) => `cluster-${generateId(known.address, 26, "upperCase")}`,
    // The service makes the secret and chooses its name.
    master_user_secret: (known) =>
      String(known.value("manage_master_user_password")) === "true"
        ? [{ secret_arn: managedSecretArn(known), secret_status: "active" }]
        : undefined,
    master_username: (known) => (known.text("engine").includes("postgres") ? "postgres" : "admin"),
    port: (known) => (known.text("engine").includes("postgres") ? 5432 : 3306),
  },
};
