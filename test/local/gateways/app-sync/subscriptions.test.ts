import { once } from "node:events";
import { WebSocket } from "ws";
import { closeAll } from "../support/serve";
import { takeOver } from "../take-over";
import { apiKey, graphModel, type ServedGraph, serveGraph, type TestResolver } from "./support";

const schema = `
  type Note { id: ID! title: String author: Author secret: String @aws_iam }
  type Author { name: String }
  type Query { note: Note }
  type Mutation { add(id: ID!, title: String, author: String): Note clear(title: String): Note }
  type Subscription {
    added(title: String): Note @aws_subscribe(mutations: ["add"])
    any: Note @aws_subscribe(mutations: ["add", "clear"])
    closed: Note @aws_subscribe(mutations: ["add"]) @aws_iam
  }
`;
const add = ({ arguments: { id, title, author } }: { arguments: Record<string, string> }) => ({
  id,
  title,
  author: { name: author },
});

/** A client of the real-time protocol. */
class Client {
  private readonly received: Record<string, unknown>[] = [];
  private readonly waiting: (() => void)[] = [];
  closeCode: number | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on("message", (data) => {
      this.received.push(JSON.parse(data.toString()) as Record<string, unknown>);
      for (const wake of this.waiting.splice(0)) wake();
    });
    socket.on("close", (code) => {
      this.closeCode = code;
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  static async connect(
    url: string,
    authorization: object = { host: "x", "x-api-key": apiKey },
    path = "/graphql/realtime",
  ) {
    const header = Buffer.from(JSON.stringify(authorization)).toString("base64url");
    const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, ["graphql-ws", `header-${header}`]);
    clients.push(socket);
    const client = new Client(socket);
    await once(socket, "open");
    client.send({ type: "connection_init" });
    return client;
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The next message of another type than `ka`; undefined when the connection has ended. */
  async next(): Promise<Record<string, unknown> | undefined> {
    for (;;) {
      const message = this.received.shift();
      if (message !== undefined && message.type !== "ka") return message;
      if (message !== undefined) continue;
      if (this.closeCode !== undefined) return undefined;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  async subscribe(
    id: string,
    query: string,
    variables: object = {},
    authorization: object = { "x-api-key": apiKey },
  ) {
    const data = JSON.stringify({ query, variables });
    this.send({ id, type: "start", payload: { data, extensions: { authorization } } });
    return this.next();
  }
}

const clients: WebSocket[] = [];

async function start(
  resolvers: Readonly<Record<string, TestResolver>> = {},
  api = {},
): Promise<ServedGraph & { client: Client }> {
  const served = await serveGraph({
    schema,
    resolvers: { "Mutation.add": add, "Mutation.clear": () => ({ id: "0", title: "cleared" }), ...resolvers },
    api: { additional_authentication_provider: [{ authentication_type: "AWS_IAM" }], ...api },
  });
  const client = await Client.connect(served.url);
  expect(await client.next()).toEqual({ type: "connection_ack", payload: { connectionTimeoutMs: 300_000 } });
  return { ...served, client };
}

afterEach(async () => {
  for (const socket of clients.splice(0)) socket.terminate();
  await closeAll();
});

const mutation =
  'mutation Add($id: ID!, $title: String) { add(id: $id, title: $title, author: "Ann") { id title author { name } } }';

describe("A subscriber", () => {
  test("gets the selected fields of a mutation, by its own names", async () => {
    const { client, ask } = await start();
    expect(await client.subscribe("s1", "subscription { any { key: id title author { name } } }")).toEqual({
      type: "start_ack",
      id: "s1",
    });
    await ask(
      'mutation { renamed: add(id: "1", author: "Ann") { id author { ...who } } } fragment who on Author { called: name }',
    );
    expect(await client.next()).toEqual({
      type: "data",
      id: "s1",
      payload: { data: { any: { key: "1", title: null, author: { name: "Ann" } } } },
    });
  });

  test.each([
    ["an argument", 'title: "b"', ["2"]],
    ["no argument", "", ["1", "2", "3"]],
    ["null", "title: null", ["3"]],
  ])("receives mutations that match: %s", async (_, written, ids) => {
    const { client, ask } = await start();
    const field = written === "" ? "added" : `added(${written})`;
    await client.subscribe("s1", `subscription { ${field} { id } }`);
    for (const [id, title] of [
      ["1", "a"],
      ["2", "b"],
      ["3", null],
    ] as const)
      await ask(mutation, { id, title });
    for (const id of ids) expect(await client.next()).toMatchObject({ payload: { data: { added: { id } } } });
    client.send({ id: "s1", type: "stop" });
    expect(await client.next()).toEqual({ id: "s1", type: "complete" });
  });

  test("that has stopped receives no events", async () => {
    const { client, ask } = await start();
    await client.subscribe("s1", "subscription { any { id } }");
    await client.subscribe("s2", "subscription { any { id } }");
    client.send({ id: "s1", type: "stop" });
    expect(await client.next()).toEqual({ id: "s1", type: "complete" });
    await ask(mutation, { id: "1" });
    expect(await client.next()).toMatchObject({ id: "s2" });
  });

  test("does not get fields that it may not see", async () => {
    const { client, ask } = await start();
    await client.subscribe("s1", "subscription { any { id secret } }");
    await ask(mutation, { id: "1" });
    expect(await client.next()).toMatchObject({
      payload: {
        data: { any: { id: "1", secret: null } },
        errors: [{ errorType: "Unauthorized", message: "Not Authorized to access secret on type Note" }],
      },
    });
  });
});

const extended = (statement: string) => ({
  code: `import { util, extensions } from "@aws-appsync/utils";
export function request(ctx) { ${statement}; return { payload: null }; }
export function response(ctx) { return ctx.result; }`,
});

describe("Filters of a subscription's resolver", () => {
  test.each([
    ["eq", '{ title: { eq: "b" } }', ["2"]],
    ["beginsWith or in", '{ or: [{ title: { beginsWith: "c" } }, { id: { in: ["1"] } }] }', ["1", "3"]],
    ["a member of an object", '{ "author.name": { ne: "Ann" } }', []],
  ])("replace its arguments: %s", async (_, filter, ids) => {
    const resolver = extended(
      `extensions.setSubscriptionFilter(util.transform.toSubscriptionFilter(${filter}))`,
    );
    const { client, ask } = await start({ "Subscription.added": resolver });
    await client.subscribe("s1", 'subscription { added(title: "nobody") { id } }');
    for (const [id, title] of [
      ["1", "a"],
      ["2", "b"],
      ["3", "c"],
    ] as const)
      await ask(mutation, { id, title });
    for (const id of ids) expect(await client.next()).toMatchObject({ payload: { data: { added: { id } } } });
    client.send({ id: "s1", type: "stop" });
    expect(await client.next()).toEqual({ id: "s1", type: "complete" });
  });

  test("a mutation ends the subscriptions that it invalidates", async () => {
    const invalidation = { filterGroup: [{ filters: [{ fieldName: "who", operator: "eq", value: "Ann" }] }] };
    const { client, ask } = await start({
      "Subscription.any": extended(
        `extensions.setSubscriptionInvalidationFilter(${JSON.stringify(invalidation)})`,
      ),
      "Mutation.clear": extended(
        'extensions.invalidateSubscriptions({ subscriptionField: "any", payload: { who: ctx.args.title } })',
      ),
    });
    await client.subscribe("s1", "subscription { any { id } }");
    await ask('mutation { clear(title: "Bob") { id } }');
    await ask(mutation, { id: "1" });
    expect(await client.next()).toMatchObject({ type: "data", id: "s1" });
    await ask('mutation { clear(title: "Ann") { id } }');
    expect(await client.next()).toEqual({ id: "s1", type: "complete" });
  });

  test("an unknown operator is an error of the subscription", async () => {
    const filter = '{ filterGroup: [{ filters: [{ fieldName: "id", operator: "like", value: "1" }] }] }';
    const { client } = await start({
      "Subscription.any": extended(`extensions.setSubscriptionFilter(${filter})`),
    });
    expect(await client.subscribe("s1", "subscription { any { id } }")).toMatchObject({
      type: "error",
      id: "s1",
      payload: {
        errors: [
          { message: expect.stringContaining('the operator of id is "like". Known operators: eq, ne') },
        ],
      },
    });
  });
});

describe("The real-time endpoint", () => {
  test.each([
    [schema, "/graphql/realtime"],
    ["schema { query: Q subscription: S } type Q { a: Int } type S { a: Int }", "/graphql/realtime"],
    ["type Query { a: Int }", undefined],
  ])("is reported for a schema with subscriptions: %#", async (text, path) => {
    const { gateway } = await serveGraph({ schema: text });
    expect(gateway.socketPath).toBe(path);
  });

  test.each([
    ["no authorization", {}, "Valid authorization header not provided."],
    ["a wrong key", { "x-api-key": "da2-other" }, "You are not authorized to make this call."],
  ])("sends a client with %s the reason why it is not connected", async (_, authorization, message) => {
    const { url, context } = await start();
    const client = await Client.connect(url, authorization);
    expect(await client.next()).toEqual({
      type: "connection_error",
      payload: { errors: [{ errorType: "UnauthorizedException", message, errorCode: 401 }] },
    });
    expect(await client.next()).toBeUndefined();
    expect(context.reported.filter(({ event }) => event === "refusal")).toEqual([
      expect.objectContaining({ status: 401, reason: message }),
    ]);
  });

  test("takes the authorization from the query string, too", async () => {
    const { url } = await start();
    const header = Buffer.from(JSON.stringify({ "x-api-key": apiKey })).toString("base64");
    const client = await Client.connect(
      url,
      {},
      `/graphql?header=${encodeURIComponent(header)}&payload=e30=`,
    );
    expect(await client.next()).toMatchObject({ type: "connection_error" });
    const socket = new WebSocket(
      `${url.replace("http", "ws")}/graphql?header=${encodeURIComponent(header)}&payload=e30=`,
      "graphql-ws",
    );
    clients.push(socket);
    await once(socket, "open");
    socket.send(JSON.stringify({ type: "connection_init" }));
    const [data] = await once(socket, "message");
    expect(JSON.parse(String(data))).toMatchObject({ type: "connection_ack" });
  });

  test.each([
    ["a query", "{ note { id } }", "A subscription has one field"],
    ["two fields", "subscription { any { id } added { id } }", "must select only one top level field"],
    ["an unknown field", "subscription { none { id } }", "Validation error of type FieldUndefined"],
    [
      "a field of another way",
      "subscription { closed { id } }",
      "Not Authorized to access closed on type Subscription",
    ],
    ["a text that is not GraphQL", "subscription {", "Validation error of type InvalidSyntax"],
  ])("refuses %s", async (_, query, message) => {
    const { client } = await start();
    expect(await client.subscribe("s1", query)).toMatchObject({
      type: "error",
      id: "s1",
      payload: { errors: [{ message: expect.stringContaining(message) }] },
    });
  });

  test("refuses a second subscription with the same id, and a start without authorization", async () => {
    const { client } = await start();
    await client.subscribe("s1", "subscription { any { id } }");
    const again = await client.subscribe("s1", "subscription { any { id } }");
    expect(again).toMatchObject({
      type: "error",
      payload: { errors: [{ errorType: "DuplicatedOperationError" }] },
    });
    const open = await client.subscribe("s2", "subscription { any { id } }", {}, {});
    expect(open).toMatchObject({
      type: "error",
      id: "s2",
      payload: { errors: [{ errorType: "UnauthorizedException" }] },
    });
  });

  test.each([
    ["not JSON", "hello", "The message is not a JSON object."],
    [
      "an unknown type",
      '{"type":"hello"}',
      'Unknown message type "hello". Known types: connection_init, start, stop.',
    ],
  ])("answers %s with an error", async (_, text, message) => {
    const { client } = await start();
    client.socket.send(text);
    expect(await client.next()).toMatchObject({ type: "error", payload: { errors: [{ message }] } });
  });

  test("refuses a start whose resolver does not answer within 30 seconds", async () => {
    const { client, context } = await start({ "Subscription.any": () => new Promise(() => {}) });
    const answered = client.subscribe("s1", "subscription { any { id } }");
    await context.clock.untilWaitedFor(30_000);
    context.clock.advanceSeconds(30);
    expect(await answered).toMatchObject({
      id: "s1",
      type: "error",
      payload: { errors: [{ errorType: "ExecutionTimeout" }] },
    });
  });

  test("takes 100 subscriptions of a connection", async () => {
    const { client } = await start();
    const kinds: unknown[] = [];
    for (let count = 1; count <= 101; count += 1) {
      kinds.push((await client.subscribe(`s${count}`, "subscription { any { id } }"))?.type);
    }
    expect(kinds).toEqual([...Array(100).fill("start_ack"), "error"]);
  });

  test("keeps connections alive and ends them after a day", async () => {
    const { client, context } = await start();
    const alive = once(client.socket, "message");
    context.clock.advanceSeconds(60);
    const [data] = await alive;
    expect(JSON.parse(String(data))).toEqual({ type: "ka" });
    context.clock.advanceSeconds(24 * 60 * 60);
    await once(client.socket, "close");
    expect(client.closeCode).toBe(1001);
  });

  test.each([
    ["another path", "/other", ["graphql-ws"], 404],
    ["no subprotocol", "/graphql", [], 400],
  ])("refuses a handshake with %s", async (_, path, protocols, status) => {
    const { url } = await start();
    const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, protocols);
    clients.push(socket);
    const [error] = (await once(socket, "error")) as [Error];
    expect(error.message).toBe(`Unexpected server response: ${status}`);
  });
});

test("A changed app is taken over, and subscribers stay", async () => {
  const { client, ask, gateway } = await start();
  await client.subscribe("s1", "subscription { any { id title } }");
  const changed = {
    code: `export function request(ctx) { return { payload: { id: ctx.args.id, title: "changed" } }; }
export function response(ctx) { return ctx.result; }`,
  };
  takeOver(gateway, graphModel({ schema, resolvers: { "Mutation.add": changed } }));
  expect((await ask(mutation, { id: "1" })).data).toMatchObject({ add: { title: "changed" } });
  expect(await client.next()).toMatchObject({ id: "s1", payload: { data: { any: { title: "changed" } } } });
});
