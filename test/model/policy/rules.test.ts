import {
  allowedRegions,
  awsSolutions,
  encryption,
  logRetention,
  naming,
  openRoutes,
  requiredTags,
  wildcards,
} from "../../../lib/model/policy";
import { allow, factsOf, linesOf, roleWith } from "./support";

const key = "arn:aws:kms:eu-west-1:123456789012:key/1";

describe("the rule open-routes", () => {
  const route = (route_key: string, authorization_type: string) => ({
    api_id: "${aws_apigatewayv2_api.a.id}",
    route_key,
    authorization_type,
  });
  const facts = factsOf({
    aws_apigatewayv2_api: { a: { name: "a", protocol_type: "HTTP" } },
    aws_apigatewayv2_route: {
      status: route("GET /status", "NONE"),
      all: route("GET /all", "NONE"),
      own: route("GET /own", "AWS_IAM"),
    },
  });

  test("finds routes that everyone may call, except those that it lists", () => {
    expect(linesOf(openRoutes(), facts)).toEqual([
      "aws_apigatewayv2_route.all: GET /all: everyone may call it",
      "aws_apigatewayv2_route.status: GET /status: everyone may call it",
    ]);
    expect(linesOf(openRoutes({ except: ["GET /status", "a GET /all"] }), facts)).toEqual([]);
  });

  test("reports exceptions that name no open route", () => {
    const { notes } = openRoutes({ except: ["GET /status", "GET /own", "GET /gone"] });
    expect(notes?.(facts)).toEqual([
      'open-routes: except names "GET /own", which is not an open route. Remove it.',
      'open-routes: except names "GET /gone", which is not an open route. Remove it.',
    ]);
  });
});

test("the rule wildcards finds all actions and all resources, where the action could name one", () => {
  const facts = factsOf(
    roleWith(
      allow(["sqs:*", "sqs:Get*"]),
      allow(["sqs:SendMessage", "xray:PutTraceSegments", "ec2:CreateNetworkInterface"], "*"),
      allow("dynamodb:GetItem", "arn:aws:dynamodb:eu-west-1:123456789012:table/t/index/*"),
      { Effect: "Deny", Action: "*", Resource: "*" },
      { Effect: "Allow", NotAction: "iam:*", Resource: "*" },
    ),
  );
  expect(linesOf(wildcards(), facts)).toEqual([
    "aws_iam_role.r: sqs:*: r may do this",
    "aws_iam_role.r: sqs:SendMessage on *: r may do this",
    "aws_iam_role.r: everything except iam:*: r may do this",
  ]);
});

test("the rule AwsSolutions-IAM5 leaves out wildcards where AWS accepts only these", () => {
  const iam5 = awsSolutions().find(({ id }) => id === "AwsSolutions-IAM5") ?? openRoutes();
  const group = "arn:aws:logs:eu-west-1:123456789012:log-group:/aws/lambda/f";
  const facts = factsOf(
    roleWith(
      allow(["logs:CreateLogStream", "logs:PutLogEvents"], `${group}:*`),
      allow(["xray:PutTraceSegments", "xray:PutTelemetryRecords"], "*"),
      allow("logs:PutLogEvents", `${group}*`),
      allow(["xray:PutTraceSegments", "sqs:SendMessage"], "*"),
    ),
  );
  expect(linesOf(iam5, facts)).toEqual([
    `aws_iam_role.r: logs:PutLogEvents on ${group}*: r may do this`,
    "aws_iam_role.r: xray:PutTraceSegments, sqs:SendMessage on *: r may do this",
  ]);
});

test.each([
  [undefined, ["forever: its logs are kept forever"]],
  [{ minDays: 7 }, ["day: its logs are kept for 1 days", "forever: its logs are kept forever"]],
  [{ maxDays: 364 }, ["forever: its logs are kept forever", "year: its logs are kept for 365 days"]],
  [{ minDays: 1, maxDays: 365 }, ["forever: its logs are kept forever"]],
])("the rule log-retention keeps to the limits %j", (props, lines) => {
  const facts = factsOf({
    aws_cloudwatch_log_group: {
      day: { name: "d", retention_in_days: 1 },
      year: { name: "y", retention_in_days: 365 },
      forever: { name: "f" },
    },
  });
  expect(linesOf(logRetention(props), facts)).toEqual(
    lines.map((line) => `aws_cloudwatch_log_group.${line}`),
  );
});

