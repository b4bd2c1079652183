import { ApiGatewayAuthorizer } from "@cdktf/provider-aws/lib/api-gateway-authorizer";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { DataAwsApiGatewayAuthorizer } from "@cdktf/provider-aws/lib/data-aws-api-gateway-authorizer";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import {
  RestV1Api,
  type RestV1ApiAuthorizer,
  type RestV1ApiProps,
} from "../../../lib/constructs/rest-v1-api";
import { Stack } from "../../../lib/kit/app";
import { Function } from "../../../lib/kit/function";
import { inlineStatements, only, resources, testStack } from "../../support/stack";
import { failure, handler, matching, methods, plainApi, sources } from "./support";

function withFunction() {
  const stack = testStack({ account: "123456789012" });
  return { stack, fn: new Function(stack, "Check", { handler }) };
}

/** A method guarded by an authorizer of the name `staff`. */
function guarded(staff: RestV1ApiAuthorizer, stack = testStack({ account: "123456789012" })) {
  plainApi(
    { authorizers: { staff }, defaults: { authorizer: "staff" }, routes: { "GET /": handler } },
    stack,
  );
  return stack;
}

describe("RestV1Api authorizers", () => {
  test.each([
    ["none", "NONE"],
    ["iam", "AWS_IAM"],
  ])("%s is %s and needs no authorizer", (authorizer, authorization) => {
    const { stack } = plainApi({ routes: { "GET /": { function: handler, authorizer } } });
    expect(only(stack, "aws_api_gateway_method").authorization).toBe(authorization);
    expect(resources(stack, "aws_api_gateway_authorizer")).toEqual({});
  });

  test("a route's own authorizer wins over the default, which added routes get too", () => {
    const { stack, api } = plainApi({
      defaults: { authorizer: "iam" },
      routes: { "GET /": handler, "GET /open": { function: handler, authorizer: "none" } },
    });
    api.addRoutes(stack, { "GET /later": handler });
    const authorizations = Object.entries(methods(stack)).map(([key, each]) => [key, each.authorization]);
    expect(Object.fromEntries(authorizations)).toEqual({
      "GET /": "AWS_IAM",
      "GET /later": "AWS_IAM",
      "GET /open": "NONE",
    });
  });

  test("refuses a default that does not exist", () => {
    const error = failure(() => plainApi({ defaults: { authorizer: "jwt" } }));
    expect(error).toMatchObject({ prop: "defaults.authorizer", code: "authorizer-unknown" });
  });

  test.each(["none", "iam"])("refuses an authorizer called %s", (name) => {
    const authorizers = { [name]: { type: "user_pools", userPoolIds: ["us-east-1_a"] } } as const;
    expect(failure(() => plainApi({ authorizers })).code).toBe("authorizer-name-reserved");
  });

  test("takes ten, not eleven", () => {
    const authorizers = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `a${index}`,
          { type: "user_pools", userPoolIds: ["us-east-1_a"] } as const,
        ]),
      );
    expect(
      Object.keys(resources(plainApi({ authorizers: authorizers(10) }).stack, "aws_api_gateway_authorizer")),
    ).toHaveLength(10);
    expect(failure(() => plainApi({ authorizers: authorizers(11) })).code).toBe("quota-exceeded");
  });

  test("addresses follow the keys, not their order", () => {
    const pool = { type: "user_pools", userPoolIds: ["us-east-1_a"] } as const;
    const all = (...names: string[]) => {
      const { stack } = plainApi({ authorizers: Object.fromEntries(names.map((name) => [name, pool])) });
      return Object.keys(resources(stack, "aws_api_gateway_authorizer")).sort();
    };
    expect(all("b", "a")).toEqual(all("a", "b"));
  });
});

