import { createServer, type Server } from "node:net";

// Below the ports that systems give to connections and to servers on any port (32768 and above on Linux): nothing
// that runs meanwhile takes one of these by chance. Each process begins at a place of its own.
let next = 20_000 + (process.pid % 700) * 16;

/** The first of some ports in a row that are free on 127.0.0.1, for a server whose port is set. */
export async function freePorts(count = 1): Promise<number> {
  for (;;) {
    const first = next;
    next += count;
    const servers = await Promise.all(Array.from({ length: count }, (_, index) => listen(first + index)));
    await Promise.all(servers.map((server) => server && new Promise((done) => server.close(done))));
    if (servers.every((server) => server !== undefined)) return first;
  }
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
