import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request,
  type Server,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Gateway } from "../../../../lib/local/gateways/gateway";

/** An answer as a client sees it. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  /** Names and values by turns when a name is none that an object could have. */
  readonly headers?: OutgoingHttpHeaders | readonly string[];
  readonly body?: string | Buffer;
}

const running: { readonly server: Server; readonly sockets: Set<Socket>; readonly gateway?: Gateway }[] = [];

/** Serves a gateway on a free port and gives its address; `closeAll` ends it. */
export async function serve(gateway: Gateway): Promise<string> {
  return listen(
    createServer((incoming, response) => gateway.handle(incoming, response)),
    gateway,
  );
}

/** Listens on a free port of this machine. */
export async function listen(server: Server, gateway?: Gateway): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  running.push({ server, sockets, gateway });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function closeAll(): Promise<void> {
  await Promise.all(
    running.splice(0).map(async ({ server, sockets, gateway }) => {
      await gateway?.close();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    }),
  );
}

/** Sends a request exactly as it is written; the path is not normalised. */
export function call(
  base: string,
  path: string,
  { method = "GET", headers, body }: Call = {},
): Promise<Answered> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