describe("the rule encryption", () => {
  const rds = { engine: "aurora-postgresql" };
  const facts = factsOf({
    aws_dynamodb_table: {
      own: { name: "o", server_side_encryption: { enabled: true, kms_key_arn: key } },
      aws: { name: "a" },
    },
    aws_s3_bucket: { own: { bucket: "own" }, aws: { bucket: "aws" } },
    aws_s3_bucket_server_side_encryption_configuration: {
      own: {
        bucket: "${aws_s3_bucket.own.id}",
        rule: {
          apply_server_side_encryption_by_default: { sse_algorithm: "aws:kms", kms_master_key_id: key },
        },
      },
    },
    aws_sqs_queue: {
      own: { name: "o", kms_master_key_id: key },
      aws: { name: "a" },
      none: { name: "n", sqs_managed_sse_enabled: false },
    },
    aws_sns_topic: { aws: { name: "a", kms_master_key_id: "alias/aws/sns" }, none: { name: "n" } },
    aws_kinesis_stream: { own: { name: "o", encryption_type: "KMS", kms_key_id: key }, none: { name: "n" } },
    aws_rds_cluster: { aws: { ...rds, engine_mode: "serverless" }, none: rds },
    aws_cloudwatch_log_group: { own: { name: "o", kms_key_id: key }, aws: { name: "a" } },
    aws_secretsmanager_secret: { own: { name: "o", kms_key_id: key }, aws: { name: "a" } },
  });
  const none = ["aws_kinesis_stream", "aws_rds_cluster", "aws_sns_topic", "aws_sqs_queue"].map(
    (type) => `${type}.none: its data is not encrypted`,
  );

  test("finds data without encryption", () => {
    expect([...linesOf(encryption(), facts)].sort()).toEqual(none);
  });

  test("finds keys of AWS, if keys must be those of the account", () => {
    const found = linesOf(encryption({ customerKeys: true }), facts).filter((line) => !none.includes(line));
    const types = [
      "cloudwatch_log_group",
      "dynamodb_table",
      "rds_cluster",
      "s3_bucket",
      "secretsmanager_secret",
      "sns_topic",
      "sqs_queue",
    ];
    expect([...found].sort()).toEqual(
      types.map((type) => `aws_${type}.aws: its data is encrypted with a key of AWS`),
    );
  });
});

describe("the rule required-tags", () => {
  const resources = {
    aws_sqs_queue: { q: { name: "q", tags: { team: "a" } }, p: { name: "p" } },
    aws_sns_topic_policy: { t: {} },
  };

  test("counts the default tags of the provider", () => {
    const provider = { default_tags: [{ tags: { cost: "7" } }] };
    expect(linesOf(requiredTags(["cost", "team"]), factsOf(resources, provider))).toEqual([
      "aws_sqs_queue.p: team: the tag is missing",
    ]);
  });

  test("compares values with patterns", () => {
    expect(linesOf(requiredTags({ team: /^b/ }), factsOf(resources))).toEqual([
      "aws_sqs_queue.p: team: the tag is missing",
      'aws_sqs_queue.q: team: the tag is "a", which /^b/ does not match',
    ]);
  });
});

test("the rule allowed-regions leaves out what belongs to no region, and certificates", () => {
  const facts = factsOf({
    aws_sqs_queue: { q: { name: "q" } },
    aws_iam_role: { r: { name: "r", assume_role_policy: "{}" } },
    aws_acm_certificate: { c: { domain_name: "example.com" } },
  });
  expect(linesOf(allowedRegions(["eu-west-1"]), facts)).toEqual([]);
  expect(linesOf(allowedRegions(["eu-central-1"]), facts)).toEqual([
    "aws_sqs_queue.q: eu-west-1: is not a region of this app",
  ]);
});

test("the rule naming compares the names in AWS", () => {
  const facts = factsOf({
    aws_sqs_queue: { q: { name: "dev-q" }, p: { name: "other" } },
    aws_lambda_function: {
      f: {
        function_name: "fn",
        role: "arn:aws:iam::123456789012:role/r",
        handler: "a.b",
        runtime: "nodejs24.x",
        filename: "a.zip",
      },
    },
  });
  expect(linesOf(naming(/^dev-/), facts)).toEqual([
    "aws_lambda_function.f: fn: is a name that /^dev-/ does not match",
    "aws_sqs_queue.p: other: is a name that /^dev-/ does not match",
  ]);
});
