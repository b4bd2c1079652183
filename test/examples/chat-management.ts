import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The part of the gateway's management API that the chat uses: it receives messages for connections. */
export class FakeManagementApi {
  /** The messages and their receivers, in the order of the connections' names. */
  readonly received: [connection: string, message: unknown][] = [];
  /** Connections that are closed. */
  readonly gone = new Set<string>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const [, connection] = /^\/@connections\/([^/]+)$/.exec(decodeURIComponent(request.url ?? "")) ?? [];
        const isSigned = String(request.headers.authorization).includes(
          "/us-east-1/execute-api/aws4_request",
        );
        const isKnown = request.method === "POST" && isSigned && connection !== undefined;
        if (!isKnown) response.writeHead(400).end();
        else if (this.gone.has(connection))
          response.writeHead(410, { "x-amzn-errortype": "GoneException" }).end("{}");
        else {
          this.received.push([connection, JSON.parse(Buffer.concat(chunks).toString())]);
          this.received.sort(([one], [other]) => one.localeCompare(other));
          response.writeHead(200).end();
        }
      });
    });
  }

  /** Starts to listen on this machine alone, and returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
