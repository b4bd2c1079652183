import { createServer as createHttpServer, type RequestListener } from "node:http";
import {
  createServer as createHttp2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import { createServer, type Server, type Socket } from "node:net";
import { answerClientErrors, contained } from "../invoke";

/** The first bytes of every HTTP/2 connection. */
const preface = "PRI";

/** A server for HTTP/1.1 and HTTP/2 without TLS on one port. Clients of Kinesis support only HTTP/2. */
export interface DualHttpServer {
  readonly server: Server;
  close(): Promise<void>;
}

/** @param refused - receives why something is not a request */
export function createDualHttpServer(
  listener: RequestListener,
  refused: (status: number, reason: string) => void,
): DualHttpServer {
  // Clients send requests on idle connections: Node's 5 seconds are shorter than a pause in debugging.
  const http = createHttpServer({ keepAliveTimeout: 65_000 }, listener);
  answerClientErrors(http, refused);
  // AWS ignores expectations other than `100-continue`.
  http.on("checkExpectation", contained("connection", listener));
  const http2 = createHttp2Server((request: Http2ServerRequest, response: Http2ServerResponse) =>
    // Both protocols have the same interface in Node, but different types.
    listener(...([request, response] as unknown as Parameters<RequestListener>)),
  );
  const sockets = new Set<Socket>();
  const server = createServer(
    { noDelay: true },
    contained("connection", (socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => socket.destroy());
      socket.once(
        "readable",
        contained("connection", () => {
          const first = socket.read() as Buffer | null;
          if (first === null) return;
          socket.unshift(first);
          const isHttp2 = first.subarray(0, preface.length).toString("latin1") === preface;
          (isHttp2 ? http2 : http).emit("connection", socket);
        }),
      );
    }),
  );
  return {
    server,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