describe("RestV1Api user_pools authorizers", () => {
  test("accept tokens of their pools, in a fixed order", () => {
    const stack = guarded({ type: "user_pools", userPoolIds: ["us-east-1_b", "eu-west-1_a", "us-east-1_b"] });
    expect(only(stack, "aws_api_gateway_authorizer")).toMatchObject({
      name: "staff-user_pools",
      type: "COGNITO_USER_POOLS",
      identity_source: "method.request.header.Authorization",
      authorizer_result_ttl_in_seconds: 0,
      provider_arns: [
        "arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_a",
        "arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_b",
      ],
    });
    expect(only(stack, "aws_api_gateway_method")).toMatchObject({
      authorization: "COGNITO_USER_POOLS",
      authorizer_id: expect.stringMatching(/^\$\{aws_api_gateway_authorizer\..*\.id\}$/),
    });
  });

  test("take references and user directories", () => {
    const stack = testStack({ account: "123456789012" });
    const pool = new CognitoUserPool(stack, "Pool", { name: "pool" });
    guarded({ type: "user_pools", userPoolIds: [pool.id, { userPoolId: "us-east-1_x" }] }, stack);
    expect(only(stack, "aws_api_gateway_authorizer").provider_arns).toEqual(
      expect.arrayContaining([
        "arn:aws:cognito-idp:us-east-1:123456789012:userpool/${aws_cognito_user_pool.Pool.id}",
        "arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_x",
      ]),
    );
  });

  test("name, identitySource and resultsCacheTtl reach the authorizer", () => {
    const stack = guarded({
      type: "user_pools",
      userPoolIds: ["us-east-1_a"],
      name: "Staff",
      identitySource: "method.request.header.X-Token",
      resultsCacheTtl: "1 hour",
    });
    expect(only(stack, "aws_api_gateway_authorizer")).toMatchObject({
      name: "Staff",
      identity_source: "method.request.header.X-Token",
      authorizer_result_ttl_in_seconds: 3600,
    });
  });

  test.each<[string, RestV1ApiProps["defaults"], readonly string[] | undefined, unknown]>([
    ["none", {}, undefined, undefined],
    ["the default", { authorizationScopes: ["b", "a", "b"] }, undefined, ["a", "b"]],
    ["the route's in place of the default", { authorizationScopes: ["b"] }, ["c"], ["c"]],
    ["none if the route asks for none", { authorizationScopes: ["b"] }, [], undefined],
  ])("scopes: %s", (_, defaults, authorizationScopes, expected) => {
    const { stack } = plainApi({
      authorizers: { staff: { type: "user_pools", userPoolIds: ["us-east-1_a"] } },
      defaults: { ...defaults, authorizer: "staff" },
      routes: { "GET /": { function: handler, authorizationScopes } },
    });
    expect(only(stack, "aws_api_gateway_method").authorization_scopes).toEqual(expected);
  });
});

