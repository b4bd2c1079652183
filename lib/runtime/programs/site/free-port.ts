import { createServer } from "node:net";

/*
 * Below the ephemeral ports, which begin at 32768 on Linux and at 49152 elsewhere. An ephemeral port may be assigned to
 * another program before the server listens, and a client that connects in between may get the same port and be connected to
 * itself.
 */
const firstPort = 20_000;
const portCount = 12_000;

/** The next port to try. Each process begins at a random one. */
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
