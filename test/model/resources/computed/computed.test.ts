import { modelOf } from "../output";

const account = "123456789012";
const provider = { aws: [{ region: "eu-west-1" }] };

/** The attributes of the one resource `R` of a type, beside others. */
function valuesOf(type: string, body: object, others: object = {}): Readonly<Record<string, unknown>> {
  const isData = type.startsWith("data.");
  const model = modelOf({
    provider,
    [isData ? "data" : "resource"]: { [type.replace("data.", "")]: { R: body } },
    ...(isData ? { resource: others } : {}),
    ...(!isData ? { resource: [{ [type]: { R: body } }, others] } : {}),
  });
  const found = model.ofType(type).find(({ name }) => name === "R");
  if (found === undefined) throw new Error(`no ${type}`);
  return found.values;
}

const functionArn = `arn:aws:lambda:eu-west-1:${account}:function:f`;
const invokePath = "arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions";

test.each<[string, object, Readonly<Record<string, unknown>>]>([
  [
    "aws_lambda_function",
    { function_name: "f" },
    {
      id: "f",
      arn: functionArn,
      invoke_arn: `${invokePath}/${functionArn}/invocations`,
      version: "$LATEST",
      qualified_arn: `${functionArn}:$LATEST`,
      response_streaming_invoke_arn: `arn:aws:apigateway:eu-west-1:lambda:path/2021-11-15/functions/${functionArn}/response-streaming-invocations`,
    },
  ],
  [
    "aws_lambda_function",
    { function_name: "f", publish: true },
    {
      version: "1",
      qualified_arn: `${functionArn}:1`,
      qualified_invoke_arn: `${invokePath}/${functionArn}:1/invocations`,
    },
  ],
  [
    "aws_lambda_alias",
    { function_name: "f", name: "live" },
    { arn: `${functionArn}:live`, invoke_arn: `${invokePath}/${functionArn}:live/invocations` },
  ],
  ["aws_lambda_alias", { function_name: functionArn, name: "live" }, { arn: `${functionArn}:live` }],
  [
    "aws_lambda_layer_version",
    { layer_name: "l" },
    { arn: `arn:aws:lambda:eu-west-1:${account}:layer:l:1`, version: "1" },
  ],
  [
    "aws_apigatewayv2_stage",
    { api_id: "abc", name: "$default" },
    {
      id: "$default",
      invoke_url: "https://abc.execute-api.eu-west-1.amazonaws.com/",
      execution_arn: `arn:aws:execute-api:eu-west-1:${account}:abc/$default`,
      arn: "arn:aws:apigateway:eu-west-1::/apis/abc/stages/$default",
    },
  ],
  [
    "aws_apigatewayv2_stage",
    { api_id: "abc", name: "dev" },
    { invoke_url: "https://abc.execute-api.eu-west-1.amazonaws.com/dev" },
  ],
  [
    "aws_api_gateway_stage",
    { rest_api_id: "abc", stage_name: "dev" },
    {
      id: "ags-abc-dev",
      invoke_url: "https://abc.execute-api.eu-west-1.amazonaws.com/dev",
      execution_arn: `arn:aws:execute-api:eu-west-1:${account}:abc/dev`,
      arn: "arn:aws:apigateway:eu-west-1::/restapis/abc/stages/dev",
    },
  ],
  [
    "aws_api_gateway_method",
    { rest_api_id: "a", resource_id: "b", http_method: "GET" },
    { id: "agm-a-b-GET" },
  ],
  [
    "aws_sqs_queue",
    { name: "q" },
    {
      id: `https://sqs.eu-west-1.amazonaws.com/${account}/q`,
      url: `https://sqs.eu-west-1.amazonaws.com/${account}/q`,
      arn: `arn:aws:sqs:eu-west-1:${account}:q`,
    },
  ],
  [
    "aws_sns_topic",
    { name: "t" },
    { id: `arn:aws:sns:eu-west-1:${account}:t`, arn: `arn:aws:sns:eu-west-1:${account}:t` },
  ],
  [
    "aws_dynamodb_table",
    { name: "t", stream_enabled: true },
    {
      id: "t",
      arn: `arn:aws:dynamodb:eu-west-1:${account}:table/t`,
      stream_arn: `arn:aws:dynamodb:eu-west-1:${account}:table/t/stream/2024-01-01T00:00:00.000`,
      stream_label: "2024-01-01T00:00:00.000",
    },
  ],
  ["aws_kinesis_stream", { name: "s" }, { arn: `arn:aws:kinesis:eu-west-1:${account}:stream/s` }],
  [
    "aws_s3_bucket",
    { bucket: "b" },
    {
      id: "b",
      arn: "arn:aws:s3:::b",
      bucket_domain_name: "b.s3.amazonaws.com",
      bucket_regional_domain_name: "b.s3.eu-west-1.amazonaws.com",
    },
  ],
  ["aws_cloudwatch_event_bus", { name: "b" }, { arn: `arn:aws:events:eu-west-1:${account}:event-bus/b` }],
  [
    "aws_cloudwatch_event_rule",
    { name: "r", event_bus_name: "b" },
    { id: "b/r", arn: `arn:aws:events:eu-west-1:${account}:rule/b/r` },
  ],
  [
    "aws_cloudwatch_event_rule",
    { name: "r" },
    { arn: `arn:aws:events:eu-west-1:${account}:rule/r`, event_bus_name: "default" },
  ],
  [
    "aws_scheduler_schedule",
    { name: "s" },
    { arn: `arn:aws:scheduler:eu-west-1:${account}:schedule/default/s` },
  ],
  [
    "aws_cloudwatch_log_group",
    { name: "/aws/x" },
    { arn: `arn:aws:logs:eu-west-1:${account}:log-group:/aws/x` },
  ],
  ["aws_iam_role", { name: "r" }, { id: "r", arn: `arn:aws:iam::${account}:role/r` }],
  ["aws_iam_role", { name: "r", path: "/a/b/" }, { arn: `arn:aws:iam::${account}:role/a/b/r` }],
  [
    "aws_ssm_parameter",
    { name: "/a/b" },
    { id: "/a/b", arn: `arn:aws:ssm:eu-west-1:${account}:parameter/a/b` },
  ],
  ["aws_route53_record", { zone_id: "Z", name: "a.b", type: "A" }, { fqdn: "a.b", id: "Z_a.b_A" }],
  [
    "aws_cognito_resource_server",
    { identifier: "notes", scope: { scope_name: "read" } },
    { scope_identifiers: ["notes/read"] },
  ],
  ["data.aws_caller_identity", {}, { account_id: account }],
  ["data.aws_region", {}, { region: "eu-west-1", name: "eu-west-1" }],
  ["data.aws_region", { region: "us-east-1" }, { name: "us-east-1" }],
  ["data.aws_partition", {}, { partition: "aws", dns_suffix: "amazonaws.com" }],
  ["data.aws_iam_role", { name: "r" }, { arn: `arn:aws:iam::${account}:role/r` }],
  ["data.aws_lambda_function", { function_name: "f" }, { arn: functionArn }],
  [
    "data.aws_cognito_user_pool",
    { user_pool_id: "eu-west-1_A" },
    { id: "eu-west-1_A", endpoint: "cognito-idp.eu-west-1.amazonaws.com/eu-west-1_A" },
  ],
])("%s with %j", (type, body, expected) => {
  expect(valuesOf(type, body)).toMatchObject(expected);
});

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

