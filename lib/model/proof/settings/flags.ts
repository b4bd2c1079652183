import type { Values } from "../../resources/model";
import { block, blocks, flag, text, texts } from "../../resources/values";
import type { FlagSetting } from "./setting";

/** A setting that is open unless one value protects. */
const flagOf = (
  type: string,
  isOpen: (values: Values) => boolean,
  opened: (name: string) => string,
  closed: (name: string) => string,
  more: Partial<FlagSetting> = {},
): FlagSetting => ({ kind: "flag", type, isOpen, opened, closed, ...more });

const bucketBlocks = (
  ["block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets"] as const
).map((name) =>
  flagOf(
    "aws_s3_bucket_public_access_block",
    (values) => flag(values, name) !== true,
    (bucket) => `the bucket ${bucket} may be made public (${name} is off)`,
    (bucket) => `the bucket ${bucket} can no longer be made public (${name} is on)`,
    { protects: { type: "aws_s3_bucket", by: "bucket", attribute: "bucket" } },
  ),
);

const accountBlocks = (
  ["block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets"] as const
).map((name) =>
  flagOf(
    "aws_s3_account_public_access_block",
    (values) => flag(values, name) !== true,
    () => `buckets of the account may be made public (${name} is off)`,
    () => `buckets of the account can no longer be made public (${name} is on)`,
  ),
);

/** Everyone, and everyone with an AWS account, in the lists of access of a bucket. */
const everyone = /\/groups\/global\/(?:AllUsers|AuthenticatedUsers)$/;

function hasPublicList(values: Values): boolean {
  const grants = blocks(block(values, "access_control_policy") ?? values, "grant");
  const uris = grants.map((each) => text(block(each, "grantee") ?? each, "uri") ?? "");
  return (
    /^(?:public-|authenticated-read)/.test(text(values, "acl") ?? "") ||
    uris.some((uri) => everyone.test(uri))
  );
}

const publicLists = ["aws_s3_bucket_acl", "aws_s3_bucket"].map((type) =>
  flagOf(
    type,
    hasPublicList,
    (bucket) => `the objects of the bucket ${bucket} are for everyone`,
    (bucket) => `the objects of the bucket ${bucket} are no longer for everyone`,
    { countsWhenNew: true },
  ),
);

const generatedAddress = ["aws_apigatewayv2_api", "aws_api_gateway_rest_api"].map((type) =>
  flagOf(
    type,
    (values) => flag(values, "disable_execute_api_endpoint") !== true,
    (api) => `the generated address of ${api} answers again`,
    (api) => `the generated address of ${api} is switched off`,
  ),
);

const certificates = ["aws_apigatewayv2_domain_name", "aws_api_gateway_domain_name"].map((type) =>
  flagOf(
    type,
    (values) => block(values, "mutual_tls_authentication") === undefined,
    (domain) => `clients of ${domain} no longer need a certificate`,
    (domain) => `clients of ${domain} now need a certificate`,
  ),
);

const databases = ["aws_db_instance", "aws_rds_cluster_instance"].map((type) =>
  flagOf(
    type,
    (values) => flag(values, "publicly_accessible") === true,
    (name) => `the database ${name} has an address in the internet`,
    (name) => `the database ${name} has no address in the internet any more`,
    { countsWhenNew: true },
  ),
);

const balancers = ["aws_lb", "aws_alb"].map((type) =>
  flagOf(
    type,
    (values) => flag(values, "internal") !== true,
    (name) => `the load balancer ${name} is in the internet`,
    (name) => `the load balancer ${name} is internal`,
    { countsWhenNew: true },
  ),
);

/** Behaviours of a distribution, the first one included. */
const behaviours = (values: Values): readonly Values[] => [
  ...blocks(values, "default_cache_behavior"),
  ...blocks(values, "ordered_cache_behavior"),
];

export const flagSettings: readonly FlagSetting[] = [
  ...bucketBlocks,
  ...accountBlocks,
  ...publicLists,
  ...generatedAddress,
  ...certificates,
  ...databases,
  ...balancers,
  flagOf(
    "aws_cognito_identity_pool",
    (values) => flag(values, "allow_unauthenticated_identities") === true,
    (pool) => `${pool} takes guests`,
    (pool) => `${pool} takes no guests any more`,
    { countsWhenNew: true },
  ),
  flagOf(
    "aws_cognito_identity_pool",
    (values) => flag(values, "allow_classic_flow") === true,
    (pool) => `users of ${pool} may choose their role themselves (classic flow)`,
    (pool) => `users of ${pool} may no longer choose their role themselves (classic flow)`,
  ),
  flagOf(
    "aws_cognito_user_pool",
    (values) =>
      flag(block(values, "admin_create_user_config") ?? {}, "allow_admin_create_user_only") !== true,
    (pool) => `everyone may sign up in ${pool}`,
    (pool) => `only administrators may add users to ${pool}`,
  ),
  flagOf(
    "aws_cognito_user_pool",
    (values) => text(values, "mfa_configuration") !== "ON",
    (pool) => `${pool} requires no second factor any more`,
    (pool) => `${pool} requires a second factor`,
  ),
  flagOf(
    "aws_cognito_user_pool_client",
    (values) => flag(values, "generate_secret") !== true,
    (client) => `the client ${client} needs no secret any more`,
    (client) => `the client ${client} needs a secret`,
  ),
  flagOf(
    "aws_cloudfront_distribution",
    (values) => (text(values, "web_acl_id") ?? "") === "",
    (name) => `the distribution ${name} has no web ACL any more`,
    (name) => `the distribution ${name} has a web ACL`,
  ),
  flagOf(
    "aws_cloudfront_distribution",
    (values) => behaviours(values).some((each) => text(each, "viewer_protocol_policy") === "allow-all"),
    (name) => `the distribution ${name} answers without TLS`,
    (name) => `the distribution ${name} answers only with TLS`,
    { countsWhenNew: true },
  ),
  flagOf(
    "aws_cloudfront_distribution",
    (values) =>
      behaviours(values).some(
        (each) => texts(each, "trusted_key_groups").length + texts(each, "trusted_signers").length === 0,
      ),
    (name) => `the distribution ${name} answers requests without a signature`,
    (name) => `the distribution ${name} answers only requests with a signature`,
  ),
  flagOf(
    "aws_wafv2_web_acl_association",
    () => false,
    (name) => `${name} has no web ACL any more`,
    (name) => `${name} has a web ACL`,
    { protects: { type: "", by: "arn", attribute: "resource_arn" } },
  ),
  flagOf(
    "aws_sns_topic_subscription",
    (values) => /^http:/.test(text(values, "endpoint") ?? ""),
    (name) => `the subscription ${name} sends messages without TLS`,
    (name) => `the subscription ${name} sends messages with TLS`,
    { countsWhenNew: true },
  ),
];
