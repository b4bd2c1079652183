/** @group processes */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as sdk from "@modelcontextprotocol/server";
import { loadSdk, McpHttpServer, serverFactory } from "../../../lib/cli/mcp/serve";
import { ProjectTarget } from "../../../lib/cli/mcp/target";
import { maxTokens, ToolBox, tokensOf } from "../../../lib/cli/mcp/tool-box";
import type { CommandContext } from "../../../lib/cli/project/command-context";
import { AccessKeys, Local, localFolder } from "../../../lib/local";
import { call } from "../../local/support/call";
import { temporaryFolder } from "../../support/stack";
import { localFixture } from "../support/local";

const folder = temporaryFolder();
let server: Local;
let target: ProjectTarget;
const keys = new AccessKeys();

beforeAll(async () => {
  const from = join(folder, "out");
  cpSync(localFixture, from, { recursive: true });
  const file = join(from, "main.tf.json");
  const json = JSON.parse(readFileSync(file, "utf8"));
  const key = { name: "id", type: "S" };
  Object.assign(json.resource, {
    aws_sqs_queue: { work: { name: "dev-work" } },
    // Its issuer is not a pool of the app, so that users without a named pool are those of the only pool.
    aws_apigatewayv2_authorizer: {
      partner: {
        api_id: "${aws_apigatewayv2_api.hello.id}",
        name: "partner",
        authorizer_type: "JWT",
        jwt_configuration: { issuer: "https://issuer.invalid", audience: ["hello"] },
      },
    },
    aws_dynamodb_table: {
      notes: { name: "dev-notes", billing_mode: "PAY_PER_REQUEST", hash_key: "id", attribute: [key] },
    },
  });
  writeFileSync(file, JSON.stringify(json));
  const own = localFolder(folder);
  mkdirSync(own, { recursive: true });
  server = await Local.start({
    from,
    bundlesFile: undefined,
    folder: own,
    accessKeys: keys,
    host: "127.0.0.1",
    port: 0,
    dataFolder: undefined,
    endpoints: new Map(),
    inspectPort: undefined,
    runsSchedules: false,
    watch: false,
    report: () => {},
  });
  target = new ProjectTarget({ project: { root: folder } } as unknown as CommandContext, {});
});
afterAll(() => server?.stop());

/** Calls a tool; returns the lines of its answer as values, or its text. */
async function use(name: string, given: object = {}, write = true) {
  const result = await new ToolBox(target, { write }).call(name, { ...given });
  const text = result?.content[0]?.text ?? "";
  const isJson = result?.isError !== true && text.startsWith("{");
  return {
    isError: result?.isError ?? false,
    text,
    lines: isJson ? text.split("\n").map((line) => JSON.parse(line) as Record<string, unknown>) : [],
  };
}