test.each<[string, object, Readonly<Record<string, RegExp>>]>([
  [
    "aws_apigatewayv2_api",
    { protocol_type: "HTTP" },
    {
      id: /^[a-z0-9]{10}$/,
      api_endpoint: /^https:\/\/[a-z0-9]{10}\.execute-api\.eu-west-1\.amazonaws\.com$/,
    },
  ],
  ["aws_apigatewayv2_api", { protocol_type: "WEBSOCKET" }, { api_endpoint: /^wss:\/\/[a-z0-9]{10}\./ }],
  ["aws_api_gateway_rest_api", {}, { id: /^[a-z0-9]{10}$/, root_resource_id: /^[a-z0-9]{10}$/ }],
  [
    "aws_api_gateway_api_key",
    {},
    { id: /^[a-z0-9]{10}$/, value: /^[A-Za-z0-9]{40}$/, name: /^terraform-\d{26}$/ },
  ],
  ["aws_api_gateway_usage_plan", {}, { id: /^[a-z0-9]{6}$/ }],
  [
    "aws_lambda_function_url",
    { function_name: "f" },
    { function_url: /^https:\/\/[a-z0-9]{32}\.lambda-url\.eu-west-1\.on\.aws\/$/ },
  ],
  ["aws_lambda_event_source_mapping", {}, { uuid: new RegExp(`^${uuid}$`) }],
  [
    "aws_cognito_user_pool",
    { name: "p" },
    {
      id: /^eu-west-1_[A-Za-z0-9]{9}$/,
      endpoint: /^cognito-idp\.eu-west-1\.amazonaws\.com\/eu-west-1_\w{9}$/,
    },
  ],
  [
    "aws_cognito_user_pool_client",
    { generate_secret: true },
    { id: /^[a-z0-9]{26}$/, client_secret: /^[a-z0-9]{51}$/ },
  ],
  ["aws_cognito_identity_pool", {}, { id: new RegExp(`^eu-west-1:${uuid}$`) }],
  ["aws_kms_key", {}, { arn: new RegExp(`^arn:aws:kms:eu-west-1:${account}:key/${uuid}$`) }],
  ["aws_acm_certificate", { domain_name: "a.b" }, { arn: new RegExp(`:certificate/${uuid}$`) }],
  ["aws_route53_zone", { name: "a.b" }, { zone_id: /^Z[A-Z0-9]{20}$/ }],
  ["aws_iam_role", { name_prefix: "dev-" }, { name: /^dev-\d{26}$/ }],
  ["aws_s3_bucket", { bucket_prefix: "b-" }, { bucket: /^b-\d{26}$/ }],
  ["aws_sqs_queue", { name_prefix: "q-", fifo_queue: true }, { name: /^q-\d{26}\.fifo$/ }],
  ["aws_secretsmanager_secret", { name: "s" }, { arn: /:secret:s-[A-Za-z0-9]{6}$/ }],
  ["aws_efs_access_point", {}, { arn: /^arn:aws:efs:eu-west-1:\d{12}:access-point\/[a-z0-9]{10}$/ }],
  ["null_resource", {}, { id: /^\d{19}$/ }],
])("%s with %j has attributes of AWS's shape", (type, body, shapes) => {
  const values = valuesOf(type, body);
  for (const [attribute, shape] of Object.entries(shapes)) expect(String(values[attribute])).toMatch(shape);
});

