import type { Server } from "node:net";
import { contained } from "../../facts/text/contained";

/**
 * Binds a server, by default to loopback. Returns false if the port is taken or reserved.
 *
 * Later errors of the server, such as too many open files when a client connects, are reported, and the server continues.
 *
 * @param port - 0 is any free port
 */
export function listen(part: string, server: Server, port: number, host = "127.0.0.1"): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const refused = contained(
      part,
      (error: NodeJS.ErrnoException) => {
        server.off("listening", bound);
        if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
        resolve(false);
      },
      reject,
    );
    const bound = contained(part, () => {
      server.off("error", refused);
      server.on(
        "error",
        contained(part, (error) => {
          throw error;
        }),
      );
      resolve(true);
    });
    server.once("error", refused).once("listening", bound).listen(port, host);
  });
}

/** Like `listen`, but a taken port is an error. */
export async function listenAt(part: string, server: Server, port: number): Promise<void> {
  if (!(await listen(part, server, port)))
    throw new Error(`${part}: port ${port} is taken or reserved. Choose another one, or 0 for any.`);
}
