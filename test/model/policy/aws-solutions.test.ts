import { awsSolutions } from "../../../lib/model/policy";
import { allow, factsOf, linesOf, roleWith } from "./support";

type Resources = Parameters<typeof factsOf>[0];

const api = { aws_apigatewayv2_api: { a: { name: "a", protocol_type: "HTTP" } } };
const rest = { aws_api_gateway_rest_api: { a: { name: "a" } } };
const restId = "${aws_api_gateway_rest_api.a.id}";
const stage = {
  aws_api_gateway_stage: { s: { rest_api_id: restId, stage_name: "dev", deployment_id: "d" } },
};
const one = (type: string, values: object = {}): Resources => ({ [type]: { x: { name: "x", ...values } } });
const log = {
  destination_arn: "arn:aws:logs:eu-west-1:123456789012:log-group:l",
  format: "$context.requestId",
};
const lambda = {
  function_name: "f",
  role: "arn:aws:iam::123456789012:role/r",
  handler: "a.b",
  filename: "a.zip",
};
const route = (authorization_type: string) => ({
  ...api,
  aws_apigatewayv2_route: {
    x: { api_id: "${aws_apigatewayv2_api.a.id}", route_key: "GET /", authorization_type },
  },
});
const distribution = (values: object = {}): Resources => ({
  aws_cloudfront_distribution: { x: { enabled: true, origin: [], ...values } },
});
const withoutTls = (Principal: unknown) =>
  JSON.stringify({
    Statement: {
      Effect: "Deny",
      Principal,
      Action: "*",
      Resource: "*",
      Condition: { Bool: { "aws:SecureTransport": "false" } },
    },
  });
const strong = {
  minimum_length: 8,
  require_uppercase: true,
  require_lowercase: true,
  require_numbers: true,
  require_symbols: true,
};
const blocked = {
  block_public_acls: true,
  block_public_policy: true,
  ignore_public_acls: true,
  restrict_public_buckets: true,
};
const bucket = { aws_s3_bucket: { x: { bucket: "x" } } };
const queue = { aws_sqs_queue: { x: { name: "x" } } };
const topic = { aws_sns_topic: { x: { name: "x" } } };
const bus = (Principal: unknown): Resources => ({
  aws_cloudwatch_event_bus: { b: { name: "b" } },
  aws_cloudwatch_event_bus_policy: {
    x: {
      event_bus_name: "b",
      policy: JSON.stringify({
        Statement: {
          Effect: "Allow",
          Principal,
          Action: "events:PutEvents",
          Resource: "arn:aws:events:eu-west-1:123456789012:event-bus/b",
        },
      }),
    },
  },
});
const project = (values: object = {}): Resources =>
  one("aws_codebuild_project", { artifacts: {}, source: {}, service_role: "r", environment: {}, ...values });

