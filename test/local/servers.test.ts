import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import type { LocalEvent } from "../../lib/local";
import type { Gateway } from "../../lib/local/gateways/gateway";
import { GatewayServers } from "../../lib/local/servers";

function gateway(address: string, answer = address): Gateway {
  return {
    address,
    kind: "HTTP",
    name: address,
    basePaths: ["/", "/test"],
    routes: [],
    handle: (_request: IncomingMessage, response: ServerResponse) => void response.end(answer),
    replace: () => {},
    close: async () => {},
  };
}

let reported: LocalEvent[] = [];
const report = (event: LocalEvent): void => void reported.push(event);
const servers = new GatewayServers({ host: "127.0.0.1", port: 0, report });

beforeEach(() => {
  reported = [];
});

afterEach(() => servers.close());

const urlOf = (address: string): string =>
  servers.served.find((each) => each.gateway.address === address)?.urls[0] ?? "";
const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

/** The server's answer to bytes that no client library would send. */
function raw(bytes: string): Promise<string> {
  const [first] = servers.served;
  return new Promise((resolve) => {
    const socket = connect(first?.port ?? 0, "127.0.0.1", () => socket.write(bytes));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text));
  });
}

describe("the servers of the gateways", () => {
  test("an API with an address for WebSocket clients prints it", async () => {
    await servers.serve([{ ...gateway("a"), socketPath: "/graphql/realtime" }, gateway("b")]);
    const [a, b] = servers.served;
    expect([a?.socketUrl, b?.socketUrl]).toEqual([`ws://127.0.0.1:${a?.port}/graphql/realtime`, undefined]);
  });

  test("no gateway gets the cookies of the console and of the sign-in pages", async () => {
    const seen: (readonly string[])[] = [];
    const look = ({ headers, rawHeaders }: IncomingMessage) =>
      void seen.push([headers.cookie ?? "", ...rawHeaders.filter((each) => each.includes("=1"))]);
    await servers.serve([
      {
        ...gateway("a"),
        handle: (request, response) => {
          look(request);
          response.end();
        },
        upgrade: (request, socket) => {
          look(request);
          socket.end("HTTP/1.1 101 x\r\n\r\n");
        },
      },
    ]);
    const cookie = "cookie: serverform_console_4567=1; own=1; serverform_sign_in=1";
    await raw(`GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${cookie}\r\n\r\n`);
    await raw(
      `GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n${cookie}\r\n\r\n`,
    );
    expect(seen).toEqual([
      ["own=1", "own=1"],
      ["own=1", "own=1"],
    ]);
  });

  test("each API has its own port, and a URL per stage", async () => {
    await servers.serve([gateway("a"), gateway("b")]);
    const [a, b] = servers.served;
    expect(a?.port).not.toBe(b?.port);
    expect(a?.urls).toEqual([`http://127.0.0.1:${a?.port}/`, `http://127.0.0.1:${a?.port}/test`]);
    expect(await textOf(urlOf("b"))).toBe("b");
  });

  test("an API keeps its port when it changes and when others come and go", async () => {
    await servers.serve([gateway("a"), gateway("b")]);
    const before = urlOf("b");
    await servers.serve([gateway("c"), gateway("b", "changed")]);
    expect(urlOf("b")).toBe(before);
    expect(await textOf(before)).toBe("changed");
  });

  test("an API that is gone is no longer served", async () => {
    await servers.serve([gateway("a")]);
    const before = urlOf("a");
    await servers.serve([]);
    await expect(fetch(before)).rejects.toThrow();
  });

  test("a requested port must be free; behind it, others are passed over", async () => {
    await servers.serve([gateway("a")]);
    const taken = servers.served[0]?.port ?? 0;
    const others = new GatewayServers({ host: "127.0.0.1", port: taken, report });
    await expect(others.serve([gateway("b")])).rejects.toMatchObject({ code: "local-port-taken" });
    await others.close();
  });

  test.each([
    ["no HTTP at all", "hello\r\n\r\n", /^HTTP\/1.1 400 /],
    [
      "headers without end",
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(70_000)}\r\n\r\n`,
      /^HTTP\/1.1 431 /,
    ],
    [
      "an upgrade without sockets",
      "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
      /^HTTP\/1.1 400 /,
    ],
  ])("%s is refused, and others are answered", async (_name, bytes, expected) => {
    await servers.serve([gateway("a")]);
    expect(await raw(bytes)).toMatch(expected);
    expect(reported).toEqual([
      {
        event: "refusal",
        at: "a",
        status: Number(/1.1 (\d+)/.exec(String(expected))?.[1]),
        reason: expect.any(String),
      },
    ]);
    expect(await textOf(urlOf("a"))).toBe("a");
  });

  const upgrade = "connection: upgrade\r\nupgrade: websocket\r\n";
  const page = (origin: string): string => `host: localhost\r\norigin: ${origin}\r\n`;

  test.each([
    ["a foreign name", "host: evil.example.com\r\n", 403],
    ["a foreign name that begins like this machine", "host: localhost.evil.example.com\r\n", 403],
    ["another address of this machine", "host: 0.0.0.0\r\n", 403],
    ["this machine", "host: localhost:4000\r\n", 200],
    ["a name below localhost", "host: app.localhost\r\n", 200],
    ["the API's own name in AWS", "host: abc.execute-api.eu-west-1.amazonaws.com\r\n", 200],
    ["another API's name in AWS", "host: def.execute-api.eu-west-1.amazonaws.com\r\n", 403],
    ["a page elsewhere, which CORS decides about", page("https://evil.example.com"), 200],
    ["a socket of a page elsewhere", page("https://evil.example.com") + upgrade, 403],
    ["a socket of a page without an origin", page("null") + upgrade, 403],
    ["a socket of a foreign name", `host: evil.example.com\r\n${upgrade}`, 403],
    ["a socket of a page here", page("http://localhost:3000") + upgrade, 101],
    ["a socket of no page", `host: 127.0.0.1\r\n${upgrade}`, 101],
  ])("%s", async (_name, headers, status) => {
    servers.acceptHosts([["abc.execute-api.eu-west-1.amazonaws.com", "127.0.0.1:4000"]]);
    await servers.serve([
      { ...gateway("a"), upgrade: (_request, socket) => void socket.end("HTTP/1.1 101 x\r\n\r\n") },
    ]);
    const answer = await raw(
      `GET / HTTP/1.1\r\n${headers.includes("upgrade") ? "" : "connection: close\r\n"}${headers}\r\n`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const refusal = {
      event: "refusal",
      at: "a",
      status: 403,
      reason: expect.stringMatching(/the (Host|Origin) header is/),
    };
    expect(reported).toEqual(status === 403 ? [refusal] : []);
    // The client gets the same message.
    if (status === 403) expect(answer).toContain("--host");
  });

  test("a server that listens on another address on purpose takes any name", async () => {
    const open = new GatewayServers({ host: "0.0.0.0", port: 0, report });
    await open.serve([gateway("a")]);
    const port = open.served[0]?.port ?? 0;
    const text = await new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write("GET / HTTP/1.0\r\nhost: my-laptop.lan\r\n\r\n"),
      );
      let read = "";
      socket.on("data", (chunk) => {
        read += chunk;
      });
      socket.on("close", () => resolve(read));
    });
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    await open.close();
  });

  const echo = (name: string): Gateway => ({
    ...gateway(name),
    handle: (request, response) => {
      let text = "";
      request.on("data", (chunk) => {
        text += chunk;
      });
      request.on("end", () => response.end(`${request.method} ${request.url} ${text}`));
    },
  });

  test.each([
    ["GET", ""],
    ["POST", "a body"],
  ])("a client that also offers HTTP/2 is served by HTTP/1.1: %s", async (method, body) => {
    const sockets = { ...echo("a"), upgrade: () => {} };
    await servers.serve([sockets]);
    const head = `${method} /x HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\ncontent-length: ${body.length}\r\n\r\n`;
    const answer = await raw(head + body);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain(`${method} /x ${body}`);
    expect(reported).toEqual([]);
  });

  const requestLine = "GET / HTTP/1.1".length;
  const others = "localhost".length + "close".length;
  test.each([
    ["HTTP", 10_240 - requestLine - others, 200],
    ["HTTP", 10_241 - requestLine - others, 431],
    ["REST", 10_240 - others, 200],
    ["REST", 10_241 - others, 431],
  ] as const)("of %s APIs, a header of %i bytes: %i", async (kind, length, status) => {
    await servers.serve([{ ...gateway("a"), kind }]);
    const bytes = `GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx: ${"y".repeat(length)}\r\n\r\n`;
    expect(await raw(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(reported.map((event) => "status" in event && event.status)).toEqual(status === 431 ? [431] : []);
  });
});
