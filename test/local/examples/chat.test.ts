/** @group processes */

import { createHash } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";
import { RunningExample } from "./support";

let chat: RunningExample;

beforeAll(async () => {
  const CHAT_TOKEN_SHA256 = createHash("sha256").update("letmein").digest("hex");
  chat = await RunningExample.start("examples/chat", { CHAT_TOKEN_SHA256 });
});

afterAll(async () => {
  expect(await chat.stop()).toBe(0);
});

async function join(token: string) {
  const client = new WebSocket(`${chat.url("Chat")}?token=${token}`);
  const messages: ((text: string) => void)[] = [];
  const received: string[] = [];
  client.on("message", (data) => {
    const next = messages.shift();
    if (next === undefined) received.push(String(data));
    else next(String(data));
  });
  await once(client, "open");
  const next = async (): Promise<Record<string, unknown>> =>
    JSON.parse(received.shift() ?? (await new Promise<string>((resolve) => messages.push(resolve))));
  return { client, next };
}

describe("the chat example, served on this machine", () => {
  test("what one says reaches everybody", async () => {
    const [ann, bob] = [await join("letmein"), await join("letmein")];
    ann.client.send(JSON.stringify({ action: "send", text: "hello" }));
    const heard = [await ann.next(), await bob.next()];
    expect(heard).toEqual([
      { from: expect.any(String), text: "hello" },
      { from: expect.any(String), text: "hello" },
    ]);
    for (const { client } of [ann, bob]) client.close();
  });
});