/** For each rule, resources that break it, and resources that keep it. */
const cases: Readonly<Record<string, readonly [breaks: Resources, keeps: Resources]>> = {
  APIG1: [
    { ...api, aws_apigatewayv2_stage: { x: { api_id: "a", name: "$default" } } },
    { ...api, aws_apigatewayv2_stage: { x: { api_id: "a", name: "$default", access_log_settings: log } } },
  ],
  APIG2: [rest, { ...rest, aws_api_gateway_request_validator: { v: { rest_api_id: restId, name: "v" } } }],
  APIG3: [
    { ...rest, ...stage },
    {
      ...rest,
      ...stage,
      aws_wafv2_web_acl_association: {
        w: { resource_arn: "${aws_api_gateway_stage.s.arn}", web_acl_arn: "w" },
      },
    },
  ],
  APIG4: [route("NONE"), route("AWS_IAM")],
  APIG6: [
    { ...rest, ...stage },
    {
      ...rest,
      ...stage,
      aws_api_gateway_method_settings: {
        m: {
          rest_api_id: restId,
          stage_name: "dev",
          method_path: "*/*",
          settings: { logging_level: "INFO" },
        },
      },
    },
  ],
  ASC3: [
    one("aws_appsync_graphql_api", { authentication_type: "API_KEY", schema: "type Query { a: String }" }),
    one("aws_appsync_graphql_api", {
      authentication_type: "API_KEY",
      schema: "type Query { a: String }",
      log_config: { field_log_level: "ERROR" },
    }),
  ],
  CFR3: [distribution(), distribution({ logging_config: { bucket: "b" } })],
  CFR4: [
    distribution({ viewer_certificate: { cloudfront_default_certificate: true } }),
    distribution({ viewer_certificate: { minimum_protocol_version: "TLSv1.2_2021" } }),
  ],
  DDB3: [one("aws_dynamodb_table"), one("aws_dynamodb_table", { point_in_time_recovery: { enabled: true } })],
  S1: [
    bucket,
    { ...bucket, aws_s3_bucket_logging: { l: { bucket: "x", target_bucket: "l", target_prefix: "" } } },
  ],
  S2: [
    {
      ...bucket,
      aws_s3_bucket_public_access_block: { b: { bucket: "x", ...blocked, block_public_acls: false } },
    },
    { ...bucket, aws_s3_bucket_public_access_block: { b: { bucket: "x", ...blocked } } },
  ],
  S10: [
    { ...bucket, aws_s3_bucket_policy: { p: { bucket: "x", policy: withoutTls({ AWS: "123456789012" }) } } },
    { ...bucket, aws_s3_bucket_policy: { p: { bucket: "x", policy: withoutTls("*") } } },
  ],
  KDS1: [one("aws_kinesis_stream"), one("aws_kinesis_stream", { encryption_type: "KMS" })],
  KMS5: [{ aws_kms_key: { x: {} } }, { aws_kms_key: { x: { enable_key_rotation: true } } }],
  L1: [
    { aws_lambda_function: { x: { ...lambda, runtime: "nodejs20.x" } } },
    {
      aws_lambda_function: { x: { ...lambda, runtime: "nodejs24.x" }, y: { ...lambda, runtime: "ruby3.3" } },
    },
  ],
  RDS2: [one("aws_rds_cluster"), one("aws_rds_cluster", { storage_encrypted: true })],
  RDS6: [one("aws_rds_cluster"), one("aws_rds_cluster", { iam_database_authentication_enabled: true })],
  RDS10: [one("aws_rds_cluster"), one("aws_rds_cluster", { deletion_protection: true })],
  RDS13: [one("aws_rds_cluster", { backup_retention_period: 0 }), one("aws_rds_cluster")],
  SMG4: [
    one("aws_secretsmanager_secret"),
    {
      ...one("aws_secretsmanager_secret"),
      aws_secretsmanager_secret_rotation: { r: { secret_id: "${aws_secretsmanager_secret.x.id}" } },
    },
  ],
  COG1: [
    one("aws_cognito_user_pool", { password_policy: { ...strong, require_symbols: false } }),
    one("aws_cognito_user_pool", { password_policy: strong }),
  ],
  COG2: [
    one("aws_cognito_user_pool", { mfa_configuration: "OPTIONAL" }),
    one("aws_cognito_user_pool", { mfa_configuration: "ON" }),
  ],
  COG7: [
    one("aws_cognito_identity_pool", { identity_pool_name: "x", allow_unauthenticated_identities: true }),
    one("aws_cognito_identity_pool", { identity_pool_name: "x" }),
  ],
  COG8: [one("aws_cognito_user_pool"), one("aws_cognito_user_pool", { user_pool_tier: "PLUS" })],
  IAM4: [
    {
      aws_iam_role_policy_attachment: {
        x: { role: "r", policy_arn: "arn:aws:iam::aws:policy/ReadOnlyAccess" },
      },
    },
    {
      aws_iam_role_policy_attachment: {
        x: { role: "r", policy_arn: "arn:aws:iam::123456789012:policy/own" },
      },
    },
  ],
  IAM5: [
    roleWith(allow("sqs:SendMessage", "arn:aws:sqs:eu-west-1:123456789012:*")),
    roleWith(allow("sqs:SendMessage")),
  ],
  CB3: [project({ environment: { privileged_mode: true } }), project()],
  CB4: [project(), project({ encryption_key: "arn:aws:kms:eu-west-1:123456789012:key/1" })],
  SQS2: [one("aws_sqs_queue", { sqs_managed_sse_enabled: false }), queue],
  SQS3: [
    queue,
    {
      aws_sqs_queue: {
        x: {
          name: "x",
          redrive_policy: '{"deadLetterTargetArn":"${aws_sqs_queue.d.arn}","maxReceiveCount":3}',
        },
        d: { name: "d" },
      },
    },
  ],
  SQS4: [
    queue,
    {
      ...queue,
      aws_sqs_queue_policy: { p: { queue_url: "${aws_sqs_queue.x.id}", policy: withoutTls("*") } },
    },
  ],
  SNS3: [
    topic,
    { ...topic, aws_sns_topic_policy: { p: { arn: "${aws_sns_topic.x.arn}", policy: withoutTls("*") } } },
  ],
  EVB1: [bus("*"), bus({ AWS: "123456789012" })],
};

describe("the pack AwsSolutions", () => {
  const rules = new Map(awsSolutions().map((rule) => [rule.id, rule]));

  test("has a case for each of its rules", () => {
    expect([...rules.keys()].sort()).toEqual(
      Object.keys(cases)
        .map((name) => `AwsSolutions-${name}`)
        .sort(),
    );
  });

  test.each(Object.entries(cases))("%s finds what breaks it, and nothing else", (name, [breaks, keeps]) => {
    const rule = rules.get(`AwsSolutions-${name}`) ?? { id: "", check: () => [] };
    expect(linesOf(rule, factsOf(breaks))).toHaveLength(1);
    expect(linesOf(rule, factsOf(keeps))).toEqual([]);
  });

  test("leaves rules out, and refuses an unknown id", () => {
    expect(awsSolutions({ without: ["AwsSolutions-S1"] }).map(({ id }) => id)).not.toContain(
      "AwsSolutions-S1",
    );
    expect(() => awsSolutions({ without: ["AwsSolutions-APIG"] })).toThrow(
      /without\[0\] is "AwsSolutions-APIG", which is not a rule[\s\S]*Did you mean "AwsSolutions-APIG1"[\s\S]*\[policy-rule-unknown\]/,
    );
  });
});
