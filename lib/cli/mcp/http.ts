import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { McpHttpHandler } from "@modelcontextprotocol/server";
import { answerClientErrors, contained, listenAt, pageRefusal } from "../../local/invoke";
import { readBody } from "../../local/wire/request-body";

const path = "/mcp";
/** The limit of the protocol's package. */
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * Serves the protocol over HTTP on loopback.
 *
 * A web page of any origin can send requests to this machine, and its host name may resolve to it. Both are refused.
 */
export class McpHttpServer {
  private constructor(private readonly server: Server) {}

  /** @param port - 0 for any */
  static async start(handler: McpHttpHandler, port: number): Promise<McpHttpServer> {
    const server = createServer(
      contained("MCP server", (request: IncomingMessage, response: ServerResponse) => {
        return answer(handler, request, response).catch((error: unknown) => {
          refuse(response, 500, `The request failed: ${String(error)}`);
        });
      }),
    );
    answerClientErrors(server, () => {});
    await listenAt("MCP server", server, port);
    return new McpHttpServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }
}

async function answer(
  handler: McpHttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const names = [`127.0.0.1:${request.socket.localPort}`, `localhost:${request.socket.localPort}`];
  const foreign = pageRefusal("programs", request.headers, names);
  if (foreign !== undefined) return refuse(response, 403, `${foreign}.`);
  if (request.url !== path) return refuse(response, 404, `Only ${path} is served.`);
  const body = await readBody(request, maxBodyBytes);
  if (body.state === "aborted") return;
  if (body.state === "too-large")
    return refuse(response, 413, `The body is larger than ${maxBodyBytes} bytes.`);
  const { method = "GET", headers } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  const sent = await handler.fetch(
    new Request(`http://${headers.host}${path}`, {
      method,
      headers: Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
      ...(hasBody && { body: new Uint8Array(body.bytes) }),
    }),
  );
  response.writeHead(sent.status, Object.fromEntries(sent.headers));
  response.flushHeaders();
  // An answer may be a stream of events, each of which is passed on as it comes.
  for await (const chunk of sent.body ?? []) response.write(chunk);
  response.end();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (!response.headersSent)
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ message }));
}
