import type { APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import { chatHandlers, unknownHandler } from "../functions/handlers";

const event = (connectionId: string, body?: string) =>
  ({ body, requestContext: { connectionId } }) as APIGatewayProxyWebsocketEventV2;

/** A chat over memory: its members, their received messages, and the connections that are gone or fail. */
function chat(...connected: string[]) {
  const ids = new Set(connected);
  const received: [string, unknown][] = [];
  const gone = new Set<string>();
  const failing = new Set<string>();
  const postThrough = () => async (id: string, message: unknown) => {
    if (failing.has(id)) throw new Error(`${id} fails`);
    if (gone.has(id)) return false;
    received.push([id, message]);
    return true;
  };
  const handlers = chatHandlers(
    {
      add: async (id) => void ids.add(id),
      remove: async (id) => void ids.delete(id),
      list: async () => [...ids],
    },
    postThrough,
  );
  return { ...handlers, unknown: unknownHandler(postThrough), ids, received, gone, failing };
}

describe("chat", () => {
  test("a client is in it from its connection to the end of the connection", async () => {
    const { connect, disconnect, ids } = chat();
    expect(await connect(event("ann"))).toEqual({ statusCode: 200 });
    expect([...ids]).toEqual(["ann"]);
    await disconnect(event("ann"));
    expect([...ids]).toEqual([]);
  });

  test("a message reaches everyone, including its sender", async () => {
    const { send, received } = chat("ann", "bob");
    expect(await send(event("ann", '{"action":"send","text":"hello"}'))).toEqual({ statusCode: 200 });
    const message = { from: "ann", text: "hello" };
    expect(received).toEqual([
      ["ann", message],
      ["bob", message],
    ]);
  });

  test("a client that has disconnected is removed", async () => {
    const { send, ids, gone } = chat("ann", "bob");
    gone.add("bob");
    await send(event("ann", '{"action":"send","text":"hello"}'));
    expect([...ids]).toEqual(["ann"]);
  });

  test("a client that cannot be reached does not keep the message from others", async () => {
    const log = jest.spyOn(console, "error").mockReturnValue();
    const { send, received, ids, failing } = chat("ann", "bob");
    failing.add("ann");
    expect(await send(event("bob", '{"action":"send","text":"hello"}'))).toEqual({ statusCode: 200 });
    expect([received.map(([id]) => id), [...ids]]).toEqual([["bob"], ["ann", "bob"]]);
    expect(log).toHaveBeenCalledTimes(1);
    log.mockRestore();
  });

  test.each([undefined, "{", '{"action":"send"}', '{"action":"send","text":""}'])(
    "an invalid message is reported only to its sender: %j",
    async (body) => {
      const { send, received } = chat("ann", "bob");
      expect(await send(event("ann", body))).toEqual({ statusCode: 400 });
      expect(received).toEqual([["ann", { error: expect.stringContaining("text") }]]);
    },
  );

  test("an unknown action is answered with the known actions", async () => {
    const { unknown, received } = chat("ann");
    await unknown(event("ann", '{"action":"sing"}'));
    expect(received).toEqual([["ann", { error: expect.stringContaining('"send"') }]]);
  });
});
