import { Apigatewayv2Authorizer } from "@cdktf/provider-aws/lib/apigatewayv2-authorizer";
import { CognitoUserPool } from "@cdktf/provider-aws/lib/cognito-user-pool";
import { CognitoUserPoolClient } from "@cdktf/provider-aws/lib/cognito-user-pool-client";
import { Api } from "../../../lib/constructs/api";
import { Userbase } from "../../../lib/constructs/userbase";
import type {
  WebSocketApiJwtAuthorizer,
  WebSocketApiProps,
  WebSocketApiUserPoolAuthorizer,
} from "../../../lib/constructs/web-socket-api";
import type { Stack } from "../../../lib/kit/app";
import { inlineActions, only, resources, synthesized, testStack } from "../../support/stack";
import { failure, invocations, routes } from "../api/support/api";
import { apps, chat, handler, problemsOf } from "./support";

const all = { $connect: handler, send: handler };
const jwt = { issuer: "https://login.example.com", audience: ["chat"] };
const pool = { id: "eu-west-1_abc", clientIds: ["one", "two"] };

function guarded(authorizer: WebSocketApiProps["authorizer"], stack = testStack()) {
  return chat({ authorizer, routes: all }, stack).stack;
}
const ofPool = (props: Partial<WebSocketApiUserPoolAuthorizer> = {}, stack = testStack()) =>
  guarded({ type: "user_pool", userPool: pool, ...props }, stack);

/** The function that verifies tokens. */
const verifier = (stack: Stack) =>
  Object.entries(resources(stack, "aws_lambda_function")).find(([id]) => id.includes("Verifier"))?.[1];
const settings = (stack: Stack) => {
  const environment = verifier(stack)?.environment as
    | { readonly variables?: Record<string, string> }
    | undefined;
  const own = Object.entries(environment?.variables ?? {}).filter(
    ([name]) => !/^SERVERFORM_(APP|STAGE)$/.test(name),
  );
  return Object.fromEntries(own);
};

