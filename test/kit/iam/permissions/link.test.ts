import { DynamodbTable } from "@cdktf/provider-aws/lib/dynamodb-table";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Fn, TerraformStack, Testing } from "cdktf";
import type { Statement } from "../../../../lib/kit/iam";
import { isLink, resolveStatements, splitLinks } from "../../../../lib/kit/iam/permissions";
import { temporaryFolder } from "../../../support/stack";

describe("statements that no function may wait for", () => {
  test.each([
    "*",
    "arn:aws:s3:::notes/*",
    "arn:aws:s3:::notes/${aws:username}",
    "${cognito-identity.amazonaws.com:sub}",
    "${aws_dynamodb_table.X.arn}/index/*",
    "${aws_s3_bucket.X.arn}",
    "${aws_sns_topic.X.arn}",
    "${aws_sqs_queue.X.arn}",
    "${aws_cloudwatch_event_bus.X.arn}",
    "${aws_kinesis_stream.X.arn}",
    "${aws_kinesis_firehose_delivery_stream.X.arn}",
    "${aws_rds_cluster.X.master_user_secret[0].secret_arn}",
    "${aws_secretsmanager_secret.X.arn}",
    "${aws_ssm_parameter.X.arn}",
    "${aws_kms_key.X.arn}",
    "${aws_cloudwatch_log_group.X.arn}:*",
    "arn:aws:execute-api:eu-west-1:${data.aws_caller_identity.current.account_id}:${aws_apigatewayv2_api.X.id}/*",
    "${aws_api_gateway_rest_api.X.execution_arn}",
    "${data.aws_dynamodb_table.X.arn}",
    "${data.terraform_remote_state.other.outputs.fn}",
    "${var.arn}",
    '${join("/", [aws_s3_bucket.X.arn, "aws_lambda_function"])}',
    '${aws_s3_bucket.X["a.b"].arn}',
    '{"resources":["${join(\\":\\", [aws_s3_bucket.X.arn])}"],"sid":"see module.x"}',
  ])("%s is not a link", (text) => {
    expect(isLink(text)).toBe(false);
  });
  test.each([
    "${aws_lambda_function.X.arn}",
    "${aws_lambda_function.X.arn}:*",
    "${aws_cognito_user_pool.X.arn}",
    "${aws_appsync_graphql_api.X.arn}/*",
    "${aws_sfn_state_machine.X.arn}",
    "${aws_apigatewayv2_stage.X.name}",
    "${data.aws_lambda_function.X.arn}",
    "${module.x.arn}",
    "${local.arn}",
    '${join(":", [aws_lambda_function.X.arn, "*"])}',
    '${"${aws_lambda_function.X.arn}:*"}',
    "${aws_s3_bucket.X.arn}${aws_lambda_function.X.arn}",
    "#{[aws_lambda_function.X.arn]}",
    '{"resources":["${join(\\":\\", [aws_lambda_function.X.arn])}"]}',
  ])("%s is a link", (text) => {
    expect(isLink(text)).toBe(true);
  });
  test("a list of statements falls into those that functions wait for and those that they do not", () => {
    const stack = new TerraformStack(Testing.app({ outdir: temporaryFolder() }), "stack");
    const table = new DynamodbTable(stack, "Table", { name: "x" });
    const fn = new LambdaFunction(stack, "Fn", { functionName: "x", role: "arn:aws:iam::1:role/x" });
    const allow = (resources: readonly string[], more?: Partial<Statement>): Statement => ({
      effect: "Allow",
      actions: ["x:Y"],
      resources,
      ...more,
    });
    const { base, links } = splitLinks(stack, [
      allow([table.arn]),
      allow([`${fn.arn}:*`]),
      allow([table.arn, fn.arn]),
      allow(Fn.split(",", fn.arn)),
      allow(["*"], { conditions: { ArnEquals: { "aws:SourceArn": fn.arn } } }),
      allow([], { notResources: [fn.arn] }),
    ]);
    const resolved = resolveStatements(stack, base);
    expect(resolved.map((each) => each.resources)).toEqual([["${aws_dynamodb_table.Table.arn}"]]);
    expect(links).toHaveLength(5);
  });
  test("statements whose references come to the same are joined, with the actions of all", () => {
    const stack = new TerraformStack(Testing.app({ outdir: temporaryFolder() }), "stack");
    const table = new DynamodbTable(stack, "Table", { name: "x" });
    // Each reading of an attribute is another reference.
    const allow = (...actions: string[]): Statement => ({ effect: "Allow", actions, resources: [table.arn] });
    const deny: Statement = { ...allow("x:Y"), effect: "Deny" };
    const { base } = splitLinks(stack, [allow("x:Y"), allow("x:Z"), deny, allow("x:Y")]);
    expect(resolveStatements(stack, base).map(({ effect, actions }) => [effect, actions])).toEqual([
      ["Allow", ["x:Y", "x:Z"]],
      ["Deny", ["x:Y"]],
    ]);
  });
});
