import { createServer } from "node:net";

/*
 * Below the ports that systems give to connections and to servers on any port: from 32768 on Linux, from 49152 elsewhere.
 * One of those may be given to another program before the server listens there, and a client that connects to it in between
 * may get the same port, and be connected with itself.
 */
const firstPort = 20_000;
const portCount = 12_000;

/** The next one to try. Each process begins somewhere else. */
let next = Math.floor(Math.random() * portCount);

/** A free port, for a server that gets its port as a setting. */
export async function freePort(host: string): Promise<number> {
  for (let tries = 1; tries <= portCount; tries += 1) {
    const port = firstPort + next;
    next = (next + 1) % portCount;
    if (await isFree(host, port)) return port;
  }
  throw new Error(`Every port of ${host} from ${firstPort} to ${firstPort + portCount - 1} is taken.`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", () => done(false));
    probe.listen(port, host, () => probe.close(() => done(true)));
  });
}
