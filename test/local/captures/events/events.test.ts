import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { WebSocket } from "ws";
import { createFunctionUrls } from "../../../../lib/local/gateways/function-url";
import { createLoadBalancers } from "../../../../lib/local/gateways/load-balancer";
import { createWebSocketApis } from "../../../../lib/local/gateways/web-socket";
import type { Values } from "../../../../lib/model";
import { serveRestApi } from "../../gateways/rest/support";
import { testContext } from "../../gateways/support/context";
import { functionArn, serveApi } from "../../gateways/support/http-api";
import { modelOf } from "../../gateways/support/model";
import { call, closeAll, serve } from "../../gateways/support/serve";
import { ada, clientId, Directory, password, poolId } from "../../services/cognito-idp/directory";
import { TestFunctions } from "../../support/functions";
import { differences, readShape, shapes } from "./shapes";

afterEach(closeAll);

const ok = () => ({ statusCode: 200 });
const request = {
  method: "POST",
  headers: [
    ...["Host", "localhost", "User-Agent", "agent", "Content-Type", "application/json", "Accept", "*/*"],
    ...["Accept-Encoding", "gzip", "Cache-Control", "no-cache", "Postman-Token", "1", "Cookie", "a=1; b=2"],
  ],
  body: '{"a":1}',
};
const plain = { headers: ["Host", "localhost", "User-Agent", "agent", "Authorization", "secret"] };
const invokeUri = (name: string) =>
  `arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/${functionArn(name)}/invocations`;
const allow = (event: { methodArn?: string; routeArn?: string }) => ({
  principalId: "ada",
  policyDocument: {
    Version: "2012-10-17",
    Statement: [
      { Effect: "Allow", Action: "execute-api:Invoke", Resource: event.methodArn ?? event.routeArn },
    ],
  },
});

type Served = readonly unknown[];

/** The events of each kind that the local server makes for a request with a body and one without. */
const events: Readonly<Record<string, () => Promise<Served>>> = {
  "http-api-1": () => httpEvents("1.0"),
  "http-api-2": () => httpEvents("2.0"),
  "http-api-authorizer-1": () => httpAuthorizerEvent("1.0"),
  "http-api-authorizer-2": () => httpAuthorizerEvent("2.0"),
  "rest-api": async () => {
    const api = await serveRestApi({ methods: { "ANY /notes/{id}": ok } });
    return both(`${api.url}`, "/dev/notes/7?a=1", () => api.event("ANY /notes/{id}"));
  },
  "rest-api-token-authorizer": () => restAuthorizerEvent("TOKEN"),
  "rest-api-request-authorizer": () => restAuthorizerEvent("REQUEST"),
  "function-url": async () => {
    const context = testContext({ web: ok });
    const [gateway] = createFunctionUrls(
      modelOf({
        "aws_lambda_function_url.web": {
          function_name: "web",
          url_id: "web",
          function_url: "https://web.lambda-url.eu-west-1.on.aws/",
          function_arn: functionArn("web"),
          authorization_type: "NONE",
        },
      }),
      context,
    );
    if (gateway === undefined) throw new Error("no gateway");
    return both(await serve(gateway), "/a?b=1", () => context.functions.events("web").at(-1));
  },
  "load-balancer": () => balancerEvents({}),
  "load-balancer-multi-value": () => balancerEvents({ lambda_multi_value_headers_enabled: true }),
  "socket-connect": async () => [(await socketEvents()).CONNECT],
  "socket-message": async () => [(await socketEvents()).MESSAGE],
  "socket-disconnect": async () => [(await socketEvents()).DISCONNECT],
  "socket-authorizer": async () => [(await socketEvents()).authorizer],
};

async function both(url: string, path: string, last: () => unknown): Promise<Served> {
  await call(url, path, request);
  const first = last();
  await call(url, path.replace(/\?.*/, ""), plain);
  return [first, last()];
}

async function httpEvents(format: "1.0" | "2.0"): Promise<Served> {
  const api = await serveApi({ routes: { "ANY /notes/{id}": ok }, format });
  return both(api.url, "/notes/7?a=1", () => api.event("ANY /notes/{id}"));
}

