import { publishEvents } from "../../../../lib/runtime/node/events-api";
import { closeAll } from "../support/serve";
import { takeOver } from "../take-over";
import {
  apiKey,
  type Client,
  channelsModel,
  functionArn,
  integration,
  type ServedChannels,
  serveChannels,
} from "./support";

afterEach(closeAll);

/** A client that is connected, and subscribes to a channel. */
async function subscriber(served: ServedChannels, channel: string, id = "1"): Promise<Client> {
  const client = await served.connect();
  await client.next();
  expect(await client.ask({ type: "subscribe", id, channel })).toEqual({ type: "subscribe_success", id });
  return client;
}

interface Guarded {
  readonly authorizationToken: string;
  readonly requestContext: { readonly channel: string | null };
}

const ids = (published: { readonly body: { readonly successful?: readonly { index: number }[] } }) =>
  published.body.successful?.map(({ index }) => index);

// https://docs.aws.amazon.com/appsync/latest/eventapi/event-api-websocket-protocol.html
describe("channels", () => {
  test("a client connects, and receives the time that it may wait for a keep-alive message", async () => {
    const served = await serveChannels();
    const client = await served.connect();
    expect(await client.next()).toEqual({ type: "connection_ack", connectionTimeoutMs: 300_000 });
  });

  test("events that are published by HTTP reach subscribers in their order", async () => {
    const served = await serveChannels();
    const client = await subscriber(served, "/chat/lobby");
    const published = await served.publish("/chat/lobby", [{ text: "Hello" }, 7]);
    expect(published).toEqual({
      status: 200,
      body: {
        successful: [
          { identifier: expect.any(String), index: 0 },
          { identifier: expect.any(String), index: 1 },
        ],
        failed: [],
      },
    });
    expect([await client.nextEvent(), await client.nextEvent()]).toEqual([
      ["1", { text: "Hello" }],
      ["1", 7],
    ]);
  });

  test("events that are published by WebSocket reach subscribers too", async () => {
    const served = await serveChannels();
    const client = await subscriber(served, "/chat/lobby");
    client.send({
      type: "publish",
      id: "p",
      channel: "chat/lobby",
      events: ['"Hello"'],
      authorization: { "x-api-key": apiKey },
    });
    const answers = [await client.next(), await client.next()];
    expect(answers).toContainEqual({ type: "data", id: "1", event: '"Hello"' });
    expect(answers).toContainEqual({
      type: "publish_success",
      id: "p",
      successful: [{ identifier: expect.any(String), index: 0 }],
      failed: [],
    });
  });

  test("a wildcard is for all channels below, at any depth, and for no others", async () => {
    const served = await serveChannels({ namespaces: { chat: {}, news: {} } });
    const client = await subscriber(served, "/chat/rooms/*");
    for (const channel of [
      "/chat/rooms",
      "/chat/other/1",
      "/news/rooms/1",
      "/chat/rooms/1",
      "/chat/rooms/1/2/3",
    ]) {
      await served.publish(channel, [channel]);
    }
    expect([await client.nextEvent(), await client.nextEvent()]).toEqual([
      ["1", "/chat/rooms/1"],
      ["1", "/chat/rooms/1/2/3"],
    ]);
  });

  test("a client that unsubscribes gets no more", async () => {
    const served = await serveChannels();
    const client = await subscriber(served, "/chat/a");
    await client.ask({ type: "subscribe", id: "2", channel: "/chat/b" });
    expect(await client.ask({ type: "unsubscribe", id: "1" })).toEqual({
      type: "unsubscribe_success",
      id: "1",
    });
    await served.publish("/chat/a", [1]);
    await served.publish("/chat/b", [2]);
    expect(await client.nextEvent()).toEqual(["2", 2]);
  });

  test("two subscriptions of one client get an event each", async () => {
    const served = await serveChannels();
    const client = await subscriber(served, "/chat/a");
    await client.ask({ type: "subscribe", id: "2", channel: "/chat/*" });
    await served.publish("/chat/a", [1]);
    expect([await client.nextEvent(), await client.nextEvent()]).toEqual([
      ["1", 1],
      ["2", 1],
    ]);
  });

  test("functions publish more than five events in order, with a key", async () => {
    const served = await serveChannels();
    const client = await subscriber(served, "/chat/a");
    process.env.SERVERFORM_EventsApi_url_Live = `${served.url}/event`;
    const { successful } = await publishEvents("Live", "/chat/a", [0, 1, 2, 3, 4, 5, 6], { apiKey });
    expect(successful.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const received = [];
    for (let count = 0; count < 7; count += 1) received.push((await client.nextEvent())[1]);
    expect(received).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const wrong = publishEvents("Live", "/chat/a", [0], { apiKey: "wrong" });
    await expect(wrong).rejects.toThrow("Events were not published to /chat/a: 401");
  });
});

describe("channels refuse", () => {
  test.each([
    [{ type: "subscribe", id: "1" }, "subscribe_error", /needs a channel/],
    [{ type: "subscribe", id: "1", channel: "/chat/a_b" }, "subscribe_error", /is not a channel/],
    [{ type: "subscribe", id: "1", channel: "/chat/1/2/3/4/5" }, "subscribe_error", /1 to 5 parts/],
    [{ type: "subscribe", id: "1", channel: "/*" }, "subscribe_error", /is not a channel/],
    [{ type: "subscribe", id: "1", channel: "/cat/a" }, "subscribe_error", /Known namespaces: chat/],
    [{ type: "subscribe", channel: "/chat/a" }, "subscribe_error", /needs an id/],
    [{ type: "unsubscribe", id: "9" }, "unsubscribe_error", /no subscription with the id 9/],
    [{ type: "publish", id: "1", channel: "/chat/*", events: ["1"] }, "publish_error", /must not be \*/],
    [{ type: "publish", id: "1", channel: "/chat/a", events: [] }, "publish_error", /1 to 5 JSON texts/],
    [{ type: "publish", id: "1", channel: "/chat/a", events: [{}] }, "publish_error", /not a JSON text/],
    [{ type: "publish", id: "1", channel: "/chat/a", events: ["{"] }, "publish_error", /not valid JSON/],
    [{ type: "start", id: "1" }, "error", /Known types: connection_init, subscribe, unsubscribe, publish/],
  ])("%j", async (message, type, text) => {
    const served = await serveChannels();
    const client = await served.connect();
    await client.next();
    expect(await client.ask(message)).toMatchObject({
      type,
      errors: [{ errorType: expect.any(String), message: expect.stringMatching(text) }],
    });
  });

  test("an id that the connection has already, and more than 100 subscriptions", async () => {
    const served = await serveChannels();
    const client = await subscriber(served, "/chat/a", "0");
    const again = await client.ask({ type: "subscribe", id: "0", channel: "/chat/a" });
    expect(again).toMatchObject({ type: "subscribe_error", id: "0" });
    for (let id = 1; id < 100; id += 1) {
      await client.ask({ type: "subscribe", id: String(id), channel: "/chat/a" });
    }
    expect(await client.ask({ type: "subscribe", id: "100", channel: "/chat/a" })).toMatchObject({
      errors: [{ errorType: "MaxSubscriptionsReachedError" }],
    });
  });

  test.each([
    ["GET", "/event", 405],
    ["POST", "/graphql", 404],
    ["OPTIONS", "/event", 200],
  ])("%s %s with %d", async (method, path, status) => {
    const { url } = await serveChannels();
    expect((await fetch(url + path, { method })).status).toBe(status);
  });

  test("invalid events by HTTP", async () => {
    const served = await serveChannels();
    const response = await fetch(`${served.url}/event`, {
      method: "POST",
      headers: { "x-api-key": apiKey },
      body: "x",
    });
    expect(response.status).toBe(400);
    expect(response.headers.get("x-amzn-errortype")).toBe("BadRequestException");
  });
});

describe("authorization of channels", () => {
  test("a client without a key is not connected, and the log says why", async () => {
    const served = await serveChannels();
    const client = await served.connect({ host: "x" });
    expect(await client.next()).toMatchObject({
      type: "connection_error",
      errors: [{ errorType: "UnauthorizedException" }],
    });
    expect(await client.next()).toBeUndefined();
    expect(served.context.reported.filter(({ event }) => event === "refusal")).toEqual([
      expect.objectContaining({ reason: expect.stringContaining("neither x-api-key nor Authorization") }),
    ]);
  });

  test("each message has its own authorization", async () => {
    const served = await serveChannels();
    const client = await served.connect();
    await client.next();
    const message = { type: "subscribe", id: "1", channel: "/chat/a", authorization: {} };
    expect(await client.ask(message)).toMatchObject({ type: "subscribe_error" });
    expect((await served.publish("/chat/a", [1], { "x-api-key": "wrong" })).status).toBe(401);
  });

  test("a namespace may be open to other ways than the API", async () => {
    const iam = [{ auth_type: "AWS_IAM" }];
    const served = await serveChannels({
      providers: [{ auth_type: "AWS_IAM" }],
      namespaces: { chat: { publish_auth_mode: iam }, news: { subscribe_auth_mode: iam } },
    });
    const client = await served.connect();
    await client.next();
    expect((await served.publish("/chat/a", [1])).status).toBe(401);
    expect((await served.publish("/news/a", [1])).status).toBe(200);
    expect(await client.ask({ type: "subscribe", id: "1", channel: "/chat/a" })).toMatchObject({
      type: "subscribe_success",
    });
    expect(await client.ask({ type: "subscribe", id: "2", channel: "/news/a" })).toMatchObject({
      type: "subscribe_error",
    });
    expect(JSON.stringify(served.context.reported)).toContain("EVENT_PUBLISH /chat/a is open to AWS_IAM");
  });

  test("a function decides about connections, channels and events, and passes on values for handlers", async () => {
    const guard = ({ authorizationToken: token, requestContext: { channel } }: Guarded) => ({
      isAuthorized: token === "ann" && channel !== "/chat/secret",
      handlerContext: { user: token },
    });
    const code =
      "export function onPublish(ctx) { return ctx.events.map(({ id }) => ({ id, payload: ctx.identity })); }";
    const served = await serveChannels({
      providers: [
        { auth_type: "AWS_LAMBDA", lambda_authorizer_config: [{ authorizer_uri: functionArn("guard") }] },
      ],
      namespaces: { chat: { code_handlers: code } },
      functions: { guard },
    });
    const client = await served.connect({ host: "x", Authorization: "ann" });
    await client.next();
    const authorization = { Authorization: "ann" };
    const subscribe = (id: string, channel: string) =>
      client.ask({ type: "subscribe", id, channel, authorization });
    expect(await subscribe("1", "/chat/secret")).toMatchObject({ type: "subscribe_error" });
    expect(await subscribe("2", "/chat/a")).toMatchObject({ type: "subscribe_success" });
    await served.publish("/chat/a", [1], { authorization: "ann" });
    expect(await client.nextEvent()).toEqual(["2", { handlerContext: { user: "ann" } }]);
    const operations = served.context.functions.events("guard").map((each) => each.requestContext);
    expect(operations).toMatchObject([
      { apiId: "live1", operation: "EVENT_CONNECT", channel: null, channelNamespaceName: null },
      { operation: "EVENT_SUBSCRIBE", channel: "/chat/secret", channelNamespaceName: "chat" },
      { operation: "EVENT_SUBSCRIBE", channel: "/chat/a" },
      { operation: "EVENT_PUBLISH", channel: "/chat/a" },
    ]);
  });
});

// https://docs.aws.amazon.com/appsync/latest/eventapi/channel-namespace-handlers.html
describe("handlers of channels", () => {
  const serveCode = (code_handlers: string, more: Parameters<typeof serveChannels>[0] = {}, handlers = {}) =>
    serveChannels({ namespaces: { chat: { code_handlers, ...handlers } }, ...more });

  test("change, drop and refuse events", async () => {
    const served = await serveCode(`
      export function onPublish(ctx) {
        return ctx.events
          .filter(({ payload }) => payload.text !== "")
          .map(({ id, payload }) => payload.text === "bad" ? { id, error: "No." } : { id, payload: { ...payload, at: ctx.info.channel.path } });
      }`);
    const client = await subscriber(served, "/chat/a");
    const published = await served.publish("/chat/a", [{ text: "" }, { text: "bad" }, { text: "hi" }]);
    expect(ids(published)).toEqual([0, 2]);
    expect(published.body.failed).toEqual([
      { identifier: expect.any(String), index: 1, code: 400, message: "No." },
    ]);
    expect(await client.nextEvent()).toEqual(["1", { text: "hi", at: "/chat/a" }]);
  });

  test("see the channel, the namespace, the operation and the caller", async () => {
    const served = await serveCode(
      "export function onPublish(ctx) { return ctx.events.map(({ id }) => ({ id, payload: [ctx.info, ctx.identity] })); }",
    );
    const client = await subscriber(served, "/chat/a/b");
    await served.publish("/chat/a/b", [1]);
    const info = {
      channel: { path: "/chat/a/b", segments: ["chat", "a", "b"] },
      channelNamespace: { name: "chat" },
      operation: "PUBLISH",
    };
    expect(await client.nextEvent()).toEqual(["1", [info, null]]);
  });

  test("refuse a subscription", async () => {
    const served = await serveCode(`
      import { util } from "@aws-appsync/utils";
      export function onSubscribe(ctx) {
        if (ctx.info.channel.segments[1] === "closed") { util.error("Closed.", "ClosedChannel"); }
        if (ctx.info.channel.segments[1] === "secret") { util.unauthorized(); }
      }`);
    const client = await subscriber(served, "/chat/open");
    expect(await client.ask({ type: "subscribe", id: "2", channel: "/chat/closed" })).toEqual({
      type: "subscribe_error",
      id: "2",
      errors: [{ errorType: "ClosedChannel", message: "Closed.", errorCode: 400 }],
    });
    expect(await client.ask({ type: "subscribe", id: "3", channel: "/chat/secret" })).toMatchObject({
      errors: [{ errorType: "UnauthorizedException" }],
    });
  });

  test("that throw refuse all events", async () => {
    const served = await serveCode(
      'import { util } from "@aws-appsync/utils"; export function onPublish(ctx) { util.error("Full."); }',
    );
    const { status, body } = await served.publish("/chat/a", [1]);
    expect([status, body.errors?.[0]?.message]).toEqual([400, "Full."]);
  });

  test("that are a function get the context, and their result is passed on", async () => {
    const shout = ({ events }: { events: { id: string; payload: string }[] }) => ({
      events: events.map(({ id, payload }) => ({ id, payload: payload.toUpperCase() })),
    });
    const served = await serveChannels({
      namespaces: { chat: { handler_configs: [{ on_publish: integration("DIRECT", "shout") }] } },
      functions: { shout },
    });
    const client = await subscriber(served, "/chat/a");
    await served.publish("/chat/a", ["hi"]);
    expect(await client.nextEvent()).toEqual(["1", "HI"]);
    expect(served.context.functions.events("shout")).toMatchObject([
      {
        identity: null,
        info: { channel: { path: "/chat/a" }, operation: "PUBLISH" },
        request: { headers: { "x-api-key": apiKey } },
        events: [{ id: expect.any(String), payload: "hi" }],
        result: null,
        stash: {},
      },
    ]);
  });

  test("that are a function refuse with an error", async () => {
    const served = await serveChannels({
      namespaces: {
        chat: {
          handler_configs: [
            { on_publish: integration("DIRECT", "no"), on_subscribe: integration("DIRECT", "no") },
          ],
        },
      },
      functions: { no: () => ({ error: "Never." }) },
    });
    const client = await served.connect();
    await client.next();
    expect((await served.publish("/chat/a", [1])).body.errors?.[0]?.message).toBe("Never.");
    expect(await client.ask({ type: "subscribe", id: "1", channel: "/chat/a" })).toMatchObject({
      type: "subscribe_error",
      errors: [{ message: "Never." }],
    });
  });

  test("that do not answer within 30 seconds refuse all events", async () => {
    const { publish, context } = await serveChannels({
      functions: { check: () => new Promise(() => {}) },
      namespaces: { chat: { handler_configs: [{ on_publish: integration("DIRECT", "check") }] } },
    });
    const published = publish("/chat/lobby", [1]);
    await context.clock.untilWaitedFor(30_000);
    context.clock.advanceSeconds(30);
    expect((await published).body.errors).toEqual([
      { errorType: "ExecutionTimeout", message: "Execution timed out." },
    ]);
  });

  test("whose result is not awaited change nothing", async () => {
    const served = await serveChannels({
      namespaces: { chat: { handler_configs: [{ on_publish: integration("DIRECT", "log", "EVENT") }] } },
      functions: { log: () => ({ events: [] }) },
    });
    const client = await subscriber(served, "/chat/a");
    await served.publish("/chat/a", ["hi"]);
    expect(await client.nextEvent()).toEqual(["1", "hi"]);
    expect(served.context.functions.events("log")).toHaveLength(1);
  });

  test("call a data source between request and response", async () => {
    const code = `
      export const onPublish = {
        request(ctx) {
          ctx.stash.count = ctx.events.length;
          return { operation: "Invoke", payload: ctx.events.map(({ payload }) => payload) };
        },
        response(ctx) {
          return ctx.events.map(({ id }, index) => ({ id, payload: [ctx.result[index], ctx.stash.count] }));
        },
      };`;
    const served = await serveCode(
      code,
      { functions: { double: (numbers: number[]) => numbers.map((each) => each * 2) } },
      { handler_configs: [{ on_publish: integration("CODE", "double") }] },
    );
    const client = await subscriber(served, "/chat/a");
    await served.publish("/chat/a", [1, 2]);
    expect([await client.nextEvent(), await client.nextEvent()]).toEqual([
      ["1", [2, 2]],
      ["1", [4, 2]],
    ]);
  });

  test("are read again when the app changes, and subscriptions stay", async () => {
    const served = await serveChannels();
    const client = await subscriber(served, "/chat/a");
    const code_handlers =
      "export function onPublish(ctx) { return ctx.events.map(({ id }) => ({ id, payload: 2 })); }";
    takeOver(served.gateway, channelsModel({ namespaces: { chat: { code_handlers } } }));
    await served.publish("/chat/a", [1]);
    expect(await client.nextEvent()).toEqual(["1", 2]);
  });
});

test("the list at startup has both directions of each namespace", async () => {
  const { gateway } = await serveChannels({
    namespaces: { chat: { handler_configs: [{ on_publish: integration("DIRECT", "shout") }] } },
    functions: { shout: () => null },
  });
  expect(gateway.routes).toEqual([
    { method: "PUBLISH", path: "/chat/*", authorizer: "API_KEY", target: "shout" },
    { method: "SUBSCRIBE", path: "/chat/*", authorizer: "API_KEY", target: "subscribers" },
  ]);
});
