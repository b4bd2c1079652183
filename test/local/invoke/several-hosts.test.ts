import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { answerClientErrors } from "../../../lib/local/invoke/client-errors";

describe("A request with two Host headers", () => {
  let server: Server;
  let seen: string[];
  let refused: unknown[][];

  beforeEach(async () => {
    [seen, refused] = [[], []];
    server = createServer((_, response) => {
      seen.push("request");
      response.end("served");
    });
    server.on("upgrade", (_, socket) => {
      seen.push("upgrade");
      socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
    });
    answerClientErrors(server, (...given) => refused.push(given));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  afterEach(() => server.close());

  const send = (headers: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      let text = "";
      socket.on("data", (chunk) => {
        text += String(chunk);
      });
      socket.on("close", () => resolve(/.*HTTP\/1\.1 (\d{3})/s.exec(text)?.[1] ?? "")).on("error", reject);
      socket.write(`GET / HTTP/1.1\r\n${headers}\r\n\r\n`);
    });

  test.each([
    ["two names", "Host: localhost\r\nHost: evil.example\r\nConnection: close"],
    ["one name twice", "host: localhost\r\nHOST: localhost\r\nConnection: close"],
    ["an upgrade", "Host: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket"],
    ["an expectation", "Host: a\r\nHost: b\r\nExpect: 100-continue\r\nConnection: close"],
  ])("is refused: %s", async (_, headers) => {
    expect(await send(headers)).toBe("400");
    expect(seen).toEqual([]);
    expect(refused).toEqual([[400, "The request has several Host headers."]]);
  });

  test("a request with one is served", async () => {
    expect(await send("Host: localhost\r\nX-Host: b\r\nConnection: close")).toBe("200");
    expect(seen).toEqual(["request"]);
  });
});
