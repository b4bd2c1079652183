/** @group processes */

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { cleanEnvironment } from "../../examples/support";
import { compiledCommandLine, withCompiledLibrary } from "../../support/compiled";
import { ExampleCopy } from "./example-copy";

let copy: ExampleCopy;
let client: Client;

beforeAll(async () => {
  copy = new ExampleCopy("examples/orders");
  // The consumer of orders may read receipts, and no longer write them.
  copy.edit("stacks/events.ts", '[receipts, "grantPut"]', '[receipts, "grantRead"]');
  client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new StdioClientTransport(commandOf("--write", "--fast-retries")), { timeout: 60_000 });
});

afterAll(async () => {
  await client?.close();
  copy?.remove();
});

/** `serverform mcp` in the folder of the copy, as the configuration of an agent starts it. */
function commandOf(...args: readonly string[]) {
  return {
    command: process.execPath,
    args: [...compiledCommandLine(), "mcp", ...args],
    cwd: copy.folder,
    env: { ...cleanEnvironment(), ...withCompiledLibrary() } as Record<string, string>,
  };
}

/** Calls a tool; returns the lines of its answer, over all pages. */
async function use(name: string, given: Record<string, unknown> = {}) {
  let text = "";
  let next: { name: string; arguments: Record<string, unknown> } | undefined = { name, arguments: given };
  while (next !== undefined) {
    const { content } = await client.callTool(next, { timeout: 120_000 });
    const [page, note] = content as { readonly text?: string }[];
    text += page?.text ?? "";
    const cursor = /"cursor": "([^"]+)"/.exec(note?.text ?? "")?.[1];
    next = cursor === undefined ? undefined : { name: "more", arguments: { cursor } };
  }
  if (!text.startsWith("{")) throw new Error(`${name}: ${text}`);
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("A client of serverform mcp", () => {
  test("finds by tools alone why an order of a broken app is never shipped, and what to add", async () => {
    const order = { customer: "ada@example.com", lines: [{ product: "tea", quantity: 1 }] };
    const [placed] = await use("call_route", {
      method: "POST",
      path: "/orders",
      body: JSON.stringify(order),
    });
    expect(placed?.status).toBe(201);
    const id = String(placed?.trace);

    // The request itself succeeded. The failure is in its trace.
    const failed = async () => (await use("get_trace", { id })).filter((fact) => fact.failed === true);
    while (!(await failed()).some(({ kind }) => kind === "call"));
    const [trace] = await use("list_traces", { failed: true, route: "POST /orders" });
    expect(trace).toMatchObject({
      id,
      failures: expect.arrayContaining([
        expect.stringMatching(/calls s3 PutObject: 403: .*may not s3:PutObject/),
      ]),
    });

    const [denial] = await use("explain_denial", { id });
    expect(denial).toMatchObject({
      in: expect.stringContaining("s3 PutObject"),
      action: "s3:PutObject",
      allowed: false,
      add: expect.stringContaining("receipts"),
    });
    // The tools stand in for the reader of the code: the construct whose permission is missing has these resources.
    const resources = await use("get_resources", { construct: "Fulfilment", type: "aws_iam_role_policy" });
    expect(JSON.stringify(resources)).not.toContain("s3:PutObject");
  });

  test("of the revision before asks the server that runs already", async () => {
    const earlier = new EarlierClient({ name: "test", version: "1" });
    await earlier.connect(new EarlierTransport(commandOf()) as never);
    const { tools } = await earlier.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("call_route");
    const { content } = await earlier.callTool({ name: "explain_denial", arguments: {} });
    expect(JSON.stringify(content)).toContain("s3:PutObject");
    await earlier.close();
  });
});
