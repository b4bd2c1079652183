import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { forwardUpgrade } from "../../../../lib/local/gateways/site/forward";
import { closeAll, listen } from "../support/serve";

afterEach(closeAll);

const handshake = "GET /chat HTTP/1.1\r\nhost: site\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n";
const accepted = "HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n";

/** The bytes from one end of a connection, and whether it is over. */
class End {
  text = "";
  isClosed = false;

  constructor(readonly socket: Duplex) {
    socket.on("data", (chunk) => {
      this.text += String(chunk);
    });
    socket.on("error", () => {});
    socket.on("end", () => socket.end());
    socket.on("close", () => {
      this.isClosed = true;
    });
  }

  async until(look: (end: End) => boolean): Promise<void> {
    while (!look(this)) await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** A client, and a server behind a site that leads handshakes to it. */
async function forwarded(text: string, answer: string, authority?: string) {
  const servers: { readonly end: End; readonly url: string | undefined }[] = [];
  const server = createServer((_, response) => void response.writeHead(403).end("no"));
  if (answer !== "")
    server.on("upgrade", (request, socket, head) => {
      const end = new End(socket);
      end.text += head.toString();
      servers.push({ end, url: request.url });
      socket.write(answer);
    });
  const target = authority ?? new URL(await listen(server)).host;
  const site = createServer();
  site.on("upgrade", (request, socket, head) =>
    forwardUpgrade(request, socket, head, { authority: target, path: "/dev" }),
  );
  const { hostname, port } = new URL(await listen(site));
  const socket: Socket = connect(Number(port), hostname);
  const client = new End(socket);
  socket.write(text);
  return { client, servers };
}

describe("A handshake that a site leads to another server", () => {
  test("is answered by it, and bytes go both ways from then on", async () => {
    const { client, servers } = await forwarded(handshake, accepted);
    await client.until(({ text }) => text.includes("\r\n\r\n"));
    expect(client.text).toMatch(/^HTTP\/1\.1 101 /);
    expect(servers[0]?.url).toBe("/dev");
    client.socket.write("from the client");
    await servers[0]?.end.until(({ text }) => text === "from the client");
    servers[0]?.end.socket.write("from the server");
    await client.until(({ text }) => text.endsWith("from the server"));
  });

  test("keeps bytes that the server sends together with its answer", async () => {
    const { client } = await forwarded(handshake, `${accepted}first`);
    await client.until(({ text }) => text.endsWith("\r\n\r\nfirst"));
  });

  test("keeps bytes that the client sends together with the handshake", async () => {
    const { servers, client } = await forwarded(`${handshake}early`, accepted);
    await client.until(({ text }) => text.includes("101"));
    await servers[0]?.end.until(({ text }) => text === "early");
  });

  test.each(["client", "server"] as const)("is over on both sides when the %s ends it", async (side) => {
    const { client, servers } = await forwarded(handshake, accepted);
    await client.until(({ text }) => text.includes("101"));
    const server = servers[0]?.end;
    const [ending, other] = side === "client" ? [client, server] : [server, client];
    ending?.socket.destroy();
    await other?.until(({ isClosed }) => isClosed);
  });

  test("that the server does not take is answered with its refusal", async () => {
    const { client } = await forwarded(handshake, "");
    await client.until(({ isClosed }) => isClosed);
    expect(client.text).toMatch(/^HTTP\/1\.1 403 .*\r\nconnection: close\r\n\r\nno$/s);
    expect(client.text).not.toContain("chunked");
  });

  test("ends without an answer if the server does not exist", async () => {
    const { client } = await forwarded(handshake, accepted, "127.0.0.1:1");
    await client.until(({ isClosed }) => isClosed);
    expect(client.text).toBe("");
  });
});