async function httpAuthorizerEvent(format: "1.0" | "2.0"): Promise<Served> {
  const api = await serveApi({
    routes: {
      "GET /notes": { handler: ok, route: { authorization_type: "CUSTOM", authorizer_id: "guard" } },
    },
    authorizers: {
      guard: {
        authorizer_type: "REQUEST",
        authorizer_uri: invokeUri("guard"),
        authorizer_payload_format_version: format,
        identity_sources: ["$request.header.Authorization"],
      },
    },
    functions: { guard: allow },
  });
  await call(api.url, "/notes", plain);
  return api.context.functions.events("guard");
}

async function restAuthorizerEvent(type: string): Promise<Served> {
  const api = await serveRestApi({
    methods: { "GET /notes": { handler: ok, method: { authorization: "CUSTOM", authorizer_id: "guard" } } },
    authorizers: { guard: { authorizer_uri: invokeUri("guard"), type } },
    functions: { guard: allow },
    stages: { dev: { deployment_id: "abc123" } },
  });
  await call(api.url, "/dev/notes", plain);
  return [api.event("guard")];
}

async function balancerEvents(group: Values): Promise<Served> {
  const arn = "arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/web/0";
  const context = testContext({ web: ok });
  const [gateway] = createLoadBalancers(
    modelOf({
      "aws_lb_listener_rule.web": {
        listener_arn:
          "arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2",
        action: [{ type: "forward", target_group_arn: arn }],
        condition: [{ path_pattern: { values: ["/*"] } }],
      },
      "aws_lb_target_group.web": { arn, target_type: "lambda", ...group },
      "aws_lb_target_group_attachment.web": { target_group_arn: arn, target_id: functionArn("web") },
    }),
    context,
  );
  if (gateway === undefined) throw new Error("no load balancer");
  return both(await serve(gateway), "/a?b=1", () => context.functions.events("web").at(-1));
}

