import { createServer } from "node:http";
import { connect } from "node:net";
import { readBody } from "../../../lib/local";
import { requestOf } from "../../../lib/local/gateways/app-sync/exchange";
import { call, closeAll, listen } from "../gateways/support/serve";

afterEach(closeAll);

/** A server that answers with the outcome of reading up to 4 bytes. */
function reading(): Promise<string> {
  return listen(
    createServer(async (request, response) => {
      const body = await readBody(request, 4);
      response.end(body.state === "complete" ? `complete ${body.bytes}` : body.state);
    }),
  );
}

describe("request body", () => {
  const chunked = { "transfer-encoding": "chunked" };

  test.each([
    ["without a body", undefined, undefined, "complete "],
    ["of the limit", "1234", undefined, "complete 1234"],
    ["over the limit", "12345", undefined, "too-large"],
    ["of the limit, in chunks", "1234", chunked, "complete 1234"],
    ["over the limit, in chunks", "12345", chunked, "too-large"],
  ])("a request %s", async (_, body, headers, expected) => {
    expect((await call(await reading(), "/", { method: "POST", body, headers })).text).toBe(expected);
  });

  test("a body over 10 MB is refused by its announced length", async () => {
    const server = createServer(async (request, response) => response.end((await readBody(request)).state));
    const { hostname, port } = new URL(await listen(server));
    const client = connect(Number(port), hostname);
    client.write("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10485761\r\n\r\n");
    const answer = await new Promise<string>((resolve) => client.once("data", (data) => resolve(`${data}`)));
    client.destroy();
    expect(answer).toContain("too-large");
  });

  test("a client that sends without end is disconnected", async () => {
    const { hostname, port } = new URL(await reading());
    const client = connect(Number(port), hostname).on("error", () => {});
    const hungUp = new Promise((resolve) => client.on("close", resolve));
    client.resume();
    client.write("POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n");
    const goOn = (): void => {
      if (!client.destroyed) client.write("4\r\nbody\r\n", () => setImmediate(goOn));
    };
    goOn();
    await hungUp;
  });
});

describe("a GraphQL request", () => {
  test.each([
    [{ query: "{ a }" }, { query: "{ a }", operationName: undefined, variables: {} }],
    [
      { query: "", operationName: "" },
      { query: "", operationName: undefined, variables: {} },
    ],
    [
      { query: "{ a }", operationName: "A", variables: { b: 1 } },
      { query: "{ a }", operationName: "A", variables: { b: 1 } },
    ],
    [
      { query: "{ a }", operationName: 5, variables: [1] },
      { query: "{ a }", operationName: undefined, variables: {} },
    ],
    [{}, undefined],
    [{ query: 5 }, undefined],
    [[{ query: "{ a }" }], undefined],
  ])("%j is read as %j", (body, request) => {
    expect(requestOf(JSON.stringify(body))).toEqual(request);
  });
  test("that is not JSON is invalid", () => {
    expect(requestOf(Buffer.from("{ broken"))).toBeUndefined();
  });
});