describe("RestV1Api fn_token authorizers", () => {
  test("invoke their function with the token, and only they may", () => {
    const { stack, fn } = withFunction();
    guarded({ type: "fn_token", function: fn, validationRegex: "^Bearer [a-z]{2}$" }, stack);
    expect(only(stack, "aws_api_gateway_authorizer")).toMatchObject({
      type: "TOKEN",
      authorizer_uri: expect.stringMatching(/:function:dev-notes-Main-Check\/invocations$/),
      identity_source: "method.request.header.Authorization",
      identity_validation_expression: "^Bearer [a-z]{2}$",
      authorizer_result_ttl_in_seconds: 0,
    });
    expect(only(stack, "aws_api_gateway_method").authorization).toBe("CUSTOM");
    expect(sources(stack)).toContainEqual(
      expect.stringMatching(/^\/authorizers\/\$\{aws_api_gateway_authorizer\..*\.id\}$/),
    );
  });

  test("with a role the gateway takes that, and it may invoke the function", () => {
    const { stack, fn } = withFunction();
    const assumeRole = new IamRole(stack, "Gateway", { assumeRolePolicy: "{}" });
    guarded({ type: "fn_token", function: fn, cdk: { assumeRole } }, stack);
    expect(only(stack, "aws_api_gateway_authorizer").authorizer_credentials).toBe(
      "${aws_iam_role.Gateway.arn}",
    );
    expect(inlineStatements(stack, "Gateway")).toEqual([
      expect.objectContaining({ Action: "lambda:InvokeFunction" }),
    ]);
    expect(matching(stack, "aws_lambda_permission", "Authorizer")).toEqual([]);
  });

  test.each<[string, (role: IamRole, fn: Function) => RestV1ApiProps]>([
    [
      "of an authorizer",
      (assumeRole, fn) => ({ authorizers: { a: { type: "fn_token", function: fn, cdk: { assumeRole } } } }),
    ],
    [
      "of a route",
      (credentialsRole, fn) => ({
        routes: { "GET /": { function: fn, cdk: { integration: { credentialsRole } } } },
      }),
    ],
  ])("with a role and a function of a later stack, only the API's stack waits: %s", (_, props) => {
    const stack = testStack();
    const later = new Stack(stack.app, "Later");
    const role = new IamRole(stack, "Gateway", { assumeRolePolicy: "{}" });
    new RestV1Api(stack, "Api", props(role, new Function(later, "Check", { handler })));
    expect(inlineStatements(stack, "Gateway")).toHaveLength(1);
    expect([stack.dependencies, later.dependencies]).toEqual([[later], []]);
  });

  test.each(["(?i)^bearer .+$", "[a-z]++x", "^\\d{2,3}+$"])(
    "take the regular expression %s of Java",
    (validationRegex) => {
      const { stack, fn } = withFunction();
      guarded({ type: "fn_token", function: fn, validationRegex }, stack);
      expect(only(stack, "aws_api_gateway_authorizer").identity_validation_expression).toBe(validationRegex);
    },
  );
});

describe("RestV1Api fn_request authorizers", () => {
  test("join their identity sources", () => {
    const { stack, fn } = withFunction();
    const identitySources = [
      "method.request.header.X",
      "method.request.querystring.y",
      "context.identity.sourceIp",
    ];
    guarded({ type: "fn_request", function: fn, identitySources, resultsCacheTtl: "5 minutes" }, stack);
    expect(only(stack, "aws_api_gateway_authorizer")).toMatchObject({
      type: "REQUEST",
      identity_source: "method.request.header.X,method.request.querystring.y,context.identity.sourceIp",
      authorizer_result_ttl_in_seconds: 300,
    });
  });

  test("without any hand every request to the function", () => {
    const { stack, fn } = withFunction();
    guarded({ type: "fn_request", function: fn, identitySources: [] }, stack);
    expect(only(stack, "aws_api_gateway_authorizer").identity_source).toBe("");
  });
});

describe("RestV1Api cdk.authorizer", () => {
  test("uses an existing one unchanged", () => {
    const stack = testStack();
    const authorizer = new ApiGatewayAuthorizer(stack, "Mine", { name: "mine", restApiId: "x" });
    guarded({ type: "fn_token", cdk: { authorizer } }, stack);
    expect(only(stack, "aws_api_gateway_method")).toMatchObject({
      authorization: "CUSTOM",
      authorizer_id: "${aws_api_gateway_authorizer.Mine.id}",
    });
  });

  test("of a data source its own id is taken", () => {
    const stack = testStack();
    const authorizer = new DataAwsApiGatewayAuthorizer(stack, "Mine", { authorizerId: "a", restApiId: "x" });
    guarded({ type: "user_pools", cdk: { authorizer } }, stack);
    expect(only(stack, "aws_api_gateway_method").authorizer_id).toBe(
      "${data.aws_api_gateway_authorizer.Mine.authorizer_id}",
    );
  });

  test("a config is laid over the created one and may say what the props leave out", () => {
    const authorizer = { authorizerUri: "arn:mine", authorizerResultTtlInSeconds: 10 };
    const stack = guarded({ type: "fn_token", cdk: { authorizer } });
    expect(only(stack, "aws_api_gateway_authorizer")).toMatchObject({
      authorizer_uri: "arn:mine",
      authorizer_result_ttl_in_seconds: 10,
    });
  });
});

