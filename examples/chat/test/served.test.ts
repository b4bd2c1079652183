/** @group processes */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { DynamoDBClient, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { find, serveLocal, type TestServer } from "serverform/testing";
import { WebSocket } from "ws";

let server: TestServer;

beforeAll(async () => {
  process.env.CHAT_TOKEN_SHA256 = createHash("sha256").update("letmein").digest("hex");
  server = await serveLocal(join(__dirname, ".."));
});

afterAll(() => server.stop());

/** Enters the chat. `next` resolves to the next message. */
async function enter(token = "letmein") {
  const client = new WebSocket(`${server.url("Chat")}?token=${token}`);
  const received: string[] = [];
  client.on("message", (data) => void received.push(String(data)));
  await once(client, "open");
  const next = async (): Promise<unknown> => {
    if (received.length === 0) await once(client, "message");
    return JSON.parse(received.shift() ?? "");
  };
  return { client, next };
}

const table = () => String(find(server.json, "aws_dynamodb_table")[0]?.values.name);

test("a message reaches everyone, and disconnected users are removed", async () => {
  const dynamodb = new DynamoDBClient(server.aws);
  await dynamodb.send(new PutItemCommand({ TableName: table(), Item: { id: { S: "gone=" } } }));
  const [ann, bob] = [await enter(), await enter()];
  ann.client.send(JSON.stringify({ action: "send", text: "hello" }));
  const heard = { from: expect.any(String), text: "hello" };
  expect([await ann.next(), await bob.next()]).toEqual([heard, heard]);
  await server.settled();
  const { Items } = await dynamodb.send(new ScanCommand({ TableName: table() }));
  expect(Items).toHaveLength(2);
  ann.client.send(JSON.stringify({ action: "sing" }));
  expect(await ann.next()).toEqual({ error: expect.stringContaining("send") });
  for (const { client } of [ann, bob]) {
    client.close();
    await once(client, "close");
  }
  await server.settled();
});

test("a client with another token cannot connect", async () => {
  await expect(enter("guessed")).rejects.toThrow("403");
});

test("the permissions suffice, and none of them can be left out", () => {
  const { missing, unused, unknown } = server.permissions();
  expect([server.denials(), missing, unused, unknown]).toEqual([[], [], [], []]);
});
