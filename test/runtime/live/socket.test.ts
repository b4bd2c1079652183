import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import type { FromRelay } from "../../../lib/runtime/live/protocol/envelope";
import { type RelaySocket, relayAt } from "../../../lib/runtime/live/socket";
import { until } from "../../support/until";

/** The gateway of a relay: takes connections, and messages that are posted to connections. */
class Gateway {
  /** What came through connections, and what was posted, in order. */
  readonly taken: unknown[] = [];
  readonly heard: FromRelay[] = [];
  /** Status of the answer to a posted message. */
  status = 200;
  socket: RelaySocket | undefined;
  private readonly sockets = new WebSocketServer({ noServer: true });

  private constructor(private readonly server: Server) {
    server.on("request", (request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += String(chunk);
      });
      request.on("end", () => {
        this.taken.push({ posted: request.url, ...JSON.parse(body) });
        response.writeHead(this.status).end("{}");
      });
    });
    server.on("upgrade", (request, raw, head) =>
      this.sockets.handleUpgrade(request, raw, head, (client) =>
        client.on("message", (data) => {
          const message = JSON.parse(String(data));
          if (message.action !== "hello") return void this.taken.push(message);
          client.send(JSON.stringify({ event: "welcome", connection: "own" }));
        }),
      ),
    );
  }

  static async open(): Promise<Gateway> {
    const server = createServer();
    const gateway = new Gateway(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/dev`;
    const open = relayAt(url, {
      region: "us-east-1",
      credentials: () => ({ accessKeyId: "a", secretAccessKey: "b" }),
    });
    gateway.socket = await open({ message: (each) => gateway.heard.push(each), closed: () => {} });
    return gateway;
  }

  /** Sends `hello`, and waits for the answer. */
  async greet(): Promise<void> {
    this.socket?.send({ action: "hello" });
    await until(() => this.heard.length > 0);
  }

  /** Sends a message, and waits until it has arrived so many times in total. */
  async send(body: string, total: number): Promise<void> {
    this.socket?.send({ action: "send", to: "other", body });
    await until(() => this.taken.length === total);
  }

  close(): void {
    this.socket?.close();
    this.server.closeAllConnections();
    this.server.close();
  }
}

const posted = (body: string) => ({ posted: "/dev/@connections/other", event: "message", from: "own", body });
const relayed = (body: string) => ({ action: "send", to: "other", body });

describe("A message to another connection", () => {
  let gateway: Gateway;

  beforeEach(async () => {
    gateway = await Gateway.open();
  });

  afterEach(() => gateway.close());

  test("goes through the relay's function until the own connection is known, and is posted afterwards", async () => {
    await gateway.send("one", 1);
    await gateway.greet();
    await gateway.send("two", 2);
    expect(gateway.taken).toEqual([relayed("one"), posted("two")]);
  });

  test("that is closed is told to the sender", async () => {
    gateway.status = 410;
    await gateway.greet();
    await gateway.send("one", 1);
    await until(() => gateway.heard.length === 2);
    expect(gateway.heard[1]).toEqual({ event: "gone", connection: "other" });
  });

  test.each([
    ["each time when the gateway fails", 500, [posted("one"), relayed("one"), posted("two"), relayed("two")]],
    ["once without the right to post", 403, [posted("one"), relayed("one"), relayed("two")]],
  ])(
    "goes through the relay's function after a refusal, which is asked for %s",
    async (_when, status, expected) => {
      gateway.status = status;
      await gateway.greet();
      await gateway.send("one", 2);
      await gateway.send("two", expected.length);
      expect(gateway.taken).toEqual(expected);
    },
  );
});
