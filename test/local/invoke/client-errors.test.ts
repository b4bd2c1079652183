import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Duplex } from "node:stream";
import { answerClientErrors, sendStatus } from "../../../lib/local/invoke/client-errors";

let server: Server;
let refused: unknown[][];

beforeEach(async () => {
  refused = [];
  server = createServer({ maxHeaderSize: 1024 }, (_, response) => response.end("served"));
  answerClientErrors(server, (...given) => refused.push(given));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const sent = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => {
      answer += String(chunk);
    });
    socket.on("close", () => resolve(answer)).on("error", reject);
    socket.write(text);
  });

test("headers that are too large are answered with 431", async () => {
  const answer = await sent(`GET / HTTP/1.1\r\nhost: a\r\nx: ${"a".repeat(2000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(refused).toEqual([[431, "The headers are too large."]]);
});

test("requests that are not HTTP are answered with 400 and the reason", async () => {
  expect(await sent("no HTTP\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(refused).toEqual([[400, expect.stringMatching(/^Not valid HTTP: Parse Error/)]]);
});

describe("an error of the connection", () => {
  const told = (code: string, isWritable = true) => {
    const written: string[] = [];
    const socket = new Duplex({
      read: () => {},
      write: (chunk, _, done) => {
        written.push(String(chunk));
        done();
      },
    });
    if (!isWritable) socket.end();
    server.emit("clientError", Object.assign(new Error("gone"), { code }), socket);
    return { written, isDestroyed: socket.destroyed };
  };

  test.each(["ECONNRESET", "HPE_INVALID_EOF_STATE"])(
    "%s is not answered, since the client is gone",
    (code) => {
      expect(told(code)).toEqual({ written: [], isDestroyed: true });
      expect(refused).toEqual([]);
    },
  );

  test("is not answered if the connection is closed", () => {
    expect(told("HPE_INVALID_METHOD", false)).toEqual({ written: [], isDestroyed: true });
    expect(refused).toEqual([]);
  });

  test("is 408 for a request that takes too long", () => {
    expect(told("ERR_HTTP_REQUEST_TIMEOUT").written.join("")).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
    expect(refused).toEqual([[408, "The headers or the body did not arrive in time."]]);
  });
});

test("an answer without a response object has its length in bytes, and ends the connection", () => {
  let text = "";
  const socket = new Duplex({
    read: () => {},
    write: (chunk, _, done) => {
      text += String(chunk);
      done();
    },
  });
  sendStatus(socket, 404, "größer");
  const [head = "", body = ""] = text.split("\r\n\r\n");
  expect(JSON.parse(body)).toEqual({ message: "serverform local: größer" });
  expect(head.split("\r\n")).toEqual([
    "HTTP/1.1 404 Not Found",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ]);
  expect(socket.writableEnded).toBe(true);
});
