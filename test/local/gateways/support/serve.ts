import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Gateway } from "../../../../lib/local/gateways/gateway";

export { type Answered, call } from "../../support/call";

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
  if (gateway?.upgrade !== undefined) server.on("upgrade", (...given) => gateway.upgrade?.(...given));
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