describe("The tools of serverform mcp", () => {
  test("are read-only unless --write is given", async () => {
    const names = (write: boolean) => new ToolBox(target, { write }).listed.map(({ name }) => name);
    expect(names(true).filter((name) => !names(false).includes(name))).toEqual([
      "call_route",
      "invoke_function",
      "send_message",
    ]);
    const box = new ToolBox(target, { write: true });
    for (const { name, annotations } of box.listed)
      expect([name, annotations.readOnlyHint]).toEqual([name, names(false).includes(name)]);
    expect(await new ToolBox(target, { write: false }).call("send_message", {})).toBeUndefined();
    expect((await use("read_route", { method: "POST", path: "/hello" }, false)).isError).toBe(true);
  });

  test("call a route, and lead from its answer to the trace", async () => {
    const [answer] = (await use("read_route", { path: "/hello?n=1", user: "ada" })).lines;
    expect(answer).toMatchObject({
      status: 200,
      body: expect.stringContaining("hello"),
      trace: expect.any(String),
    });
    const { lines } = await use("get_trace", { id: answer?.trace });
    expect(lines.map(({ kind }) => kind)).toEqual(["request", "invocation"]);
    expect(lines[1]).toMatchObject({ status: "ok", causes: [answer?.trace] });
    const [fact] = (await use("get_fact", { id: answer?.trace })).lines;
    expect(fact).toMatchObject({
      kind: "request",
      headers: { authorization: expect.stringContaining("Bearer ") },
    });
  });

  test("report the failure, and show its log", async () => {
    const [answer] = (await use("invoke_function", { function: "hello", event: { fails: true } })).lines;
    expect(answer).toMatchObject({ status: "error", payload: { errorMessage: "as asked" } });
    const [trace] = (await use("list_traces", { failed: true })).lines;
    expect(trace).toMatchObject({ failures: [expect.stringContaining("Error: as asked")] });
    const { lines } = await use("get_logs", { function: "hello", limit: 1 });
    expect(lines[0]).toMatchObject({ function: "hello", error: { message: "as asked" } });
    expect((await use("explain_denial")).text).toBe("No denied call is in the history.");
  });

  test("show a queue without receiving its messages", async () => {
    await use("send_message", { queue: "dev-work", body: "one" });
    for (let time = 0; time < 3; time += 1) {
      const [queue, message] = (await use("read_queue", { queue: "dev-work" })).lines;
      expect(queue).toEqual({ name: "dev-work", visible: 1, inFlight: 0, delayed: 0 });
      expect(message).toMatchObject({ body: "one", receiveCount: 0, state: "waiting" });
    }
    const { isError, text } = await use("read_queue", { queue: "none" });
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/There is no such queue\. Known: dev-work\.[\s\S]*\[mcp-answer\]/),
    ]);
  });

  test("read a table as plain JSON, by key and page by page", async () => {
    const dynamodb = new DynamoDBClient({
      endpoint: server.servicesUrl,
      region: "eu-west-1",
      credentials: keys.administrator,
    });
    for (const id of ["1", "2"]) {
      const Item = { id: { S: id }, size: { N: "2.5" }, tags: { L: [{ S: "a" }, { NULL: true }] } } as const;
      await dynamodb.send(
        new PutItemCommand({ TableName: "dev-notes", Item: { ...Item, tags: { L: [...Item.tags.L] } } }),
      );
    }
    dynamodb.destroy();
    const byKey = await use("query_table", { table: "dev-notes", key: { id: "2" } });
    expect(byKey.lines).toEqual([{ items: 1 }, { id: "2", size: 2.5, tags: ["a", null] }]);
    const [head, item] = (await use("query_table", { table: "dev-notes", limit: 1 })).lines;
    const rest = await use("query_table", { table: "dev-notes", startKey: head?.nextKey });
    expect([item?.id, rest.lines[1]?.id].sort()).toEqual(["1", "2"]);
    expect((await use("query_table", { table: "dev-notes", key: { no: "1" } })).isError).toBe(true);
  });

  test("describe the app, its constructs, resources and routes", async () => {
    expect((await use("describe_app")).lines[0]).toMatchObject({
      queues: ["dev-work"],
      tables: ["dev-notes"],
    });
    const [head, route] = (await use("list_routes")).lines;
    expect([head?.routes, route]).toEqual([
      1,
      expect.objectContaining({ route: "GET /hello", isOpen: true }),
    ]);
    expect((await use("list_constructs")).lines.length).toBeGreaterThan(0);
    expect((await use("get_resources", { construct: "none" })).text).toContain("list_constructs lists all");
    expect((await use("read_inbox")).text).toBe("Nothing.");
  });

  test("explain codes and search the documents", async () => {
    expect((await use("explain_error", { code: "authorizer-unknown" })).lines[0]).toHaveProperty("remedy");
    expect((await use("search_docs", { words: "visibility timeout" })).text).toContain("# ");
    const { isError, text } = await use("explain_error", { code: "authorizer-unknwon" });
    expect([isError, text]).toEqual([true, expect.stringContaining("[error-code-unknown]")]);
  });

  test("answer with at most 2,000 tokens, and then a cursor", async () => {
    const box = new ToolBox(target, { write: false });
    let result = await box.call("search_docs", { words: "function permissions route" });
    let pages = 0;
    for (;;) {
      pages += 1;
      const [page, note] = result?.content ?? [];
      expect(tokensOf(`${page?.text}${note?.text ?? ""}`)).toBeLessThanOrEqual(maxTokens);
      const cursor = /"cursor": "([^"]+)"/.exec(note?.text ?? "")?.[1];
      if (cursor === undefined) break;
      result = await box.call("more", { cursor });
    }
    expect(pages).toBeGreaterThan(1);
    expect(await box.call("more", { cursor: "x" })).toMatchObject({ isError: true });
    expect((await box.call("more", {}))?.isError).toBe(true);
  });
});

test("The package of the protocol is an optional peer, and the error names the command that installs it", () => {
  const missing = () => {
    throw Object.assign(new Error("no package"), { code: "MODULE_NOT_FOUND" });
  };
  expect(() => loadSdk(missing)).toThrow(
    /npm install --save-dev @modelcontextprotocol\/server@2\.[\s\S]*\[mcp-needs-package\]/,
  );
  expect(loadSdk().Server).toBe(sdk.Server);
});

test("A server that ends before it answers is reported", async () => {
  const lost = new ProjectTarget({ project: { root: temporaryFolder() } } as unknown as CommandContext, {});
  jest.spyOn(lost as unknown as { start(): Promise<void> }, "start").mockResolvedValue();
  await expect(lost.ask("/inspect", { action: "app" })).rejects.toMatchObject({ code: "mcp-server-ended" });
});

describe("serverform mcp over HTTP", () => {
  let http: McpHttpServer;
  beforeAll(async () => {
    const handler = sdk.createMcpHandler(serverFactory(sdk, new ToolBox(target, { write: false })));
    http = await McpHttpServer.start(handler, 0);
  });
  afterAll(() => http?.close());

  const identity = { name: "test", version: "1" };
  const question = { name: "explain_error", arguments: { code: "authorizer-unknown" } };

  test("serves the official client of the current revision, without a session", async () => {
    const client = new Client(identity, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["list_traces", "more"]));
    const { content } = await client.callTool(question);
    expect(JSON.stringify(content)).toContain("authorizer-unknown");
    await expect(client.callTool({ name: "send_message", arguments: {} })).rejects.toThrow(
      "There is no tool",
    );
    await client.close();
  });

  test("serves the official client of the revision before", async () => {
    const client = new EarlierClient(identity);
    await client.connect(new EarlierTransport(new URL(http.url)) as never);
    expect((await client.listTools()).tools.length).toBeGreaterThan(10);
    const { content } = await client.callTool(question);
    expect(JSON.stringify(content)).toContain("authorizer-unknown");
    await client.close();
  });

  test.each([
    [{ origin: "https://example.com" }, "Origin"],
    [{ host: "example.com" }, "Host"],
  ])("refuses a page: %j", async (headers, name) => {
    const answer = await call(http.url, "/mcp", { method: "POST", headers, body: "{}" });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(`the ${name} header is`)]);
  });

  test("refuses other paths and large bodies", async () => {
    const post = (url: string, body: string) =>
      fetch(url, { method: "POST", body }).then(({ status }) => status);
    expect(await post(http.url.replace("/mcp", "/"), "{}")).toBe(404);
    expect(await post(http.url, "x".repeat(4 * 1024 * 1024 + 1))).toBe(413);
  });
});
