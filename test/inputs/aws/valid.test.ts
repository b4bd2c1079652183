/** @group generated */

import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { SsmParameter } from "@cdktf/provider-aws/lib/ssm-parameter";
import type { Stack } from "../../../lib";
import { checkApiFacts, checkAttributeNames, checkResourceLimits } from "../../../lib/kit/core/limits";
import { parseFact } from "../../../lib/kit/core/limits/api-facts";
import facts from "../../../lib/kit/core/limits/api-facts.json";
import { attempt } from "../attempt";
import { goodValues, isAccepted } from "./samples";

/** Values that the models allow and the library refuses, each with its reason. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /^aws_apigatewayv2_domain_name\..*endpointType = "EDGE"/,
    "the provider, and the document of the interface, know REGIONAL only",
  ],
  [
    /^aws_lambda_function\.(memorySize|timeout|ephemeralStorage\.size) = /,
    "only with a capacity provider: see the examples below",
  ],
];

const types = Object.entries(facts as Readonly<Record<string, { readonly attributes: object }>>);

test.each(types)("%s accepts the values that the model of the interface allows", (type, { attributes }) => {
  const refused = Object.entries<string>({ ...attributes }).flatMap(([attribute, text]) => {
    const limit = parseFact(text, "");
    if (limit === undefined) return [];
    return goodValues(text, limit).flatMap((value) => {
      const input = `${type}.${attribute} = ${JSON.stringify(value).slice(0, 60)}`;
      const isKnown = reasons.some(([form]) => form.test(input));
      return isAccepted(type, attribute, value) || isKnown ? [] : [input];
    });
  });
  expect(refused).toEqual([]);
});

/** Configurations that documents of AWS and of the provider show, with the page. */
const examples: readonly (readonly [type: string, config: object, source: string])[] = [
  ...["AWS", "HTTP", "MOCK", "HTTP_PROXY", "AWS_PROXY"].map(
    (integrationType) =>
      ["aws_apigatewayv2_integration", { integrationType }, "apigatewayv2 integrations"] as const,
  ),
  [
    "aws_apigatewayv2_api",
    { protocolType: "HTTP", routeSelectionExpression: "$request.method $request.path" },
    "apigatewayv2 apis",
  ],
  [
    "aws_apigatewayv2_api",
    { protocolType: "HTTP", routeSelectionExpression: "${request.method} ${request.path}" },
    "apigatewayv2 apis",
  ],
  [
    "aws_apigatewayv2_api",
    { protocolType: "WEBSOCKET", routeSelectionExpression: "$request.body.action" },
    "apigatewayv2 apis",
  ],
  [
    "aws_apigatewayv2_api",
    { protocolType: "WEBSOCKET", routeSelectionExpression: "${request.body.message.action}" },
    "apigateway selection expressions",
  ],
  [
    "aws_apigatewayv2_api",
    { protocolType: "WEBSOCKET", apiKeySelectionExpression: "$context.authorizer.usageIdentifierKey" },
    "apigateway selection expressions",
  ],
  [
    "aws_lambda_function",
    { memorySize: 32_768, timeout: 5400, capacityProviderConfig: [{}] },
    "lambda CreateFunction",
  ],
  ["aws_ssm_parameter", { tier: "Advanced", value: "a".repeat(8192) }, "ssm PutParameter"],
  ["aws_ssm_parameter", { tier: "Intelligent-Tiering", value: "a".repeat(8192) }, "ssm PutParameter"],
  ["aws_rds_cluster", { engine: "mysql", storageType: "io1" }, "rds CreateDBCluster"],
  ["aws_rds_cluster", { engine: "postgres", storageType: "gp3" }, "rds CreateDBCluster"],
  ["aws_rds_cluster", { engine: "aurora-mysql", storageType: "aurora-iopt1" }, "rds CreateDBCluster"],
  [
    "aws_lambda_permission",
    {
      action: "lambda:InvokeFunction",
      principal: "events.amazonaws.com",
      sourceArn: "arn:aws:events:eu-west-1:111122223333:rule/RunDaily",
    },
    "provider: lambda_permission",
  ],
  [
    "aws_lambda_permission",
    { principal: "alexa-appkit.amazon.com", action: "lambda:InvokeFunction" },
    "lambda AddPermission",
  ],
  [
    "aws_lambda_permission",
    {
      principal: "apigateway.amazonaws.com",
      sourceArn: "arn:aws:execute-api:us-east-1:111122223333:abc123/*/*",
    },
    "provider: lambda_permission",
  ],
  [
    "aws_lambda_permission",
    {
      principal: "logs.eu-west-1.amazonaws.com",
      sourceArn: "arn:aws:logs:eu-west-1:111122223333:log-group:/a:*",
    },
    "provider: lambda_permission",
  ],
  [
    "aws_lambda_permission",
    { principal: "*", principalOrgId: "o-a1b2c3d4e5", functionUrlAuthType: "AWS_IAM" },
    "lambda AddPermission",
  ],
  [
    "aws_sqs_queue",
    {
      name: "terraform-example-queue.fifo",
      deduplicationScope: "messageGroup",
      fifoThroughputLimit: "perMessageGroupId",
      kmsMasterKeyId: "alias/aws/sqs",
    },
    "provider: sqs_queue",
  ],
  [
    "aws_sns_topic",
    { name: "user-updates-topic.fifo", kmsMasterKeyId: "alias/aws/sns", policy: '{"Version":"2008-10-17"}' },
    "provider: sns_topic",
  ],
  ["aws_s3_bucket", { bucket: "my.bucket.example.com" }, "S3 bucket naming rules"],
  [
    "aws_dynamodb_table",
    { name: "GameScores", tableClass: "STANDARD_INFREQUENT_ACCESS" },
    "provider: dynamodb_table",
  ],
  [
    "aws_kinesis_stream",
    { name: "terraform-kinesis-test", retentionPeriod: 8760 },
    "provider: kinesis_stream",
  ],
  ["aws_cloudwatch_event_bus", { name: "aws.partner/example.com/name" }, "provider: cloudwatch_event_bus"],
  [
    "aws_cloudwatch_event_target",
    { targetId: "SendToSNS", input: '"text"', inputPath: "$.detail" },
    "provider: cloudwatch_event_target",
  ],
  [
    "aws_cloudfront_distribution",
    { priceClass: "None", httpVersion: "http2and3", defaultRootObject: "index.html" },
    "cloudfront DistributionConfig",
  ],
  [
    "aws_cloudwatch_log_group",
    { name: "/aws/vendedlogs/states/a#b", retentionInDays: 3653 },
    "provider: cloudwatch_log_group",
  ],
  [
    "aws_iam_role",
    {
      name: "a+b=c,d.e@f-g",
      path: "/aws-service-role/a/",
      permissionsBoundary: "arn:aws:iam::aws:policy/AdministratorAccess",
    },
    "iam CreateRole",
  ],
  [
    "aws_lb_target_group",
    { name: "tf-example-lb-tg", healthCheck: [{ path: "/AWS.ALB/healthcheck", matcher: "0-99" }] },
    "provider: lb_target_group",
  ],
  [
    "aws_cognito_user_pool_client",
    { name: "client", explicitAuthFlows: ["ADMIN_NO_SRP_AUTH"], authSessionValidity: 15 },
    "provider: cognito_user_pool_client",
  ],
  [
    "aws_api_gateway_rest_api",
    {
      name: "a",
      minimumCompressionSize: "-1",
      policy: '{"Statement":{"Effect":"Allow"}}',
      binaryMediaTypes: ["*/*"],
    },
    "provider: api_gateway_rest_api",
  ],
  [
    "aws_api_gateway_integration",
    { type: "MOCK", timeoutMilliseconds: 900_000 },
    "apigateway PutIntegration",
  ],
  [
    "aws_acm_certificate",
    { domainName: "*.example.com", keyAlgorithm: "EC_prime256v1" },
    "provider: acm_certificate",
  ],
  ["aws_scheduler_schedule", { name: "my-schedule", groupName: "default" }, "provider: scheduler_schedule"],
  [
    "aws_appsync_resolver",
    { maxBatchSize: 2000, cachingConfig: { ttl: 60, cachingKeys: ["$context.identity.sub"] } },
    "provider: appsync_resolver",
  ],
];

