import { postToConnection } from "../../../lib/runtime/aws/connections";
import { LeaseTable } from "../../../lib/runtime/live/lease-table";
import { handler } from "../../../lib/runtime/programs/live/server/main";

jest.mock("../../../lib/runtime/aws/connections", () => ({ postToConnection: jest.fn() }));

const post = jest.mocked(postToConnection);
const disconnected = jest.spyOn(LeaseTable.prototype, "disconnected").mockResolvedValue();

beforeEach(() => {
  jest.clearAllMocks();
  post.mockResolvedValue(true);
});

/** Sends an event of the gateway to the relay; returns the posts of the relay by connection. */
async function posted(eventType: "CONNECT" | "MESSAGE" | "DISCONNECT", body?: unknown) {
  const requestContext = { connectionId: "own", domainName: "relay.example.com", stage: "live", eventType };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  expect(await handler({ requestContext, ...(text !== undefined && { body: text }) })).toEqual({
    statusCode: 200,
  });
  return post.mock.calls.map(([url, to, message]) => {
    expect(url).toBe("https://relay.example.com/live");
    return [to, JSON.parse(message)];
  });
}

test("a new connection gets its id when it says hello, and no message before", async () => {
  expect(await posted("CONNECT")).toEqual([]);
  expect(await posted("MESSAGE", { action: "hello" })).toEqual([
    ["own", { event: "welcome", connection: "own" }],
  ]);
});

test("a ping is answered, and that alone", async () => {
  expect(await posted("MESSAGE", { action: "ping" })).toEqual([["own", { event: "pong" }]]);
});

test("a message is passed on with its sender, which gets no answer", async () => {
  expect(await posted("MESSAGE", { action: "send", to: "other", body: { a: 1 } })).toEqual([
    ["other", { event: "message", from: "own", body: { a: 1 } }],
  ]);
});

test("the sender learns that the other connection is gone", async () => {
  post.mockResolvedValueOnce(false);
  expect(await posted("MESSAGE", { action: "send", to: "other", body: 1 })).toEqual([
    ["other", { event: "message", from: "own", body: 1 }],
    ["own", { event: "gone", connection: "other" }],
  ]);
});

test.each([
  "",
  "{",
  "null",
  "1",
  { action: "send" },
  { action: "send", to: 1 },
  { action: "other", to: "a" },
])("nothing is posted for %j", async (body) => {
  expect(await posted("MESSAGE", body)).toEqual([]);
});

test("a connection that ends shortens its lease, and no other event does", async () => {
  expect(await posted("DISCONNECT")).toEqual([]);
  expect(disconnected.mock.calls).toEqual([["own", expect.any(Number)]]);
  await posted("CONNECT");
  await posted("MESSAGE", { action: "hello" });
  expect(disconnected).toHaveBeenCalledTimes(1);
});
