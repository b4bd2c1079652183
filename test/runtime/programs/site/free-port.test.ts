import { createServer } from "node:net";
import { freePort } from "../../../../lib/runtime/programs/site/free-port";

const host = "127.0.0.1";

describe("freePort", () => {
  test("returns another port each time, below those that systems give to programs", async () => {
    const ports = [await freePort(host), await freePort(host), await freePort(host)];
    expect(new Set(ports).size).toBe(3);
    for (const port of ports) expect([port >= 20_000, port < 32_000]).toEqual([true, true]);
  });

  test("passes over a port that is taken", async () => {
    const next = (await freePort(host)) + 1;
    const taken = createServer();
    await new Promise<void>((done) => taken.once("error", () => done()).listen(next, host, done));
    try {
      expect(await freePort(host)).not.toBe(next);
    } finally {
      taken.close();
    }
  });
});
