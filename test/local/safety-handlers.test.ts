/** @group processes */

import { call, isAlive, serve, type TestServer, until } from "./safety-support";

const ok = "return 'ok';";
/** Twenty requests at once need no more processes, each of which takes time to start. */
const limited = { body: ok, more: { reserved_concurrent_executions: 2 } };
const failed = { status: 500, text: '{"message":"Internal Server Error"}' };
/** Writes its process id, so that a test can see whether it still runs. */
const pid = "console.log('pid ' + process.pid);";

function pidsOf({ events }: TestServer): readonly number[] {
  return events.flatMap((event) => {
    const found = event.event === "log" ? /^pid (\d+)$/.exec(event.line)?.[1] : undefined;
    return found === undefined ? [] : Number(found);
  });
}

async function expectGone(server: TestServer): Promise<void> {
  const pids = pidsOf(server);
  expect(pids.length).toBeGreaterThan(0);
  await until(() => !pids.some(isAlive));
}

describe("bad handlers", () => {
  test.each([
    ["waits for ever", "await new Promise((done) => setTimeout(done, 1e9));"],
    ["runs in an endless loop", "for (;;);"],
    ["blocks its process", "require('node:child_process').execSync('sleep 1000');"],
  ])("one that %s is ended by its time limit while others are answered", async (_name, body) => {
    const routes = { "GET /never": { body: pid + body, timeout: 1 }, "GET /": limited };
    const server = await serve({ routes });
    const never = call(server.url, "/never");
    await until(() => pidsOf(server).length > 0);
    const others = await Promise.all(Array.from({ length: 20 }, () => call(server.url, "/")));
    expect(others).toEqual(Array(20).fill({ status: 200, text: "ok" }));
    expect(await never).toEqual(failed);
    expect(server.events).toContainEqual(
      expect.objectContaining({ event: "function-error", errorType: "Sandbox.Timedout" }),
    );
    await expectGone(server);
  });

  const bad = [
    ["exits", "process.exit(1);"],
    ["exits as if all were well", "process.exit(0);"],
    ["ends its own process", "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});"],
    ["aborts", "process.abort();"],
    [
      "throws later",
      "setImmediate(() => { throw new Error('later'); }); await new Promise(() => setTimeout(() => {}, 1e6));",
    ],
    [
      "forgets a rejection",
      "Promise.reject(new Error('forgotten')); await new Promise(() => setTimeout(() => {}, 1e6));",
    ],
    ["overflows its stack", "const again = () => again() + 1; return again();"],
  ] as const;

  test("one that ends in any way gets an error, and the next request another process", async () => {
    const routes = bad.map(([, body], index) => [
      `GET /${index}`,
      `if (event.queryStringParameters?.bad) { ${body} } return 'ok';`,
    ]);
    const server = await serve({ routes: Object.fromEntries(routes) });
    for (const [index, [way]] of bad.entries()) {
      expect([way, await call(server.url, `/${index}?bad=1`)]).toEqual([way, failed]);
      expect([way, await call(server.url, `/${index}`)]).toEqual([way, { status: 200, text: "ok" }]);
    }
  });

  test("one that throws after it has answered affects no other request", async () => {
    const body = `${pid} setImmediate(() => setImmediate(() => { throw new Error('afterwards'); })); return 'ok';`;
    const server = await serve({ routes: { "GET /": body } });
    expect((await call(server.url, "/")).text).toBe("ok");
    await expectGone(server);
    expect((await call(server.url, "/")).text).toBe("ok");
  });

  test("one that writes a hundred megabytes is shown in part, costs little memory and does not delay others", async () => {
    const lines = 1000;
    const body = `${pid} for (let i = 0; i < ${lines}; i++) console.log('x'.repeat(100_000)); return 'done';`;
    const server = await serve({ routes: { "GET /loud": { body, timeout: 60 }, "GET /": ok } });
    const loud = call(server.url, "/loud");
    await until(() => pidsOf(server).length > 0);
    expect((await call(server.url, "/")).text).toBe("ok");
    expect(await loud).toEqual({ status: 200, text: "done" });
    const shown = server.events.flatMap((event) => (event.event === "log" ? event.line.length : []));
    expect(shown.reduce((sum, length) => sum + length, 0)).toBeLessThan(5 * 1024 * 1024);
    expect(server.events.filter(({ event }) => event === "warning")).toHaveLength(1);
  });

  test("one that writes a line without end is shown in part", async () => {
    const body = `${pid} for (let i = 0; i < 500; i++) process.stdout.write('x'.repeat(100_000)); return 'done';`;
    const server = await serve({ routes: { "GET /": { body, timeout: 60 } } });
    expect((await call(server.url, "/")).text).toBe("done");
    const shown = server.events.flatMap((event) => (event.event === "log" ? event.line.length : []));
    expect(Math.max(...shown)).toBeLessThanOrEqual(64 * 1024);
    expect(shown.reduce((sum, length) => sum + length, 0)).toBeLessThan(5 * 1024 * 1024);
  });

  test("one that answers more than functions may gets an error", async () => {
    const body = "return { statusCode: 200, body: 'x'.repeat(event.queryStringParameters ? 7e6 : 1) };";
    const server = await serve({ routes: { "GET /": body } });
    expect(await call(server.url, "/?large=1")).toEqual(failed);
    expect(await call(server.url, "/")).toEqual({ status: 200, text: "x" });
  });

  test("processes that one leaves running end with it", async () => {
    const body = `const { spawn } = require('node:child_process');
      console.log('pid ' + spawn('sleep', ['1000'], { stdio: 'ignore' }).pid); return 'ok';`;
    const server = await serve({ routes: { "GET /": body } });
    expect((await call(server.url, "/")).text).toBe("ok");
    await until(() => pidsOf(server).length > 0);
    await server.local.stop();
    await expectGone(server);
  });
});