test("made-up values are the same in every run, and differ between resources", () => {
  const json = { resource: { aws_apigatewayv2_api: { A: {}, B: {} } } };
  const idsOf = () => modelOf(json).resources.map(({ values }) => values.id);
  const [first, second] = idsOf();
  expect(idsOf()).toEqual([first, second]);
  expect(first).not.toBe(second);
});

test("configured values are not made up", () => {
  expect(valuesOf("aws_api_gateway_api_key", { name: "k", value: "mine" })).toMatchObject({
    name: "k",
    value: "mine",
  });
  const table = valuesOf("aws_dynamodb_table", { name: "t" });
  expect(table).not.toHaveProperty("stream_arn");
  expect(table).not.toHaveProperty("stream_label");
  expect(valuesOf("aws_cognito_user_pool_client", {})).not.toHaveProperty("client_secret");
});

test("the stage of a WebSocket API has a wss address", () => {
  const values = valuesOf(
    "aws_apigatewayv2_stage",
    { api_id: "${aws_apigatewayv2_api.A.id}", name: "dev" },
    { aws_apigatewayv2_api: { A: { protocol_type: "WEBSOCKET" } } },
  );
  expect(values.invoke_url).toBe(`wss://${String(values.api_id)}.execute-api.eu-west-1.amazonaws.com/dev`);
});

test("the path of a REST resource goes through its parents", () => {
  const model = modelOf({
    resource: {
      aws_api_gateway_rest_api: { Api: {} },
      aws_api_gateway_resource: {
        B: { parent_id: "${aws_api_gateway_resource.A.id}", path_part: "{id}" },
        A: { parent_id: "${aws_api_gateway_rest_api.Api.root_resource_id}", path_part: "notes" },
      },
    },
  });
  expect(model.ofType("aws_api_gateway_resource").map(({ values }) => values.path)).toEqual([
    "/notes",
    "/notes/{id}",
  ]);
});

test("a key in a usage plan has the name and value of the key", () => {
  const values = valuesOf(
    "aws_api_gateway_usage_plan_key",
    { key_id: "${aws_api_gateway_api_key.K.id}" },
    { aws_api_gateway_api_key: { K: { name: "k", value: "secret" } } },
  );
  expect(values).toMatchObject({ name: "k", value: "secret" });
});

test("a data source reads the values that the same model sets", () => {
  expect(
    valuesOf(
      "data.aws_ssm_parameter",
      { name: "/a" },
      { aws_ssm_parameter: { P: { name: "/a", value: "v" } } },
    ).value,
  ).toBe("v");
});

test("AWS's part of a domain's configuration is in its block", () => {
  const { domain_name_configuration: found } = valuesOf("aws_apigatewayv2_domain_name", {
    domain_name: "api.example.com",
    domain_name_configuration: { endpoint_type: "REGIONAL" },
  });
  expect(found).toEqual({
    endpoint_type: "REGIONAL",
    target_domain_name: expect.stringMatching(
      /^d-[a-z0-9]{10}\.execute-api\.eu-west-1\.amazonaws\.com$/,
    ) as string,
    hosted_zone_id: expect.stringMatching(/^Z/) as string,
  });
});

test("a certificate has a proof for each of its domains", () => {
  const { domain_validation_options: proofs } = valuesOf("aws_acm_certificate", {
    domain_name: "*.example.com",
    subject_alternative_names: ["*.example.com", "example.org"],
  });
  expect(proofs).toEqual([
    expect.objectContaining({
      domain_name: "*.example.com",
      resource_record_name: expect.stringMatching(/\.example\.com\.$/) as string,
    }),
    expect.objectContaining({ domain_name: "example.org", resource_record_type: "CNAME" }),
  ]);
});

test("other ids and ARNs of a resource are guessed when an expression reads them", () => {
  const model = modelOf({
    resource: {
      aws_x_thing: { A: {} },
      terraform_data: { D: { input: "${aws_x_thing.A.default_vpc_id}/${aws_x_thing.A.key_arn}" } },
    },
  });
  expect(model.ofType("terraform_data")[0]?.values.output).toMatch(
    /^[a-z0-9]{10}\/arn:aws:x:us-east-1:123456789012:thing\/[a-z0-9]{10}$/,
  );
});
