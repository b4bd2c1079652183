import { type AppSyncApiGraphqlApiOverride, Stack, Userbase } from "../../../lib";
import { standardErrorOf } from "../../support/environment";
import { resources, testApp, testStack } from "../../support/stack";
import { failure } from "../api/support/api";
import { expectRefused, fileWith, graph, graphConfig, handler, onlyPlain } from "./support";

const openidConnectConfig = { issuer: "https://login.example.com", clientId: "web" };
const config = (graphqlApi: AppSyncApiGraphqlApiOverride) => graphConfig({ cdk: { graphqlApi } });

describe("AppSyncApi authorization", () => {
  test("accepts the tokens of a Userbase", () => {
    const stack = testStack();
    const userPool = new Userbase(stack, "Users");
    graph(
      {
        cdk: {
          graphqlApi: { authenticationType: "AMAZON_COGNITO_USER_POOLS", userPoolConfig: { userPool } },
        },
      },
      stack,
    );
    expect(onlyPlain(stack, "aws_appsync_graphql_api").user_pool_config).toEqual({
      user_pool_id: expect.stringMatching(/aws_cognito_user_pool\..*\.id\}$/),
      aws_region: "us-east-1",
      default_action: "ALLOW",
    });
    expect(resources(stack, "aws_appsync_api_key")).toEqual({});
  });

  test("has several ways at once, and a key for one of them", () => {
    const written = config({
      authenticationType: "AWS_IAM",
      additionalAuthenticationProvider: [
        { authenticationType: "API_KEY" },
        { authenticationType: "OPENID_CONNECT", openidConnectConfig },
        {
          authenticationType: "AMAZON_COGNITO_USER_POOLS",
          userPoolConfig: { userPoolId: "us-east-1_Members" },
        },
      ],
      apiKeyConfig: { description: "Web", expires: "2027-01-31T00:00:00Z" },
    });
    expect(written).toMatchObject({
      authentication_type: "AWS_IAM",
      additional_authentication_provider: [
        { authentication_type: "API_KEY" },
        {
          authentication_type: "OPENID_CONNECT",
          openid_connect_config: { issuer: "https://login.example.com", client_id: "web" },
        },
        {
          authentication_type: "AMAZON_COGNITO_USER_POOLS",
          user_pool_config: { user_pool_id: "us-east-1_Members", aws_region: "us-east-1" },
        },
      ],
    });
    expect(JSON.stringify(written)).not.toContain("default_action");
  });

  test("lets the key end when the caller says", () => {
    const apiKeyConfig = { description: "Web", expires: "2027-01-31T00:00:00Z" };
    const { stack } = graph({ cdk: { graphqlApi: { apiKeyConfig } } });
    expect(onlyPlain(stack, "aws_appsync_api_key")).toMatchObject(apiKeyConfig);
  });

  test.each([
    [-1, /apiKeyConfig\.expires of an API is in the past/],
    [366, /apiKeyConfig\.expires of an API is more than 365 days ahead/],
    [364, undefined],
  ])("notes the end of a key in %p days, if AWS refuses it", (days, expected) => {
    const app = testApp();
    const expires = new Date(Date.now() + days * 24 * 3_600_000).toISOString();
    graph({ cdk: { graphqlApi: { apiKeyConfig: { expires } } } }, new Stack(app, "Main"));
    const notices = standardErrorOf(() => app.synth());
    if (expected === undefined) expect(notices).not.toContain("expires");
    else expect(notices).toMatch(expected);
  });

  test("asks a function, which gets a permission for this API", () => {
    const lambdaAuthorizerConfig = { function: handler, authorizerResultTtlInSeconds: 60 };
    const graphqlApi = { authenticationType: "AWS_LAMBDA", lambdaAuthorizerConfig } as const;
    const { stack } = graph({ cdk: { graphqlApi } });
    expect(onlyPlain(stack, "aws_appsync_graphql_api").lambda_authorizer_config).toEqual({
      authorizer_uri: "${aws_lambda_function.Graph_Authorizer_Function.arn}",
      authorizer_result_ttl_in_seconds: 60,
    });
    expect(onlyPlain(stack, "aws_lambda_permission")).toMatchObject({
      principal: "appsync.amazonaws.com",
      function_name: "${aws_lambda_function.Graph_Authorizer_Function.function_name}",
      source_arn: "${aws_appsync_graphql_api.Graph_Api.arn}",
    });
  });

  test("asks a function about each request unless the caller says how long answers are reused", () => {
    const written = config({
      authenticationType: "AWS_LAMBDA",
      lambdaAuthorizerConfig: { authorizerUri: "arn:aws:lambda:us-east-1:111122223333:function:door" },
    });
    expect(written.lambda_authorizer_config).toMatchObject({ authorizer_result_ttl_in_seconds: 0 });
  });

  test.each<[string, string, AppSyncApiGraphqlApiOverride]>([
    ["literal-unknown", "authenticationType", { authenticationType: "API_KEYS" as never }],
    ["appsync-mode-config", "authenticationType", { authenticationType: "OPENID_CONNECT" }],
    ["appsync-mode-without", "userPoolConfig", { userPoolConfig: { userPoolId: "us-east-1_A" } }],
    [
      "appsync-mode-duplicate",
      "additionalAuthenticationProvider[0].authenticationType",
      { additionalAuthenticationProvider: [{ authenticationType: "API_KEY" }] },
    ],
    [
      "prop-required",
      "userPoolConfig.userPool",
      { authenticationType: "AMAZON_COGNITO_USER_POOLS", userPoolConfig: {} },
    ],
    [
      "key-rejected",
      "additionalAuthenticationProvider[0].userPoolConfig",
      {
        additionalAuthenticationProvider: [
          {
            authenticationType: "AMAZON_COGNITO_USER_POOLS",
            userPoolConfig: { userPoolId: "us-east-1_A", defaultAction: "DENY" },
          },
        ],
      },
    ],
    [
      "prop-invalid",
      "openidConnectConfig.issuer",
      { authenticationType: "OPENID_CONNECT", openidConnectConfig: { issuer: "login.example.com" } },
    ],
    [
      "appsync-target",
      "lambdaAuthorizerConfig",
      { authenticationType: "AWS_LAMBDA", lambdaAuthorizerConfig: {} },
    ],
    [
      "out-of-range",
      "lambdaAuthorizerConfig.authorizerResultTtlInSeconds",
      {
        authenticationType: "AWS_LAMBDA",
        lambdaAuthorizerConfig: { function: handler, authorizerResultTtlInSeconds: 3601 },
      },
    ],
    [
      "prop-invalid",
      "lambdaAuthorizerConfig.identityValidationExpression",
      {
        authenticationType: "AWS_LAMBDA",
        lambdaAuthorizerConfig: { function: handler, identityValidationExpression: "^Bearer (" },
      },
    ],
    [
      "prop-invalid",
      "userPoolConfig.appIdClientRegex",
      {
        authenticationType: "AMAZON_COGNITO_USER_POOLS",
        userPoolConfig: { userPoolId: "us-east-1_abcdefghi", appIdClientRegex: "[a" },
      },
    ],
    [
      "prop-invalid",
      "openidConnectConfig.clientId",
      {
        authenticationType: "OPENID_CONNECT",
        openidConnectConfig: { issuer: "https://login.example.com", clientId: "*a" },
      },
    ],
  ])("refuses %s in %s", (code, prop, graphqlApi) => {
    const stack = testStack();
    const call = () => graph({ cdk: { graphqlApi } }, stack);
    expect(expectRefused(stack, call, code).prop).toBe(`cdk.graphqlApi.${prop}`);
  });

  test.each([
    ["aws_iam", "AWS_IAM"],
    ["aws_oidc", "OPENID_CONNECT"],
    ["aws_lambda", "AWS_LAMBDA"],
    ['aws_cognito_user_pools(cognito_groups: ["admins"])', "AMAZON_COGNITO_USER_POOLS"],
  ])("refuses @%s in the schema without %s, and says where it is", (directive, mode) => {
    const schema = fileWith(`type Query {\n  a: Int @${directive}\n}\n`);
    const { code, message } = failure(() => graph({ schema }));
    expect(code).toBe("appsync-directive-mode");
    expect(message).toContain(`${schema}:2:10`);
    expect(message).toContain(`authenticationType: "${mode}"`);
  });

  test("takes directives of the ways that the API has", () => {
    const schema = fileWith("type Query @aws_api_key @aws_iam {\n  a: Int @aws_iam\n}\n");
    const additionalAuthenticationProvider = [{ authenticationType: "AWS_IAM" }] as const;
    expect(() => graph({ schema, cdk: { graphqlApi: { additionalAuthenticationProvider } } })).not.toThrow();
  });
});