test.each(examples)("%s takes %j, as a document shows it: %s", (type, config) => {
  const check = (): void => {
    checkResourceLimits("app", "", config, type);
    checkAttributeNames("app", "cdk", config, type);
    checkApiFacts("app", config, type);
  };
  expect(check).not.toThrow();
});

test.each([
  ["aws_apigatewayv2_api", { protocolType: "HTTP", routeSelectionExpression: "$request.body.action" }],
  [
    "aws_apigatewayv2_api",
    { protocolType: "WEBSOCKET", routeSelectionExpression: "$request.method $request.path" },
  ],
  ["aws_apigatewayv2_integration", { integrationType: "AWS_LAMBDA" }],
  ["aws_lambda_function", { memorySize: 32_768 }],
  ["aws_ssm_parameter", { tier: "Standard", value: "a".repeat(4097) }],
  ["aws_ssm_parameter", { value: "a".repeat(4097) }],
  ["aws_rds_cluster", { engine: "aurora-mysql", storageType: "io1" }],
  ["aws_rds_cluster", { engine: "mysql", storageType: "aurora" }],
])("%s still refuses %j", (type, config) => {
  expect(() => checkResourceLimits("app", "", config, type)).toThrow();
});

test.each([
  [
    "an integration of a WebSocket API",
    (stack: Stack) => new Apigatewayv2Integration(stack, "Own", { apiId: "abc", integrationType: "MOCK" }),
  ],
  [
    "a function of a capacity provider",
    (stack: Stack) =>
      new LambdaFunction(stack, "Own", {
        functionName: "own",
        role: "arn:aws:iam::111122223333:role/own",
        memorySize: 32_768,
        capacityProviderConfig: {
          lambdaManagedInstancesCapacityProviderConfig: {
            capacityProviderArn: "arn:aws:lambda:eu-west-1:111122223333:capacity-provider:own",
          },
        },
      }),
  ],
  [
    "a parameter of the advanced tier",
    (stack: Stack) =>
      new SsmParameter(stack, "Own", {
        name: "/own",
        type: "String",
        tier: "Advanced",
        value: "a".repeat(8192),
      }),
  ],
] as const)("%s of the caller is synthesized", (_, make) => {
  expect(attempt(make).kind).toBe("accepted");
});
