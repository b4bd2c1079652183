/** @group processes */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { checkOutput } from "../support/reference-check";
import { temporaryFolder } from "../support/stack";
import { FakeManagementApi } from "./chat-management";
import { FakeDynamoDb } from "./dynamodb";
import { invokePackage } from "./invoke";
import { type Block, functionOfRoute, runApp, template } from "./support";

const service = "dev-chat-Service";
const outdir = join(temporaryFolder(), "cdktf.out");
const hash = createHash("sha256").update("secret").digest("hex");

beforeAll(() => {
  runApp("examples/chat", "main.ts", { CDKTF_OUTDIR: outdir, CHAT_TOKEN_SHA256: hash });
});

test("the output of the example is sound Terraform JSON", () => {
  expect(checkOutput(outdir)).toEqual([]);
});

test("the example creates the listed number of resources of each type", () => {
  const { resource } = template(outdir, service);
  const counts = Object.entries(resource).map(([type, each]) => [type, Object.keys(each).length]);
  expect(Object.fromEntries(counts)).toEqual({
    aws_apigatewayv2_api: 1,
    aws_apigatewayv2_authorizer: 1,
    aws_apigatewayv2_integration: 4,
    aws_apigatewayv2_route: 4,
    aws_apigatewayv2_stage: 1,
    aws_cloudwatch_log_group: 6,
    aws_dynamodb_table: 1,
    aws_iam_role: 5,
    aws_iam_role_policy: 5,
    aws_lambda_function: 5,
    aws_lambda_permission: 5,
    terraform_data: 1,
  });
});

describe("packaged functions run", () => {
  const database = new FakeDynamoDb();
  const gateway = new FakeManagementApi();
  let endpoints: Record<string, string>;

  beforeAll(async () => {
    endpoints = {
      AWS_ENDPOINT_URL_DYNAMODB: await database.start(),
      AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI: await gateway.start(),
    };
  });
  afterAll(() => Promise.all([database.stop(), gateway.stop()]));
  afterEach(() => {
    gateway.received.length = 0;
  });

  const run = (fn: Block, event: object) =>
    invokePackage({
      outdir,
      stack: service,
      fn,
      event,
      environment: { SERVERFORM_Table_tableName_Connections: "connections", ...endpoints },
    });

  const on = (routeKey: string, connectionId: string, body?: string) =>
    run(functionOfRoute(template(outdir, service), routeKey), webSocketEvent(routeKey, connectionId, body));

  const ask = (token?: string) => {
    const { aws_lambda_function: functions = {} } = template(outdir, service).resource;
    const [, fn = {}] = Object.entries(functions).find(([name]) => name.startsWith("Authorizer_")) ?? [];
    return run(fn, authorizerEvent(token));
  };

  test.each([
    ["secret", "Allow"],
    ["guess", "Deny"],
    [undefined, "Deny"],
  ])(
    "the authorizer answers the token %j: %s",
    async (token, effect) => {
      const { policyDocument } = await ask(token);
      expect(policyDocument.Statement[0]).toMatchObject({ Effect: effect, Resource: methodArn });
    },
    30_000,
  );

  test("clients connect", async () => {
    for (const id of ["ann=", "bob=", "cid="]) expect(await on("$connect", id)).toEqual({ statusCode: 200 });
    expect(database.requests).toEqual(Array(3).fill("PutItem connections"));
  });

  test("a message reaches all connected users, and closed connections are removed", async () => {
    gateway.gone.add("cid=");
    expect(await on("send", "ann=", '{"action":"send","text":"hello"}')).toEqual({ statusCode: 200 });
    const message = { from: "ann=", text: "hello" };
    expect(gateway.received).toEqual([
      ["ann=", message],
      ["bob=", message],
    ]);
    expect(database.requests.slice(3)).toEqual(["Scan connections", "DeleteItem connections"]);
  });

  test("a disconnected user receives no more messages", async () => {
    await on("$disconnect", "bob=");
    await on("send", "ann=", '{"action":"send","text":"alone"}');
    expect(gateway.received.map(([id]) => id)).toEqual(["ann="]);
  });

  test("an unknown action is answered to its sender", async () => {
    await on("$default", "ann=", "hello?");
    expect(gateway.received).toEqual([["ann=", { error: expect.stringContaining('"send"') }]]);
  });
});

const methodArn = "arn:aws:execute-api:us-east-1:123456789012:id/dev/$connect";
const headers = { Host: "id.execute-api.us-east-1.amazonaws.com", "Sec-WebSocket-Version": "13" };

/** The gateway's context of a connection, in any event. */
const context = (routeKey: string, eventType: string, connectionId: string) => ({
  routeKey,
  eventType,
  extendedRequestId: "extended",
  requestTime: "01/Jan/2026:00:00:00 +0000",
  messageDirection: "IN",
  stage: "dev",
  connectedAt: 1767225600000,
  requestTimeEpoch: 1767225600000,
  identity: { sourceIp: "192.0.2.1", userAgent: "test" },
  requestId: "request",
  domainName: "id.execute-api.us-east-1.amazonaws.com",
  connectionId,
  apiId: "id",
});

const eventTypes: Readonly<Record<string, string>> = { $connect: "CONNECT", $disconnect: "DISCONNECT" };

function webSocketEvent(routeKey: string, connectionId: string, body: string | undefined) {
  const eventType = eventTypes[routeKey] ?? "MESSAGE";
  const isMessage = eventType === "MESSAGE";
  const requestContext = {
    ...context(routeKey, eventType, connectionId),
    ...(isMessage && { messageId: "message" }),
    ...(eventType === "DISCONNECT" && { disconnectStatusCode: 1001, disconnectReason: "Going away" }),
  };
  const parts = isMessage ? { body } : { headers, multiValueHeaders: { Host: [headers.Host] } };
  return { requestContext, isBase64Encoded: false, ...parts };
}

const authorizerEvent = (token: string | undefined) => ({
  type: "REQUEST",
  methodArn,
  headers,
  multiValueHeaders: { Host: [headers.Host] },
  queryStringParameters: token === undefined ? {} : { token },
  multiValueQueryStringParameters: token === undefined ? {} : { token: [token] },
  stageVariables: {},
  requestContext: context("$connect", "CONNECT", "ann="),
});
