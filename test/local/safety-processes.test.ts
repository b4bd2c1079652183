/** @group processes */

import { call, isAlive, processesBelow, serve, startCommand, until } from "./safety-support";

/** One that is idle afterwards, one that is busy for ever, and one with a separate process. */
const project = {
  routes: {
    "GET /": "return 'ok';",
    "GET /never": { body: "console.log('running'); for (;;);", timeout: 900 },
    "GET /child": "require('node:child_process').spawn('sleep', ['1000'], { stdio: 'ignore' }); return 'ok';",
  },
};

async function startBusy() {
  const running = await startCommand(project);
  expect((await call(running.url, "/")).text).toBe("ok");
  expect((await call(running.url, "/child")).text).toBe("ok");
  call(running.url, "/never").catch(() => {});
  await until(() => running.lines.some(({ line }) => line === "running"));
  const started = processesBelow(running.pid);
  expect(started.length).toBeGreaterThan(3);
  return { ...running, started };
}

describe("processes of serverform local", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s ends everything that it has started", async (signal) => {
    const { child, started } = await startBusy();
    const status = new Promise((done) => child.once("close", done));
    child.kill(signal);
    expect(await status).toBe(0);
    await until(() => !started.some(isAlive));
  });

  test("when it is killed, everything that it has started ends", async () => {
    const { child, started } = await startBusy();
    child.kill("SIGKILL");
    await until(() => !started.some(isAlive));
  });

  test("stopping in the middle of requests ends everything", async () => {
    const before = new Set(processesBelow(process.pid));
    const { url, local, events } = await serve(project);
    const hanging = call(url, "/never").catch(() => "hung up");
    await until(() => events.some((event) => event.event === "log" && event.line === "running"));
    expect(processesBelow(process.pid).some((pid) => !before.has(pid))).toBe(true);
    await local.stop();
    await hanging;
    await until(() => processesBelow(process.pid).every((pid) => before.has(pid)));
  });

  test("unused functions have no process", async () => {
    const before = new Set(processesBelow(process.pid));
    const routes = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`GET /${index}`, "return 1;"]),
    );
    await serve({ routes });
    // The process that waits for the first call, and the one that ends the processes of a killed server.
    expect(processesBelow(process.pid).filter((pid) => !before.has(pid)).length).toBeLessThanOrEqual(2);
  });
});