describe("RestV1Api authorizers that cannot work", () => {
  /** The stack of the authorizer in hand. */
  let stack = testStack();
  const fn = () => {
    const made = withFunction();
    stack = made.stack;
    return made.fn;
  };
  beforeEach(() => {
    stack = testStack();
  });

  test.each<[string, () => object, string, string]>([
    ["an unknown type", () => ({ type: "jwt" }), ".type", "literal-unknown"],
    ["an unknown key", () => ({ type: "user_pools", userPools: [] }), "", "key-unknown"],
    ["no pools", () => ({ type: "user_pools" }), ".userPoolIds", "authorizer-part-missing"],
    [
      "an empty list of pools",
      () => ({ type: "user_pools", userPoolIds: [] }),
      ".userPoolIds",
      "authorizer-part-missing",
    ],
    [
      "a pool's name",
      () => ({ type: "user_pools", userPoolIds: ["staff"] }),
      ".userPoolIds[0]",
      "rest-user-pool",
    ],
    ["no function", () => ({ type: "fn_token" }), ".function", "authorizer-part-missing"],
    [
      "a handler for a function",
      () => ({ type: "fn_token", function: handler }),
      ".function",
      "prop-invalid",
    ],
    [
      "no function of a request",
      () => ({ type: "fn_request", identitySources: [] }),
      ".function",
      "authorizer-part-missing",
    ],
    [
      "no sources",
      () => ({ type: "fn_request", function: fn() }),
      ".identitySources",
      "authorizer-part-missing",
    ],
    [
      "a cache without sources",
      () => ({ type: "fn_request", function: fn(), identitySources: [], resultsCacheTtl: "1 minute" }),
      ".resultsCacheTtl",
      "rest-identity-cache",
    ],
    [
      "more than an hour",
      () => ({ type: "fn_token", function: fn(), resultsCacheTtl: "2 hours" }),
      ".resultsCacheTtl",
      "out-of-range",
    ],
    [
      "a regular expression that does not compile",
      () => ({ type: "fn_token", function: fn(), validationRegex: "^(Bearer" }),
      ".validationRegex",
      "rest-regex-invalid",
    ],
    [
      "a source in the words of HTTP APIs",
      () => ({ type: "fn_token", function: fn(), identitySource: "$request.header.X-Token" }),
      ".identitySource",
      "rest-identity-source",
    ],
    [
      "an invalid source",
      () => ({ type: "fn_request", function: fn(), identitySources: ["Authorization"] }),
      ".identitySources[0]",
      "rest-identity-source",
    ],
    [
      "a role's ARN",
      () => ({ type: "fn_token", function: fn(), cdk: { assumeRole: "arn" } }),
      ".cdk.assumeRole",
      "prop-invalid",
    ],
    [
      "the API's id",
      () => ({ type: "fn_token", cdk: { authorizer: { restApiId: "x" } } }),
      ".cdk.authorizer",
      "key-rejected",
    ],
    [
      "another type",
      () => ({ type: "fn_token", cdk: { authorizer: { type: "REQUEST" } } }),
      ".cdk.authorizer",
      "key-rejected",
    ],
  ])("refuses %s", (_, props, prop, code) => {
    const authorizer = props() as RestV1ApiAuthorizer;
    const error = failure(() => guarded(authorizer, stack));
    expect(error).toMatchObject({ path: "dev-notes-Main/Api", prop: `authorizers["staff"]${prop}`, code });
  });

  test("says how to write a source, and what is wrong with a regular expression", () => {
    const identitySource = "$request.header.X-Token";
    expect(
      failure(() => guarded({ type: "fn_token", function: fn(), identitySource }, stack)).message,
    ).toContain('"method.request.header.X-Token"');
    const validationRegex = "^(Bearer";
    expect(
      failure(() => guarded({ type: "fn_token", function: fn(), validationRegex }, stack)).message,
    ).toMatch(/"\^\(Bearer".*Unterminated group/s);
  });
});
