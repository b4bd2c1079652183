import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect as connectTcp } from "node:net";
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { WebSocket } from "ws";
import type { LocalEvent } from "../../../../lib/local";
import type { Gateway } from "../../../../lib/local/gateways/gateway";
import { createWebSocketApis } from "../../../../lib/local/gateways/web-socket";
import type { Model, Values } from "../../../../lib/model";
import { accessKeys, localCredentials } from "../../../support/access-keys";
import { TestClock } from "../../support/clock";
import { settled, TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";
import { takeOver } from "../take-over";

const arn = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;
const uri = (name: string) =>
  `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${arn(name)}/invocations`;

interface ChatOptions {
  readonly keys?: readonly string[];
  readonly connect?: Values;
  readonly stage?: Values;
  readonly route?: Values;
}

function chatModel({ keys = [], connect = {}, stage = {}, route = {} }: ChatOptions): Model {
  const entries = keys.map((key) => [
    key,
    {
      api_id: "chat1",
      route_key: key,
      target: `integrations/${key}`,
      ...(key === "$connect" ? connect : route),
    },
  ]);
  const integrations = keys.map((key) => [
    key,
    { api_id: "chat1", id: key, integration_type: "AWS_PROXY", integration_uri: uri(key.replace("$", "")) },
  ]);
  return testModel({
    aws_apigatewayv2_api: {
      Chat: {
        id: "chat1",
        name: "chat",
        protocol_type: "WEBSOCKET",
        route_selection_expression: "$request.body.action",
      },
    },
    aws_apigatewayv2_stage: { Stage: { api_id: "chat1", name: "dev", ...stage } },
    aws_apigatewayv2_route: Object.fromEntries(entries),
    aws_apigatewayv2_integration: Object.fromEntries(integrations),
    aws_apigatewayv2_authorizer: {
      Guard: {
        api_id: "chat1",
        id: "guard1",
        name: "guard",
        authorizer_type: "REQUEST",
        authorizer_uri: uri("guard"),
        identity_sources: ["route.request.querystring.token"],
      },
    },
  });
}

let server: Server;
let gateway: Gateway;
let functions: TestFunctions;
let reported: LocalEvent[];
let clock: TestClock;
const clients: WebSocket[] = [];

async function serve(
  options: ChatOptions,
  answer: (event: never, functionArn: string) => unknown = () => ({ statusCode: 200 }),
) {
  clock = new TestClock();
  reported = [];
  functions = new TestFunctions(answer);
  const [api] = createWebSocketApis(chatModel(options), {
    accessKeys,
    functions,
    clock,
    report: (event) => reported.push(event),
    endpoints: new Map(),
    issuers: { keysOf: async () => ({ keys: [] }) },
  });
  if (api === undefined) throw new Error("no API");
  gateway = api;
  server = createServer((request, response) => api.handle(request, response));
  server.on("upgrade", (request, socket, head) => api.upgrade?.(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate();
  await gateway.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const port = () => (server.address() as AddressInfo).port;

/** A client, with its received messages. */
async function connect(path = "/dev") {
  const client = new WebSocket(`ws://127.0.0.1:${port()}${path}`);
  clients.push(client);
  const received: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  client.on("message", (data) => {
    const next = waiting.shift();
    if (next === undefined) received.push(String(data));
    else next(String(data));
  });
  const next = async (): Promise<string> =>
    received.shift() ?? new Promise((resolve) => waiting.push(resolve));
  await once(client, "open");
  return { client, next };
}

/** The status by which a client is refused. */
async function refusal(path = "/dev"): Promise<number | undefined> {
  const client = new WebSocket(`ws://127.0.0.1:${port()}${path}`);
  clients.push(client);
  client.on("error", () => {});
  const [, response] = await once(client, "unexpected-response");
  return response.statusCode;
}

interface SocketEvent {
  readonly requestContext: Readonly<Record<string, never>> & { readonly connectionId: string };
  readonly body?: string;
}

const eventOf = (index: number) => functions.invoked[index]?.event as SocketEvent;
const management = () =>
  new ApiGatewayManagementApiClient({
    endpoint: `http://127.0.0.1:${port()}/dev`,
    region: "us-east-1",
    credentials: localCredentials,
    // The SDK signs at the time of the test's clock.
    systemClockOffset: clock.now() - Date.now(),
  });

// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-route-keys-connect-disconnect.html
describe("connecting to a WebSocket API", () => {
  test("the function of $connect gets the handshake", async () => {
    await serve({ keys: ["$connect"] });
    await connect("/dev?room=a&room=b");
    expect(functions.invoked[0]?.functionArn).toBe(arn("connect"));
    expect(functions.invoked[0]?.event).toMatchObject({
      headers: { "sec-websocket-version": "13" },
      multiValueHeaders: { "sec-websocket-version": ["13"] },
      queryStringParameters: { room: "a,b" },
      multiValueQueryStringParameters: { room: ["a", "b"] },
      requestContext: {
        routeKey: "$connect",
        eventType: "CONNECT",
        messageDirection: "IN",
        stage: "dev",
        connectedAt: 1767225600000,
        requestTimeEpoch: 1767225600000,
        requestTime: "01/Jan/2026:00:00:00 +0000",
        identity: { sourceIp: "127.0.0.1", userAgent: "" },
        domainName: `127.0.0.1:${port()}`,
        connectionId: expect.stringMatching(/=$/),
        apiId: "chat1",
      },
      isBase64Encoded: false,
    });
  });

  test.each([
    [{ statusCode: 300 }, 300],
    [{ statusCode: 403 }, 403],
    [{ statusCode: 500 }, 500],
    [{}, 502],
    [null, 502],
  ])("an answer %j of $connect refuses with %i", async (answer, status) => {
    await serve({ keys: ["$connect"] }, () => answer);
    expect(await refusal()).toBe(status);
  });

  test("a function that fails refuses all clients", async () => {
    await serve({ keys: ["$connect"] }, () => {
      throw new Error("no");
    });
    expect(await refusal()).toBe(502);
  });

  test("another stage is refused", async () => {
    await serve({ keys: ["$connect"] });
    expect(await refusal("/prod")).toBe(403);
    expect(functions.invoked).toEqual([]);
  });

  test("without a route $connect all clients are accepted", async () => {
    await serve({ keys: ["$default"] });
    const { client } = await connect();
    expect(client.readyState).toBe(WebSocket.OPEN);
  });

  test("a disconnection is reported, with code and reason", async () => {
    await serve({ keys: ["$connect", "$disconnect"] });
    const { client } = await connect();
    client.close(4000, "bye");
    await functions.count(2);
    expect(eventOf(1)).toMatchObject({
      requestContext: {
        eventType: "DISCONNECT",
        routeKey: "$disconnect",
        disconnectStatusCode: 4000,
        disconnectReason: "bye",
        connectionId: eventOf(0).requestContext.connectionId,
      },
    });
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-lambda-auth.html
describe("the authorizer of a WebSocket API", () => {
  const connect_ = { authorization_type: "CUSTOM", authorizer_id: "guard1" };
  const policy = (Effect: string, Resource = "*") => ({
    principalId: "ann",
    context: { role: "admin" },
    policyDocument: {
      Version: "2012-10-17",
      Statement: [{ Effect, Action: "execute-api:Invoke", Resource }],
    },
  });
  const answering = (answer: unknown) => (_event: never, functionArn: string) =>
    functionArn === arn("guard") ? answer : { statusCode: 200 };

  test("its context of the client is in every event", async () => {
    await serve({ keys: ["$connect", "send"], connect: connect_ }, answering(policy("Allow")));
    const { client } = await connect("/dev?token=t");
    client.send('{"action":"send"}');
    await functions.count(3);
    expect(functions.invoked[0]?.event).toMatchObject({
      type: "REQUEST",
      methodArn: "arn:aws:execute-api:us-east-1:123456789012:chat1/dev/$connect",
      queryStringParameters: { token: "t" },
      requestContext: { eventType: "CONNECT" },
    });
    for (const index of [1, 2]) {
      expect(eventOf(index).requestContext).toMatchObject({
        authorizer: { principalId: "ann", role: "admin" },
      });
    }
  });

  test("its context has texts for values of any type", async () => {
    const answer = { ...policy("Allow"), context: { age: 36, isAdmin: true, nothing: null } };
    await serve({ keys: ["$connect"], connect: connect_ }, answering(answer));
    await connect("/dev?token=t");
    expect(eventOf(1).requestContext).toMatchObject({
      authorizer: { principalId: "ann", age: "36", isAdmin: "true" },
    });
  });

  test.each([
    ["denies", policy("Deny"), "/dev?token=t", 403],
    [
      "allows something else",
      policy("Allow", "arn:aws:execute-api:us-east-1:123456789012:chat1/prod/*"),
      "/dev?token=t",
      403,
    ],
    ["returns no policy", { principalId: "ann" }, "/dev?token=t", 500],
    ["says a list of the client", { ...policy("Allow"), context: { roles: ["a"] } }, "/dev?token=t", 500],
  ])("one that %s keeps the client out", async (_name, answer, path, status) => {
    await serve({ keys: ["$connect"], connect: connect_ }, answering(answer));
    expect(await refusal(path)).toBe(status);
    expect(functions.invoked.map(({ functionArn }) => functionArn)).toEqual([arn("guard")]);
  });

  test("without its identity source it is not asked", async () => {
    await serve({ keys: ["$connect"], connect: connect_ }, answering(policy("Allow")));
    expect(await refusal("/dev")).toBe(401);
    expect(functions.invoked).toEqual([]);
  });

  test("with iam an unsigned client is refused", async () => {
    await serve({ keys: ["$connect"], connect: { authorization_type: "AWS_IAM" } });
    expect(await refusal()).toBe(403);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-connect-route-subprotocol.html
describe("subprotocols", () => {
  const answer = (headers: object) => () => ({ statusCode: 200, headers });
  const offering = (...protocols: string[]) => {
    const client = new WebSocket(`ws://127.0.0.1:${port()}/dev`, protocols);
    clients.push(client);
    return client;
  };

  test.each(["Sec-WebSocket-Protocol", "sec-websocket-protocol"])(
    "are chosen by the function of $connect, with the header %s",
    async (name) => {
      await serve({ keys: ["$connect"] }, answer({ [name]: "b" }));
      const client = offering("a", "b");
      await once(client, "open");
      expect(client.protocol).toBe("b");
      expect(functions.invoked[0]?.event).toMatchObject({ headers: { "sec-websocket-protocol": "a,b" } });
    },
  );

  test.each([{}, { "sec-websocket-protocol": "" }])(
    "are not chosen by the server, so that clients hang up: %p",
    async (headers) => {
      await serve({ keys: ["$connect"] }, answer(headers));
      const [error] = await once(offering("a"), "error");
      expect(error.message).toMatch(/no subprotocol/);
      const line = reported.find(({ event }) => event === "request");
      expect(line).toMatchObject({ status: 200, reason: expect.stringMatching(/Sec-WebSocket-Protocol/) });
    },
  );

  test("that the client does not offer let it hang up", async () => {
    await serve({ keys: ["$connect"] }, answer({ "sec-websocket-protocol": "c" }));
    const [error] = await once(offering("a"), "error");
    expect(error.message).toMatch(/invalid subprotocol/);
  });

  test("are not answered to clients that offer none", async () => {
    await serve({ keys: ["$connect"] }, answer({ "sec-websocket-protocol": "c" }));
    expect((await connect()).client.protocol).toBe("");
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-routes.html
describe("messages", () => {
  test.each([
    ['{"action":"send","text":"hi"}', "send"],
    ['{"action":"other"}', "$default"],
    ['{"text":"hi"}', "$default"],
    ["no JSON", "$default"],
    ['{"action":"$connect"}', "$default"],
  ])("%s goes to the route %s", async (message, routeKey) => {
    await serve({ keys: ["send", "$default"] });
    const { client } = await connect();
    client.send(message);
    await functions.count(1);
    expect(eventOf(0)).toMatchObject({
      body: message,
      requestContext: { routeKey, eventType: "MESSAGE", messageId: expect.any(String) },
    });
  });

  test("one without a route is answered by the gateway", async () => {
    await serve({ keys: ["send"] });
    const { client, next } = await connect();
    client.send("hi");
    expect(JSON.parse(await next())).toEqual({
      message: "Forbidden",
      connectionId: expect.any(String),
      requestId: expect.any(String),
    });
  });

  test("one whose function fails is also answered by the gateway", async () => {
    await serve({ keys: ["send"] }, () => {
      throw new Error("no");
    });
    const { client, next } = await connect();
    client.send('{"action":"send"}');
    expect(JSON.parse(await next())).toMatchObject({ message: "Internal server error" });
  });

  test("a function's result reaches the client only if the route has a route response", async () => {
    await serve({ keys: ["send"], route: { route_response_selection_expression: "$default" } }, () => ({
      statusCode: 200,
      body: "thanks",
    }));
    const { client, next } = await connect();
    client.send('{"action":"send"}');
    expect(await next()).toBe("thanks");
  });

  test("more than the stage's limit is refused, until time has passed", async () => {
    const default_route_settings = { throttling_rate_limit: 1, throttling_burst_limit: 2 };
    await serve({ keys: ["send"], stage: { default_route_settings } });
    const { client, next } = await connect();
    for (let count = 0; count < 2; count += 1) client.send('{"action":"send"}');
    expect(JSON.parse(await next())).toMatchObject({ message: "Too Many Requests" });
    expect(functions.invoked).toHaveLength(1);
    clock.advance(1000);
    client.send('{"action":"send"}');
    await functions.count(2);
  });

  test.each([
    ["without its rate counts what is sent at once", { throttling_burst_limit: 1 }, 0],
    ["without its burst takes that of the account", { throttling_rate_limit: 1 }, 3],
    ["of -1 is none", { throttling_rate_limit: -1, throttling_burst_limit: -1 }, 3],
  ])("a throttle %s", async (_what, default_route_settings, passed) => {
    await serve({ keys: ["send"], stage: { default_route_settings } });
    const { client } = await connect();
    // The first connection takes a part of the limit, too.
    for (let count = 0; count < 3; count += 1) client.send('{"action":"send"}');
    await functions.count(passed);
    await settled();
    expect(functions.invoked).toHaveLength(passed);
  });

  test("a route with limits of its own has its own throttle", async () => {
    const route_settings = [
      { route_key: "send", throttling_rate_limit: 1, throttling_burst_limit: 1 },
      { route_key: "$connect", throttling_rate_limit: 1, throttling_burst_limit: 1 },
    ];
    await serve({ keys: ["$connect", "send", "other"], stage: { route_settings } });
    const { client, next } = await connect();
    expect(await refusal()).toBe(429);
    for (const action of ["send", "other", "other", "send"]) client.send(JSON.stringify({ action }));
    expect(JSON.parse(await next())).toMatchObject({ message: "Too Many Requests" });
    await functions.count(4);
    clock.advance(1000);
    client.send('{"action":"send"}');
    await functions.count(5);
  });

  test("a throttled handshake gets 429 and is reported, without invoking a function", async () => {
    const stage = {
      default_route_settings: { throttling_rate_limit: 1, throttling_burst_limit: 1 },
      access_log_settings: { format: "$context.eventType $context.status" },
    };
    await serve({ keys: ["$connect"], stage });
    await connect();
    expect(await refusal()).toBe(429);
    await settled();
    expect(functions.invoked).toHaveLength(1);
    const facts = { event: "request", method: "CONNECT", path: "$connect", status: 429 };
    expect(reported).toContainEqual(expect.objectContaining(facts));
    expect(reported).toContainEqual({ event: "access-log", api: "chat", line: "CONNECT 429" });
  });

  test("each event is a line of the access log and one for the terminal", async () => {
    const format =
      "$context.eventType $context.routeKey $context.status $context.identity.sourceIp $context.error.message";
    await serve({ keys: ["$connect", "send"], stage: { access_log_settings: { format } } });
    const { client } = await connect();
    client.send('{"action":"send"}');
    await functions.count(2);
    await settled();
    const lines = reported.flatMap((event) => (event.event === "access-log" ? [event.line] : []));
    expect(lines).toEqual(["CONNECT $connect 200 127.0.0.1 -", "MESSAGE send 200 127.0.0.1 -"]);
    expect(reported).toContainEqual(
      expect.objectContaining({
        event: "request",
        method: "MESSAGE",
        path: "send",
        status: 200,
        function: "send",
      }),
    );
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html
describe("the limits of a socket", () => {
  test.each([
    ["a message above 128 KB", 128 * 1024 + 1],
    ["a frame above 32 KB", 32 * 1024 + 1],
  ])("%s ends it with 1009", async (_name, bytes) => {
    await serve({ keys: ["$default"] });
    const { client } = await connect();
    client.send("x".repeat(bytes));
    const [code] = await once(client, "close");
    expect(code).toBe(1009);
  });

  test("32 KB in a frame, and 128 KB in several, are taken", async () => {
    await serve({ keys: ["$default"] });
    const { client } = await connect();
    client.send("x".repeat(32 * 1024));
    for (let part = 0; part < 4; part += 1) client.send("y".repeat(32 * 1024), { fin: part === 3 });
    await functions.count(2);
    expect([eventOf(0).body?.length, eventOf(1).body?.length]).toEqual([32 * 1024, 128 * 1024]);
  });

  test("one that is idle for ten minutes is closed, one that is not stays", async () => {
    await serve({ keys: ["$default"] });
    const [idle, busy] = [await connect(), await connect()];
    clock.advance(9 * 60_000);
    busy.client.send("hi");
    await functions.count(1);
    clock.advance(60_000);
    const [code] = await once(idle.client, "close");
    expect([code, busy.client.readyState]).toEqual([1001, WebSocket.OPEN]);
  });

  test("after two hours every one is closed", async () => {
    await serve({ keys: ["$default"] });
    const { client } = await connect();
    for (let times = 1; times <= 13; times += 1) {
      client.send("hi");
      await functions.count(times);
      if (times < 13) clock.advance(9.5 * 60_000);
    }
    clock.advance(6 * 60_000);
    const [code] = await once(client, "close");
    expect(code).toBe(1001);
  });

  test("a client that hangs up in the middle of a handshake leaves the others alone", async () => {
    await serve({ keys: ["$connect", "$default"] });
    const socket = connectTcp(port(), "127.0.0.1");
    socket.write("GET /dev HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n");
    await once(socket, "connect");
    socket.destroy();
    const { client } = await connect();
    expect(client.readyState).toBe(WebSocket.OPEN);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
describe("@connections, through the AWS SDK", () => {
  const connected = async () => {
    await serve({ keys: ["$connect"] });
    const each = await connect();
    return { ...each, ConnectionId: eventOf(0).requestContext.connectionId };
  };

  test("a message is posted to a client", async () => {
    const { next, ConnectionId } = await connected();
    const sent = await management().send(new PostToConnectionCommand({ ConnectionId, Data: "hello" }));
    expect(sent.$metadata.httpStatusCode).toBe(200);
    expect(await next()).toBe("hello");
  });

  test("a client is described", async () => {
    const { ConnectionId } = await connected();
    const { ConnectedAt, LastActiveAt, Identity } = await management().send(
      new GetConnectionCommand({ ConnectionId }),
    );
    expect([ConnectedAt, LastActiveAt]).toEqual([new Date(1767225600000), new Date(1767225600000)]);
    expect(Identity).toMatchObject({ SourceIp: "127.0.0.1" });
  });

  test("a client is disconnected", async () => {
    const { client, ConnectionId } = await connected();
    const closed = once(client, "close");
    await management().send(new DeleteConnectionCommand({ ConnectionId }));
    expect((await closed)[0]).toBe(1000);
  });

  test("one that has gone is gone", async () => {
    await connected();
    const request = management().send(new PostToConnectionCommand({ ConnectionId: "nobody=", Data: "x" }));
    await expect(request).rejects.toMatchObject({ name: "GoneException" });
  });

  test("without a signature it is forbidden", async () => {
    const { ConnectionId } = await connected();
    const url = `http://127.0.0.1:${port()}/dev/@connections/${encodeURIComponent(ConnectionId)}`;
    expect((await fetch(url, { method: "POST", body: "x" })).status).toBe(403);
  });

  test("any other request is told to connect", async () => {
    await serve({ keys: ["$connect"] });
    expect((await fetch(`http://127.0.0.1:${port()}/dev`)).status).toBe(426);
  });
});

describe("a WebSocket API whose app has changed", () => {
  test("keeps its clients, who get to the new routes", async () => {
    await serve({ keys: ["$default"] });
    const { client } = await connect();
    takeOver(gateway, chatModel({ keys: ["$default", "send"] }));
    client.send('{"action":"send"}');
    await functions.count(1);
    expect(functions.invoked[0]?.functionArn).toBe(arn("send"));
    expect(gateway.routes.map(({ path }) => path)).toEqual(["$default", "send"]);
  });
});

describe("each refusal has its reason in the log", () => {
  const guard: ChatOptions = {
    keys: ["$connect"],
    connect: { authorization_type: "CUSTOM", authorizer_id: "guard1" },
  };
  const always = (value: unknown) => () => value;
  const only =
    (name: string, value: unknown) =>
    (_event: never, functionArn: string): unknown =>
      functionArn.endsWith(name) ? value : { statusCode: 200 };
  const failing = (message: string) => () => {
    // The functions of these tests take the text of an error as its message.
    throw Object.assign(new Error(message), { toString: () => message });
  };

  test.each<[string, ChatOptions, (event: never, arn: string) => unknown, string, number, RegExp]>([
    ["no stage", {}, always(1), "/x", 403, /names no stage\. Stages: \/dev\.$/],
    [
      "a function that says no",
      { keys: ["$connect"] },
      always({ statusCode: 401 }),
      "/dev",
      401,
      /refuses the connection with statusCode 401/,
    ],
    [
      "a function without a status",
      { keys: ["$connect"] },
      always({}),
      "/dev",
      502,
      /no usable response: statusCode is missing/,
    ],
    [
      "a function that fails",
      { keys: ["$connect"] },
      failing("no id"),
      "/dev",
      502,
      /The function failed: Error: no id/,
    ],
    [
      "no identity source",
      guard,
      always({}),
      "/dev",
      401,
      /lacks an identity source of the authorizer guard: route\.request\.querystring\.token/,
    ],
    [
      "no policy",
      guard,
      only(":guard", {}),
      "/dev?token=1",
      500,
      /guard returned no usable response: policyDocument is not a policy/,
    ],
    [
      "a policy that does not allow",
      guard,
      only(":guard", { policyDocument: { Statement: [] } }),
      "/dev?token=1",
      403,
      /guard does not allow arn:aws:execute-api:/,
    ],
    [
      "an authorizer that says no",
      guard,
      failing("Unauthorized"),
      "/dev?token=1",
      401,
      /failed with "Unauthorized"/,
    ],
    [
      "an authorizer that fails",
      guard,
      failing("no database"),
      "/dev?token=1",
      500,
      /authorizer guard: The function failed: Error: no database/,
    ],
    [
      "no signature",
      { keys: ["$connect"], connect: { authorization_type: "AWS_IAM" } },
      always({}),
      "/dev",
      403,
      /^The signature is refused: ./,
    ],
  ])("of a handshake: %s", async (_name, options, answer, path, status, reason) => {
    await serve(options, answer);
    expect(await refusal(path)).toBe(status);
    await settled();
    expect(reported.filter(({ event }) => event === "request" || event === "refusal")).toEqual([
      expect.objectContaining({ status, reason: expect.stringMatching(reason) }),
    ]);
  });

  test("of a message without a route", async () => {
    await serve({ keys: ["send"] });
    const { client, next } = await connect();
    client.send("{}");
    await next();
    await settled();
    expect(reported).toContainEqual(
      expect.objectContaining({ status: 403, reason: expect.stringContaining("its action names no route") }),
    );
  });

  test("of an HTTP request", async () => {
    await serve({});
    expect((await fetch(`http://127.0.0.1:${port()}/dev`)).status).toBe(426);
    expect(reported).toEqual([expect.objectContaining({ event: "refusal", at: "chat", status: 426 })]);
  });

  test.each([["GET", "/dev/@connections/x", 403, /^The signature is refused: ./]])(
    "of %s %s",
    async (method, path, status, reason) => {
      await serve({});
      expect((await fetch(`http://127.0.0.1:${port()}${path}`, { method })).status).toBe(status);
      await settled();
      expect(reported).toEqual([expect.objectContaining({ status, reason: expect.stringMatching(reason) })]);
    },
  );

  test("of a binary frame, which ends the connection", async () => {
    await serve({ keys: ["$default"] });
    const { client } = await connect();
    client.send(Buffer.from([1, 2, 3]));
    const [code] = await once(client, "close");
    expect(code).toBe(1003);
    expect(functions.invoked).toEqual([]);
    expect(reported).toEqual([expect.objectContaining({ event: "refusal", status: 1003 })]);
  });

  test("of a handshake that is not valid", async () => {
    await serve({});
    const socket = connectTcp(port(), "127.0.0.1");
    socket.write("GET /dev HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    await once(socket, "close");
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(reported).toEqual([expect.objectContaining({ event: "refusal", status: 400 })]);
  });
});
