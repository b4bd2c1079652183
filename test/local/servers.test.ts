import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
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

const servers = new GatewayServers({ host: "127.0.0.1", port: 0 });

afterEach(() => servers.close());

const urlOf = (address: string): string =>
  servers.served.find((each) => each.gateway.address === address)?.urls[0] ?? "";
const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

/** What a server answers to bytes that no client library would send. */
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
  test("each API has a port of its own, and a URL per stage", async () => {
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

  test("the port that was asked for must be free; behind it, others are passed over", async () => {
    await servers.serve([gateway("a")]);
    const taken = servers.served[0]?.port ?? 0;
    const others = new GatewayServers({ host: "127.0.0.1", port: taken });
    await expect(others.serve([gateway("b")])).rejects.toMatchObject({ code: "local-port-taken" });
    await others.close();
  });

  test.each([
    ["no HTTP at all", "hello\r\n\r\n", /^HTTP\/1.1 400 /],
    [
      "headers without end",
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(70_000)}\r\n\r\n`,
      /^HTTP\/1.1 431 /,
    ],
    [
      "an upgrade where there are no sockets",
      "GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
      /^HTTP\/1.1 400 /,
    ],
  ])("%s is refused, and others are answered", async (_name, bytes, expected) => {
    await servers.serve([gateway("a")]);
    expect(await raw(bytes)).toMatch(expected);
    expect(await textOf(urlOf("a"))).toBe("a");
  });
});
