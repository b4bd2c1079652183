import { isArn } from "../../../facts/aws/arns";
import { generateId, generateUuid } from "../generated-id";
import type { ComputedAttributes, KnownResource } from "./known-resource";
import { arn, arnWith, as, generatedName } from "./shapes";

function iam(known: KnownResource, resource: string): string {
  return arnWith(known, "iam", "", known.account, resource);
}

/** `role/service-role/name`: IAM's paths begin and end with a slash. */
function named(kind: string): (known: KnownResource) => string {
  return (known) => iam(known, `${kind}${known.text("path") || "/"}${known.text("name")}`);
}

const userPool: ComputedAttributes = {
  id: (known) => `${known.region}_${generateId(known.address, 9, "mixedCase")}`,
  arn: (known) => arn(known, "cognito-idp", `userpool/${known.text("id")}`),
  endpoint: (known) => `cognito-idp.${known.region}.${known.dnsSuffix}/${known.text("id")}`,
};

function keyArn(known: KnownResource, id: string): string {
  return isArn(id) ? id : arn(known, "kms", `key/${id}`);
}

export const identities: Readonly<Record<string, ComputedAttributes>> = {
  aws_iam_role: {
    id: as("name"),
    name: generatedName(),
    arn: named("role"),
    unique_id: (known) => `AROA${generateId(known.address, 17, "upperCase")}`,
    path: () => "/",
  },
  aws_iam_policy: { id: as("arn"), name: generatedName(), arn: named("policy"), path: () => "/" },
  aws_iam_role_policy: {
    id: (known) => `${known.text("role")}:${known.text("name")}`,
    name: generatedName(),
  },
  aws_iam_user: {
    id: as("name"),
    arn: named("user"),
    unique_id: (known) => `AIDA${generateId(known.address, 17, "upperCase")}`,
  },
  aws_iam_instance_profile: { id: as("name"), name: generatedName(), arn: named("instance-profile") },
  aws_iam_openid_connect_provider: {
    id: as("arn"),
    arn: (known) => iam(known, `oidc-provider/${known.text("url").replace(/^https:\/\//, "")}`),
  },
  aws_cognito_user_pool: { ...userPool, creation_date: () => "2024-01-01T00:00:00Z" },
  "data.aws_cognito_user_pool": { ...userPool, id: as("user_pool_id") },
  aws_cognito_user_pool_client: {
    id: (known) => generateId(known.address, 26),
    client_secret: (known) =>
      String(known.value("generate_secret")) === "true"
        ? generateId(`${known.address} secret`, 51)
        : undefined,
  },
  aws_cognito_user_pool_domain: {
    id: as("domain"),
    cloudfront_distribution: (known) => `d${generateId(known.address, 13)}.cloudfront.net`,
    cloudfront_distribution_arn: (known) => `d${generateId(known.address, 13)}.cloudfront.net`,
    cloudfront_distribution_zone_id: () => "Z2FDTNDATAQYW2",
  },
  aws_cognito_identity_pool: {
    id: (known) => `${known.region}:${generateUuid(known.address)}`,
    arn: (known) => arn(known, "cognito-identity", `identitypool/${known.text("id")}`),
  },
  aws_cognito_identity_pool_roles_attachment: { id: as("identity_pool_id") },
  aws_cognito_identity_provider: {
    id: (known) => `${known.text("user_pool_id")}:${known.text("provider_name")}`,
  },
  aws_cognito_user_group: { id: (known) => `${known.text("user_pool_id")}/${known.text("name")}` },
  aws_cognito_resource_server: {
    id: (known) => `${known.text("user_pool_id")}|${known.text("identifier")}`,
    scope_identifiers: (known) =>
      [known.value("scope")]
        .flat()
        .map((scope) => `${known.text("identifier")}/${String(Object(scope).scope_name ?? "")}`),
  },
  aws_kms_key: {
    id: as("key_id"),
    key_id: (known) => generateUuid(known.address),
    arn: (known) => keyArn(known, known.text("key_id")),
  },
  aws_kms_alias: {
    id: as("name"),
    name: generatedName(),
    arn: (known) => arn(known, "kms", known.text("name")),
    target_key_arn: (known) => keyArn(known, known.text("target_key_id")),
  },
};