describe("an authorizer of a WebSocketApi that verifies tokens", () => {
  test("is a function of the library, asked at $connect only", () => {
    const stack = ofPool();
    expect(only(stack, "aws_apigatewayv2_authorizer")).toEqual({
      api_id: expect.stringMatching(/^\$\{aws_apigatewayv2_api\..+\.id\}$/),
      authorizer_type: "REQUEST",
      authorizer_uri: expect.stringMatching(/^\$\{aws_lambda_function\.Chat_\w*Verifier_.+\.invoke_arn\}$/),
      identity_sources: ["route.request.querystring.token"],
      name: "WebSocketAuthorizer",
    });
    const types = Object.entries(routes(stack)).map(([key, route]) => [key, route.authorization_type]);
    expect(Object.fromEntries(types)).toEqual({ $connect: "CUSTOM", send: "NONE" });
  });

  test("has these addresses", () => {
    const stack = ofPool({ userPool: { id: "us-east-1_abc" } });
    const all = Object.entries(synthesized(stack).resource).flatMap(([type, ids]) =>
      Object.keys(ids).map((id) => `${type}.${id}`),
    );
    expect(all.filter((each) => each.includes("_authorizer_")).sort()).toEqual([
      "aws_apigatewayv2_authorizer.Chat_authorizer_Authorizer_549F3A03",
      "aws_cloudwatch_log_group.Chat_authorizer_Verifier_LogGroup_617DE2DC",
      "aws_cognito_user_pool_client.Chat_authorizer_Client_BB9C4441",
      "aws_iam_role.Chat_authorizer_Verifier_Role_3E432F91",
      "aws_iam_role_policy.Chat_authorizer_Verifier_Policies_Base_6FF9C105",
      "aws_lambda_function.Chat_authorizer_Verifier_Function_43302652",
      "aws_lambda_permission.Chat_authorizer_Permission_FF0CF8BE",
    ]);
  });

  test("may be asked by this authorizer only", () => {
    const [source] = invocations(ofPool()).filter((each) => each.startsWith("/authorizers"));
    expect(source).toMatch(/^\/authorizers\/\$\{aws_apigatewayv2_authorizer\.\w+\.id\}$/);
  });

  test("has a log of its own, and its role may write that and traces only", () => {
    const stack = ofPool();
    const own = [
      "logs:CreateLogStream",
      "logs:PutLogEvents",
      "xray:PutTelemetryRecords",
      "xray:PutTraceSegments",
    ];
    expect(inlineActions(stack, "Verifier")).toEqual(own);
    const logs = Object.keys(resources(stack, "aws_cloudwatch_log_group"));
    expect(logs.filter((id) => id.includes("Verifier"))).toHaveLength(1);
  });

  test("gets no defaults of the app's functions", () => {
    const stack = testStack();
    stack.setDefaultFunctionProps({ environment: { SECRET: "s" }, timeout: 60 });
    expect(verifier(ofPool({}, stack))).toMatchObject({ timeout: 10, memory_size: 512 });
    expect(settings(stack)).not.toHaveProperty("SECRET");
  });

  test("accepts access tokens of the clients of a pool", () => {
    expect(settings(ofPool())).toMatchObject({
      SERVERFORM_TOKEN_ISSUER: "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_abc",
      SERVERFORM_TOKEN_AUDIENCE: '["one","two"]',
      SERVERFORM_TOKEN_SOURCE: "querystring.token",
      SERVERFORM_TOKEN_USE: "access",
    });
  });

  test("accepts ID tokens instead", () => {
    expect(settings(ofPool({ tokenUse: "id" })).SERVERFORM_TOKEN_USE).toBe("id");
  });

  test("creates a client in the pool if none is given", () => {
    const stack = ofPool({ userPool: { id: "us-east-1_abc" } });
    expect(Object.keys(resources(stack, "aws_cognito_user_pool_client"))).toHaveLength(1);
    expect(settings(stack).SERVERFORM_TOKEN_AUDIENCE).toMatch(
      /^\[\$\{jsonencode\(aws_cognito_user_pool_client\.\w+\.id\)\}\]$/,
    );
  });

  test("takes a Userbase with all clients in which users sign in", () => {
    const stack = testStack();
    const users = new Userbase(stack, "Users", {
      login: ["email"],
      clients: { app: { callbackUrls: ["https://app.example.com"] } },
      domain: "chat-of-notes",
    });
    ofPool({ userPool: users }, stack);
    expect(settings(stack).SERVERFORM_TOKEN_ISSUER).toMatch(/\/\$\{aws_cognito_user_pool\.\w+\.id\}$/);
    expect(settings(stack).SERVERFORM_TOKEN_AUDIENCE?.match(/aws_cognito_user_pool_client/g)).toHaveLength(
      users.userPoolClientIds.length,
    );
  });

  test("takes a Userbase of another stack, which does not wait for the API's", () => {
    const { app, main, other } = apps();
    const users = new Userbase(other, "Users", { login: ["email"] });
    guarded({ type: "user_pool", userPool: users }, main);
    expect(problemsOf(app)).toEqual([]);
    expect([main.dependencies, other.dependencies]).toEqual([[other], []]);
  });

  test("accepts tokens of another issuer", () => {
    const stack = guarded({ type: "jwt", jwt });
    expect(settings(stack)).toEqual({
      SERVERFORM_TOKEN_ISSUER: "https://login.example.com",
      SERVERFORM_TOKEN_AUDIENCE: '["chat"]',
      SERVERFORM_TOKEN_SOURCE: "querystring.token",
    });
  });

  test.each([
    ["querystring.access_token", ["route.request.querystring.access_token"]],
    // Clients write names of headers in capital or small letters.
    ["header.Authorization", undefined],
    ["subprotocol", undefined],
  ] as const)("reads the token from %s", (tokenSource, sources) => {
    const stack = ofPool({ tokenSource });
    expect(settings(stack).SERVERFORM_TOKEN_SOURCE).toBe(tokenSource);
    expect(only(stack, "aws_apigatewayv2_authorizer").identity_sources).toEqual(sources);
  });

  test("has the name and the keys of the provider that are given", () => {
    const cdk = { authorizer: { identitySources: ["route.request.header.Origin"] } };
    expect(only(ofPool({ name: "Door", cdk }), "aws_apigatewayv2_authorizer")).toMatchObject({
      name: "Door",
      identity_sources: ["route.request.header.Origin"],
      authorizer_uri: expect.stringContaining("Verifier"),
    });
  });

  test.each(["user_pool", "jwt"] as const)("of the type %s may exist already", (type) => {
    const stack = testStack();
    const authorizer = new Apigatewayv2Authorizer(stack, "Given", {
      apiId: "a",
      name: "Given",
      authorizerType: "REQUEST",
    });
    guarded({ type, cdk: { authorizer } }, stack);
    expect(routes(stack).$connect).toMatchObject({
      authorization_type: "CUSTOM",
      authorizer_id: "${aws_apigatewayv2_authorizer.Given.id}",
    });
    expect(verifier(stack)).toBeUndefined();
  });
});