async function socketEvents(): Promise<Readonly<Record<string, unknown>>> {
  const functions = new TestFunctions((event: { methodArn?: string }) =>
    event.methodArn === undefined ? ok() : allow(event),
  );
  const route = (key: string, more: Values = {}): Record<string, Values> => ({
    [`aws_apigatewayv2_route.${key}`]: {
      api_id: "chat1",
      route_key: key,
      target: "integrations/chat",
      ...more,
    },
  });
  const [gateway] = createWebSocketApis(
    modelOf({
      "aws_apigatewayv2_api.chat1": {
        name: "chat",
        protocol_type: "WEBSOCKET",
        route_selection_expression: "$request.body.action",
      },
      "aws_apigatewayv2_stage.dev": { api_id: "chat1", name: "dev" },
      "aws_apigatewayv2_integration.chat": {
        api_id: "chat1",
        integration_type: "AWS_PROXY",
        integration_uri: invokeUri("chat"),
      },
      "aws_apigatewayv2_authorizer.guard": {
        api_id: "chat1",
        name: "guard",
        authorizer_type: "REQUEST",
        authorizer_uri: invokeUri("guard"),
        identity_sources: ["route.request.querystring.token"],
      },
      ...route("$connect", { authorization_type: "CUSTOM", authorizer_id: "guard" }),
      ...route("$disconnect"),
      ...route("$default"),
    }),
    { ...testContext({}), functions },
  );
  if (gateway === undefined) throw new Error("no API");
  const server = createServer((incoming, response) => gateway.handle(incoming, response));
  server.on("upgrade", (incoming, socket, head) => gateway.upgrade?.(incoming, socket, head));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const headers = { "User-Agent": "agent" };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/dev?token=1`, { headers });
    await once(socket, "open");
    socket.send("hello");
    await functions.count(3);
    socket.close(1001);
    await functions.count(4);
  } finally {
    await gateway.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return Object.fromEntries(
    functions.invoked.map(({ functionArn: arn, event }) => {
      if (arn === functionArn("guard")) return ["authorizer", event];
      const { requestContext } = event as { requestContext: { eventType: string } };
      return [requestContext.eventType, withoutQuery(event as Record<string, unknown>)];
    }),
  );
}

/** The captured connections have no query string. */
const withoutQuery = ({
  queryStringParameters: _one,
  multiValueQueryStringParameters: _all,
  ...rest
}: Record<string, unknown>): unknown => rest;

describe("events of gateways have the members of those that AWS has sent", () => {
  test.each(Object.entries(events))("%s", async (name, make) => {
    const shape = readShape(name);
    for (const event of await make()) expect(differences(event, shape)).toEqual([]);
  });

  test("headers of format 1.0 have AWS's names", async () => {
    const [event] = (await events["http-api-1"]?.()) ?? [];
    const { headers } = event as { headers: object };
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining([...(readShape("http-api-1").headers ?? [])]),
    );
  });

  test("a function URL has its cookies twice, no account without a signature, and a decoded path in the context", async () => {
    const [event] = (await events["function-url"]?.()) ?? [];
    expect(event).toMatchObject({
      cookies: ["a=1", "b=2"],
      headers: { cookie: "a=1; b=2" },
      requestContext: { accountId: "anonymous" },
    });
  });
});

describe("events of user pools have the members of those that AWS has sent", () => {
  const withSender = {
    custom_email_sender: { lambda_arn: functionArn("mailer"), lambda_version: "V1_0" },
  };
  test.each([
    [
      "a sign-up and a sign-in",
      {},
      [
        "PreSignUp_SignUp",
        "CustomMessage_SignUp",
        "PostConfirmation_ConfirmSignUp",
        "PreAuthentication_Authentication",
        "PostAuthentication_Authentication",
        "TokenGeneration_Authentication",
      ],
    ],
    ["a sender", { lambda_config: withSender }, ["CustomEmailSender_SignUp"]],
  ])("%s", async (_, pool, sources) => {
    const triggers = Object.fromEntries(sources.map((source) => [source, () => ({})]));
    const hasSender = "lambda_config" in pool;
    const directory = await Directory.start(hasSender ? { pool } : { triggers });
    await directory.signUp();
    if (!hasSender) {
      await directory.confirm();
      await directory.signIn();
    }
    expect(directory.events.map(({ triggerSource }) => triggerSource)).toEqual(sources);
    for (const event of directory.events)
      expect(differences(event, readShape(event.triggerSource))).toEqual([]);
  });

  test("a migration", async () => {
    const triggers = {
      UserMigration_Authentication: () => ({ userAttributes: { email: ada }, finalUserStatus: "CONFIRMED" }),
    };
    const directory = await Directory.start({ triggers });
    await directory.signIn();
    const [event] = directory.events;
    expect(differences(event, readShape("UserMigration_Authentication"))).toEqual([]);
  });

  test("questions of the app", async () => {
    const directory = await Directory.start({
      triggers: {
        DefineAuthChallenge_Authentication: ({ request: { session } }) =>
          (session as unknown[]).length > 0 ? { issueTokens: true } : { challengeName: "CUSTOM_CHALLENGE" },
        CreateAuthChallenge_Authentication: () => ({
          publicChallengeParameters: {},
          privateChallengeParameters: { answer: "1" },
        }),
        VerifyAuthChallengeResponse_Authentication: () => ({ answerCorrect: true }),
      },
    });
    await directory.signUp();
    await directory.confirm();
    const asked = await directory.initiate("CUSTOM_AUTH", { USERNAME: ada });
    await directory.respond(asked, { ANSWER: "1" });
    const told = directory.events.filter(({ triggerSource }) => triggerSource.includes("AuthChallenge"));
    expect(new Set(told.map(({ triggerSource }) => triggerSource)).size).toBe(3);
    for (const event of told) expect(differences(event, readShape(event.triggerSource))).toEqual([]);
  });

  test("users that an administrator creates, and all that follows with codes and tokens", async () => {
    const names = ["PreSignUp", "PostConfirmation", "CustomMessage", "TokenGeneration"];
    const triggers = Object.fromEntries(names.map((name) => [`${name}_`, () => ({})]));
    const directory = await Directory.start({ triggers });
    const code = () => ({ ConfirmationCode: directory.code });
    const user = { ClientId: clientId, Username: ada };
    await directory.ask("AdminCreateUser", {
      UserPoolId: poolId,
      Username: ada,
      UserAttributes: [
        { Name: "email", Value: ada },
        { Name: "email_verified", Value: "true" },
      ],
      TemporaryPassword: "Temporary-1",
      DesiredDeliveryMediums: ["EMAIL"],
    });
    const first = await directory.initiate("USER_PASSWORD_AUTH", { USERNAME: ada, PASSWORD: "Temporary-1" });
    await directory.respond(first, { NEW_PASSWORD: password });
    const { RefreshToken, AccessToken } = await directory.signIn();
    await directory.initiate("REFRESH_TOKEN_AUTH", { REFRESH_TOKEN: RefreshToken });
    await directory.ask("ForgotPassword", user);
    await directory.ask("ConfirmForgotPassword", { ...user, ...code(), Password: password });
    const UserAttributes = [{ Name: "email", Value: "lovelace@example.com" }];
    await directory.ask("UpdateUserAttributes", { AccessToken, UserAttributes });
    await directory.ask("GetUserAttributeVerificationCode", { AccessToken, AttributeName: "email" });
    await directory.signUp("grace@example.com");
    await directory.ask("ResendConfirmationCode", { ClientId: clientId, Username: "grace@example.com" });
    const told = directory.events.map(({ triggerSource }) => triggerSource);
    expect(new Set(told)).toEqual(
      new Set([
        "PreSignUp_AdminCreateUser",
        "CustomMessage_AdminCreateUser",
        "TokenGeneration_NewPasswordChallenge",
        "TokenGeneration_Authentication",
        "TokenGeneration_RefreshTokens",
        "CustomMessage_ForgotPassword",
        "PostConfirmation_ConfirmForgotPassword",
        "CustomMessage_UpdateUserAttribute",
        "CustomMessage_VerifyUserAttribute",
        "PreSignUp_SignUp",
        "CustomMessage_SignUp",
        "CustomMessage_ResendCode",
      ]),
    );
    for (const event of directory.events)
      expect(differences(event, readShape(event.triggerSource))).toEqual([]);
  });

  test.each(["V2_0", "V3_0"])("tokens in version %s of the trigger", async (lambda_version) => {
    const pre_token_generation_config = [{ lambda_arn: functionArn("tokens"), lambda_version }];
    const directory = await Directory.withAda({ pool: { lambda_config: [{ pre_token_generation_config }] } });
    await directory.signIn();
    expect(directory.events).toHaveLength(1);
    for (const event of directory.events)
      expect(differences(event, readShape("TokenGeneration_Authentication-2"))).toEqual([]);
  });

  test("attributes have the state of the user, and names by which a confirmed one signs in", async () => {
    const triggers = { PreAuthentication_Authentication: () => ({}), CustomMessage_SignUp: () => ({}) };
    const directory = await Directory.start({ triggers });
    await directory.signUp();
    await directory.confirm();
    await directory.signIn();
    expect(directory.events.map(({ request }) => request.userAttributes)).toEqual([
      expect.objectContaining({ "cognito:user_status": "UNCONFIRMED", email_verified: "false" }),
      expect.objectContaining({
        "cognito:user_status": "CONFIRMED",
        "cognito:email_alias": ada,
        email_verified: "true",
      }),
    ]);
  });
});

test("every file of captures is compared", () => {
  const tests = readdirSync(__dirname).filter((file) => file.endsWith(".test.ts"));
  const text = tests.map((file) => readFileSync(join(__dirname, file), "utf8")).join("");
  const isNamed = ({ event }: { readonly event: string }) => new RegExp(`[^\\w-]${event}[^\\w-]`).test(text);
  expect(shapes.filter((shape) => !isNamed(shape))).toEqual([]);
});
