import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { Api, type ApiUserPoolAuthorizer } from "../../../../lib/constructs/api";
import { only, resources, testStack } from "../../../support/stack";
import { failure } from "../support/api";

function apiWith(authorizer: Omit<ApiUserPoolAuthorizer, "type">, stack = testStack()) {
  new Api(stack, "Api", { authorizers: { members: { type: "user_pool", ...authorizer } } });
  return stack;
}

const configuration = (stack: ReturnType<typeof testStack>) =>
  only(stack, "aws_apigatewayv2_authorizer").jwt_configuration;

describe("Api user_pool authorizers", () => {
  test("accept tokens of the clients", () => {
    const stack = apiWith({ userPool: { id: "us-east-1_abc", clientIds: ["one", "two"] } });
    expect(only(stack, "aws_apigatewayv2_authorizer")).toMatchObject({
      authorizer_type: "JWT",
      jwt_configuration: {
        issuer: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_abc",
        audience: ["one", "two"],
      },
    });
    expect(resources(stack, "aws_cognito_user_pool_client")).toEqual({});
  });

  test("make a client without clientIds", () => {
    const stack = testStack();
    const pool = new CognitoUserPool(stack, "Pool", { name: "pool" });
    apiWith({ userPool: { id: pool.id } }, stack);
    expect(only(stack, "aws_cognito_user_pool_client")).toMatchObject({
      name: "dev-notes-Api-members",
      user_pool_id: "${aws_cognito_user_pool.Pool.id}",
      prevent_user_existence_errors: "ENABLED",
    });
    expect(configuration(stack)).toEqual({
      issuer: "https://cognito-idp.us-east-1.amazonaws.com/${aws_cognito_user_pool.Pool.id}",
      audience: [expect.stringMatching(/^\$\{aws_cognito_user_pool_client\.\w+\.id\}$/)],
    });
  });

  test("may be in another region", () => {
    const stack = apiWith({ userPool: { id: "eu-west-1_p", clientIds: ["a"], region: "eu-west-1" } });
    expect(configuration(stack)).toMatchObject({
      issuer: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_p",
    });
  });

  test("take the region of a pool from its id", () => {
    const id = "eu-west-1_Ab1";
    const issuer = `https://cognito-idp.eu-west-1.amazonaws.com/${id}`;
    for (const userPool of [
      { id, clientIds: ["a"] },
      { userPoolId: id, userPoolClientId: "a" },
    ]) {
      expect(configuration(apiWith({ userPool }))).toMatchObject({ issuer });
    }
  });

  test("take a directory with its pool and client", () => {
    const stack = apiWith({ userPool: { userPoolId: "us-east-1_p", userPoolClientId: "c" } });
    expect(configuration(stack)).toEqual({
      issuer: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_p",
      audience: ["c"],
    });
  });

  test("need no pool with a config of the authorizer", () => {
    const jwtConfiguration = { issuer: "https://a", audience: ["b"] };
    const stack = apiWith({ cdk: { authorizer: { jwtConfiguration } } });
    expect(configuration(stack)).toEqual(jwtConfiguration);
  });

  test.each([
    ["no pool", {}, ".userPool", /is missing.*pool\.id/s],
    ["no id", { userPool: {} }, ".userPool.id", /is missing/],
    [
      "an empty list of clients",
      { userPool: { id: "us-east-1_p", clientIds: [] } },
      ".userPool.clientIds",
      /leave it out/,
    ],
    [
      "a client to be created elsewhere",
      { userPool: { id: "eu-west-1_p", region: "eu-west-1" } },
      ".userPool.clientIds",
      /"eu-west-1".*"us-east-1"/s,
    ],
    [
      "another region than that of the id",
      { userPool: { id: "eu-west-1_a", clientIds: ["c"], region: "us-east-1" } },
      ".userPool.region",
      /"us-east-1".*"eu-west-1"/s,
    ],
    [
      "a client to be created in another region",
      { userPool: { id: "eu-west-1_a" } },
      ".userPool.clientIds",
      /"eu-west-1".*"us-east-1"/s,
    ],
    [
      "an unknown key",
      { userPool: { id: "us-east-1_p", clientId: "c" } },
      ".userPool",
      /"clientId".*"clientIds"/s,
    ],
    [
      "two identity sources",
      { userPool: { id: "us-east-1_p" }, identitySource: ["a", "b"] },
      ".identitySource",
      /one place/,
    ],
  ])("refuse %s", (_, authorizer, prop, message) => {
    const error = failure(() => apiWith(authorizer as Omit<ApiUserPoolAuthorizer, "type">));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `authorizers["members"]${prop}` });
    expect(error.message).toMatch(message);
  });
});