describe("an authorizer of a WebSocketApi that verifies tokens is refused", () => {
  const userPool = (props: object) => ({ type: "user_pool", userPool: pool, ...props });

  test.each<[string, unknown, string, string, RegExp]>([
    ["without pool", { type: "user_pool" }, ".userPool", "authorizer-part-missing", /userPool: \{ id/],
    ["with the issuer of the other type", userPool({ jwt }), "", "key-unknown", /"jwt".*userPool/s],
    [
      "with the pool of the other type",
      { type: "jwt", jwt, userPool: pool },
      "",
      "key-unknown",
      /"userPool".*jwt/s,
    ],
    ["without issuer", { type: "jwt" }, ".jwt", "authorizer-part-missing", /jwt: \{ issuer/],
    [
      "without the address of the issuer",
      { type: "jwt", jwt: { audience: ["a"] } },
      ".jwt.issuer",
      "prop-required",
      /https/,
    ],
    [
      "with an issuer without TLS",
      { type: "jwt", jwt: { ...jwt, issuer: "http://a.example" } },
      ".jwt.issuer",
      "prop-invalid",
      /http:\/\/a\.example/,
    ],
    [
      "for nobody",
      { type: "jwt", jwt: { ...jwt, audience: [] } },
      ".jwt.audience",
      "prop-required",
      /my-app/,
    ],
    [
      "for no client",
      userPool({ userPool: { ...pool, clientIds: [] } }),
      ".userPool.clientIds",
      "prop-invalid",
      /leave it out/,
    ],
    [
      "with a pool in another region",
      userPool({ userPool: { ...pool, region: "us-east-1" } }),
      ".userPool.region",
      "user-pool-region",
      /"eu-west-1"/,
    ],
    [
      "with another token",
      userPool({ tokenUse: "refresh" }),
      ".tokenUse",
      "literal-unknown",
      /"refresh".*"access"/s,
    ],
    [
      "with an unknown source",
      userPool({ tokenSource: "cookie" }),
      ".tokenSource",
      "token-source",
      /"cookie".*querystring/s,
    ],
    [
      "with a source without name",
      userPool({ tokenSource: "header." }),
      ".tokenSource",
      "token-source",
      /"header\."/,
    ],
    [
      "with a source of HTTP APIs",
      userPool({ tokenSource: "$request.header.A" }),
      ".tokenSource",
      "token-source",
      /\$request/,
    ],
    [
      "with a list of sources",
      userPool({ tokenSource: ["subprotocol"] }),
      ".tokenSource",
      "token-source",
      /subprotocol/,
    ],
    [
      "with the header of subprotocols",
      userPool({ tokenSource: "header.sec-websocket-protocol" }),
      ".tokenSource",
      "token-source",
      /"subprotocol"/,
    ],
    [
      "with the source of a function",
      userPool({ identitySource: ["route.request.querystring.a"] }),
      "",
      "key-unknown",
      /identitySource/,
    ],
    ["with a function", userPool({ function: {} }), "", "key-unknown", /function/],
    [
      "with the address of a function",
      userPool({ cdk: { authorizer: { authorizerUri: "arn:a" } } }),
      ".cdk.authorizer.authorizerUri",
      "token-verifier-replaced",
      /type: "fn"/,
    ],
  ])("%s", (_, authorizer, prop, code, message) => {
    const stack = testStack();
    const error = failure(() => chat({ authorizer: authorizer as WebSocketApiProps["authorizer"] }, stack));
    expect(error).toMatchObject({ path: "dev-notes-Main/Chat", prop: `authorizer${prop}`, code });
    expect(error.message).toMatch(message);
    expect(stack.node.findChild("Chat").node.children).toEqual([]);
  });
});

describe("recipients that are not clients of a pool of the app", () => {
  /** Two pools, each with a client. */
  function pools() {
    const stack = testStack();
    const make = (id: string) => {
      const made = new CognitoUserPool(stack, id, { name: id });
      const client = new CognitoUserPoolClient(stack, `${id}Client`, { name: id, userPoolId: made.id });
      return { id: made.id, clientId: client.id };
    };
    return { stack, users: make("Users"), staff: make("Staff") };
  }
  const issuer = (id: string) => `https://cognito-idp.us-east-1.amazonaws.com/${id}`;
  type Gateway = (
    stack: Stack,
    authorizer: WebSocketApiJwtAuthorizer | WebSocketApiUserPoolAuthorizer,
  ) => unknown;
  const gateways: readonly (readonly [string, string, Gateway])[] = [
    ["WebSocketApi", "authorizer", (stack, authorizer) => guarded(authorizer, stack)],
    [
      "Api",
      'authorizers["users"]',
      (stack, users) => new Api(stack, "It", { authorizers: { users } as never }),
    ],
  ];

  test.each(gateways)("are refused by %s as made-up ids", (_, prop, create) => {
    const { stack, users } = pools();
    const userPool = { id: users.id, clientIds: [users.clientId, "web"] };
    expect(failure(() => create(stack, { type: "user_pool", userPool }))).toMatchObject({
      code: "recipient-unknown",
      prop: `${prop}.userPool.clientIds[1]`,
      message: expect.stringMatching(/"web".*dev-notes-Main\/Users/),
    });
  });

  test.each(gateways)("are refused by %s as clients of another pool", (_, prop, create) => {
    const { stack, users, staff } = pools();
    const userPool = { id: users.id, clientIds: [staff.clientId] };
    expect(failure(() => create(stack, { type: "user_pool", userPool }))).toMatchObject({
      code: "recipient-elsewhere",
      prop: `${prop}.userPool.clientIds[0]`,
      message: expect.stringMatching(/StaffClient.*dev-notes-Main\/Users/),
    });
  });

  test.each(gateways)("are refused by %s for the address of the pool", (_, prop, create) => {
    const { stack, users } = pools();
    const own = { issuer: issuer(users.id), audience: ["web"] };
    expect(failure(() => create(stack, { type: "jwt", jwt: own }))).toMatchObject({
      code: "recipient-unknown",
      prop: `${prop}.jwt.audience[0]`,
    });
  });

  test.each(gateways)(
    "are taken by %s where they may be: clients, resources, pools elsewhere",
    (_name, _prop, create) => {
      for (const authorizer of [
        ({ users }) => ({ type: "user_pool", userPool: { id: users.id, clientIds: [users.clientId] } }),
        ({ users }) => ({
          type: "jwt",
          jwt: { issuer: issuer(users.id), audience: [users.clientId, "https://chat.example.com"] },
        }),
        () => ({ type: "user_pool", userPool: { id: "us-east-1_abc", clientIds: ["web"] } }),
        ({ users }) => ({
          type: "user_pool",
          userPool: { id: "us-east-1_abc", clientIds: [users.clientId] },
        }),
      ] satisfies ((
        given: ReturnType<typeof pools>,
      ) => WebSocketApiJwtAuthorizer | WebSocketApiUserPoolAuthorizer)[]) {
        const given = pools();
        expect(() => create(given.stack, authorizer(given))).not.toThrow();
      }
    },
  );
});
