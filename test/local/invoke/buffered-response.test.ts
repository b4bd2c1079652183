import { BufferedResponse } from "../../../lib/local/invoke/buffered-response";
import { type InvocationResult, maxResponseBytes } from "../../../lib/local/invoke/invocation-result";

const returned: InvocationResult = { kind: "response", payload: "null" };
const error: InvocationResult = { kind: "error", payload: "{}" };
const limit = maxResponseBytes;

function written(...pieces: readonly Buffer[]): BufferedResponse {
  const response = new BufferedResponse();
  for (const each of pieces) response.take({ contentType: "text/plain", data: each.toString("base64") });
  return response;
}

test("the handler's output is its result, in its order, and without output its return value is the result", () => {
  const text = Buffer.from("größe");
  const response = written(text.subarray(0, 3), text.subarray(3));
  expect(response.resultOf(returned)).toEqual({ kind: "response", payload: "größe" });
  expect(response.bytes?.toString()).toBe("größe");
  expect([written().resultOf(returned), written().bytes]).toEqual([returned, undefined]);
});

test("a handler that writes nothing into its stream has an empty result", () => {
  expect(written(Buffer.of()).resultOf(returned)).toEqual({ kind: "response", payload: "" });
});

test("an error after some pieces is the error", () => {
  expect(written(Buffer.from("half")).resultOf(error)).toBe(error);
});

test("a response has at most the size that Lambda accepts, and is empty above it", () => {
  const most = written(Buffer.alloc(limit - 1, "x"), Buffer.from("y"));
  expect(most.resultOf(returned)).toMatchObject({ kind: "response" });
  expect(most.bytes).toHaveLength(limit);
  const more = written(Buffer.alloc(limit, "x"), Buffer.from("y"));
  expect(more.resultOf(returned)).toMatchObject({ kind: "error" });
  expect(more.bytes).toBeUndefined();
});
