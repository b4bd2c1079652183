import { once } from "node:events";
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import type { WebSocket } from "ws";
import { localCredentials } from "../../support/access-keys";
import { chat } from "./served-chat";

// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-route-keys-connect-disconnect.html
describe("joining and leaving the chat", () => {
  test("a new member is in the table", async () => {
    const { id } = await chat.join();
    expect(await chat.who()).toContain(id);
  });

  test.each([
    ["no token", "", 401],
    ["an empty token", "?token=", 401],
    ["another token", "?token=guess", 403],
  ])("with %s no client joins, and $connect is not run", async (_name, query, status) => {
    const before = await chat.who();
    expect(await chat.refusal(query)).toBe(status);
    expect(await chat.who()).toEqual(before);
  });

  test.each<[string, (client: WebSocket) => void]>([
    ["says goodbye", (client) => client.close(4000, "bye")],
    ["hangs up", (client) => client.terminate()],
  ])("a member who %s is no longer in the table", async (_name, leave) => {
    const { client, id } = await chat.join();
    await chat.leadsTo("DISCONNECT", () => leave(client));
    expect(await chat.who()).not.toContain(id);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-routes.html
describe("messages to the chat", () => {
  test("the one that names the route send reaches its sender, under their connection", async () => {
    const { ask, id } = await chat.join();
    expect(await ask({ action: "send", text: "hello" })).toEqual({ from: id, text: "hello" });
  });

  test.each([
    ["another action", { action: "shout", text: "hello" }],
    ["no action", { text: "hello" }],
    ["an action that is not text", { action: { send: true } }],
    ["no JSON", "hello"],
    ["a route that is not for messages", { action: "$disconnect" }],
  ])("one with %s goes to $default", async (_name, message) => {
    const { ask } = await chat.join();
    expect(await ask(message)).toEqual({ error: 'Send {"action":"send","text":"..."}' });
    expect(await chat.who()).not.toEqual([]);
  });

  test("a refused message is reported to the client by the function", async () => {
    const { ask } = await chat.join();
    expect(await ask({ action: "send", text: "" })).toEqual({
      error: "A message has text, up to 1000 characters",
    });
  });

  test("a connection that is gone is answered with 410, so that the chat forgets it", async () => {
    const { ask } = await chat.join();
    expect(await chat.who({ add: "gone=" })).toContain("gone=");
    // The sender receives it at once; the message is over when all members have received it.
    await chat.leadsTo("MESSAGE", () => void ask({ action: "send", text: "hello" }));
    expect(await chat.who()).not.toContain("gone=");
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
describe("@connections of the chat, through the AWS SDK", () => {
  const management = () =>
    new ApiGatewayManagementApiClient({
      endpoint: chat.managementUrl,
      region: "us-east-1",
      credentials: localCredentials,
      systemClockOffset: chat.served.clock.now() - Date.now(),
    });

  test("a message is posted to one client", async () => {
    const { next, id } = await chat.join();
    await management().send(new PostToConnectionCommand({ ConnectionId: id, Data: '{"text":"psst"}' }));
    expect(await next()).toEqual({ text: "psst" });
  });

  test("a client is described", async () => {
    const { id } = await chat.join();
    const now = new Date(Math.floor(chat.served.clock.now() / 1000) * 1000);
    const found = await management().send(new GetConnectionCommand({ ConnectionId: id }));
    expect([found.ConnectedAt, found.LastActiveAt].map((time) => time?.setMilliseconds(0))).toEqual([
      now.getTime(),
      now.getTime(),
    ]);
    expect(found.Identity?.SourceIp).toBe("127.0.0.1");
  });

  test("a client is disconnected, and leaves the chat", async () => {
    const { client, id } = await chat.join();
    const closed = once(client, "close");
    await chat.leadsTo(
      "DISCONNECT",
      () => void management().send(new DeleteConnectionCommand({ ConnectionId: id })),
    );
    expect((await closed)[0]).toBe(1000);
    expect(await chat.who()).not.toContain(id);
  });

  test.each([
    [
      "posted to",
      (ConnectionId: string) => management().send(new PostToConnectionCommand({ ConnectionId, Data: "x" })),
    ],
    ["described", (ConnectionId: string) => management().send(new GetConnectionCommand({ ConnectionId }))],
    [
      "disconnected",
      (ConnectionId: string) => management().send(new DeleteConnectionCommand({ ConnectionId })),
    ],
  ])("one that has left cannot be %s", async (_name, send) => {
    const { client, id } = await chat.join();
    await chat.leadsTo("DISCONNECT", () => client.close());
    await expect(send(id)).rejects.toMatchObject({
      name: "GoneException",
      $metadata: { httpStatusCode: 410 },
    });
  });

  test("more than 128 KB are not posted", async () => {
    const { id } = await chat.join();
    const Data = Buffer.alloc(128 * 1024 + 1, "x");
    const sent = management().send(new PostToConnectionCommand({ ConnectionId: id, Data }));
    await expect(sent).rejects.toMatchObject({ $metadata: { httpStatusCode: 413 } });
  });

  test("unsigned requests are refused", async () => {
    const { id } = await chat.join();
    const url = `${chat.managementUrl}/@connections/${encodeURIComponent(id)}`;
    expect((await fetch(url, { method: "POST", body: "x" })).status).toBe(403);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html
describe("the limits of the chat's sockets", () => {
  test.each([
    ["a frame of more than 32 KB", 32 * 1024 + 1],
    ["a message of more than 128 KB", 128 * 1024 + 1],
  ])("%s ends the connection, and the client leaves the chat", async (_name, bytes) => {
    const { client, id } = await chat.join();
    const closed = once(client, "close");
    await chat.leadsTo("DISCONNECT", () => client.send("x".repeat(bytes)));
    expect((await closed)[0]).toBe(1009);
    expect(await chat.who()).not.toContain(id);
  });

  test("a frame of 32 KB, and a message of 128 KB in several, reach the function", async () => {
    const { client, ask, next } = await chat.join();
    expect(await ask("x".repeat(32 * 1024))).toHaveProperty("error");
    await chat.leadsTo("MESSAGE", () => {
      for (let part = 0; part < 4; part += 1) client.send("x".repeat(32 * 1024), { fin: part === 3 });
    });
    expect(await next()).toHaveProperty("error");
  });
});
