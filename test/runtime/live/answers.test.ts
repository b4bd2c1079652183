import { parseAnswer, parseChunk } from "../../../lib/runtime/live/protocol/answers";
import { parseFromRelay } from "../../../lib/runtime/live/protocol/envelope";

describe("An answer of the developer's machine", () => {
  test.each([
    { status: "ok", payload: "1" },
    { status: "error", payload: "{}", chunks: 2 },
    { status: "declined" },
  ])("%j is read", (answer) => {
    expect(parseAnswer(JSON.stringify({ ...answer, other: 1 }))).toEqual(answer);
  });

  test.each([
    "",
    "null",
    "{}",
    '{"status":"ok"}',
    '{"status":"ok","payload":1}',
    '{"status":"no","payload":""}',
  ])("%s is not valid", (content) => {
    expect(parseAnswer(content)).toBeUndefined();
  });

  test.each([-1, 0.5, "1", null])("with %j chunks is not valid", (chunks) => {
    expect(parseAnswer(JSON.stringify({ status: "ok", payload: "", chunks }))).toBeUndefined();
  });
});

describe("A chunk", () => {
  const chunk = { index: 0, contentType: "text/plain; charset=utf-8", data: "YQ==" };

  test("is read", () => {
    expect(parseChunk(JSON.stringify({ ...chunk, other: 1 }))).toEqual(chunk);
  });

  test.each([
    { index: -1 },
    { index: "0" },
    { contentType: "text/plain\r\nset-cookie: a=b" },
    { contentType: 1 },
    { data: "<html>" },
    { data: null },
  ])("with %j is not valid", (change) => {
    expect(parseChunk(JSON.stringify({ ...chunk, ...change }))).toBeUndefined();
  });
});

describe("A message of the relay", () => {
  test.each([
    { event: "pong" },
    { event: "welcome", connection: "L0SM9cOFvHcCIhw=" },
    { event: "gone", connection: "L0SM9cOFvHcCIhw=" },
    { event: "message", from: "L0SM9cOFvHcCIhw=", body: { notice: "leases" } },
  ])("%j is read", (message) => {
    expect(parseFromRelay(JSON.stringify({ ...message, other: 1 }))).toEqual(message);
  });

  test.each([
    "",
    "null",
    '{"message":"Forbidden","connectionId":"a","requestId":"b"}',
    '{"event":"welcome"}',
    '{"event":"welcome","connection":"../../stage"}',
    '{"event":"message","from":{"toString":1},"body":1}',
    '{"event":"message","from":"a\\nb","body":1}',
    '{"event":"gone","connection":""}',
    '{"event":"constructor"}',
  ])("%s is not valid", (text) => {
    expect(parseFromRelay(text)).toBeUndefined();
  });
});
