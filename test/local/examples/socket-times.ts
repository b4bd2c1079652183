import { once } from "node:events";
import {
  ApiGatewayManagementApiClient,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { WebSocket } from "ws";
import { localCredentials } from "../../support/access-keys";
import { chat, type Member } from "./served-chat";

const minute = 60_000;

/** The requests of the function are signed at the time of this machine, which has long passed here: only the invocation counts. */
const speak = ({ client }: Member) =>
  chat.leadsTo("MESSAGE", () => client.send('{"action":"send","text":"hello"}'));

/** Lets time pass in which a member is to be disconnected; returns the code that they receive. */
async function disconnectedAfter({ client }: Member, milliseconds: number): Promise<number> {
  const closed = once(client, "close");
  await chat.leadsTo("DISCONNECT", () => chat.served.clock.advance(milliseconds));
  return (await closed)[0];
}

// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html
describe("how long one stays in the chat", () => {
  test("a member who is silent for ten minutes is disconnected and leaves it, others stay", async () => {
    const [silent, busy] = [await chat.join(), await chat.join()];
    chat.served.clock.advance(9 * minute);
    await speak(busy);
    expect(await disconnectedAfter(silent, minute)).toBe(1001);
    const left = await chat.who();
    expect([left.includes(silent.id), left.includes(busy.id)]).toEqual([false, true]);
    expect(busy.client.readyState).toBe(WebSocket.OPEN);
  });

  test("a member who receives messages is not idle", async () => {
    const [silent, reader] = [await chat.join(), await chat.join()];
    chat.served.clock.advance(9 * minute);
    const management = new ApiGatewayManagementApiClient({
      endpoint: chat.managementUrl,
      region: "us-east-1",
      credentials: localCredentials,
      systemClockOffset: chat.served.clock.now() - Date.now(),
    });
    await management.send(new PostToConnectionCommand({ ConnectionId: reader.id, Data: '{"text":"psst"}' }));
    expect(await reader.next()).toEqual({ text: "psst" });
    expect(await disconnectedAfter(silent, minute)).toBe(1001);
    expect(reader.client.readyState).toBe(WebSocket.OPEN);
    expect(await disconnectedAfter(reader, 9 * minute)).toBe(1001);
  });

  test("after two hours all members are disconnected and leave it", async () => {
    const busy = await chat.join();
    for (let passed = 0; passed < 114; passed += 9.5) {
      chat.served.clock.advance(9.5 * minute);
      await speak(busy);
    }
    expect(busy.client.readyState).toBe(WebSocket.OPEN);
    expect(await disconnectedAfter(busy, 6 * minute)).toBe(1001);
    expect(await chat.who()).not.toContain(busy.id);
  });
});
