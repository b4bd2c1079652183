import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  EngineThread,
  longestRequestMs,
} from "../../../../../lib/local/services/dynamodb/engine/engine-thread";
import { temporaryFolder } from "../../../../support/stack";
import { TestClock } from "../../../support/clock";

/** A package in place of the one that stores tables; a request says what it does. */
const program = `
const { createServer } = require("node:http");
module.exports = () => createServer((request, response) => {
  request.on("data", (chunk) => {
    switch (chunk.toString()) {
      case "throw": throw new Error("at once");
      case "throw later": return setImmediate(() => { throw new Error("later"); });
      case "reject": return void Promise.reject(new Error("rejected"));
      case "hang": return;
      case "loop": for (;;);
      case "exit": return process.exit(1);
    }
    response.setHeader("x-process", String(process.pid));
    response.end(chunk.toString());
  });
});`;

let thread: EngineThread;
let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
  const folder = temporaryFolder();
  const packagePath = join(folder, "package.js");
  writeFileSync(packagePath, program);
  thread = new EngineThread({ packagePath, folder, region: "us-east-1", account: "1", timers: clock });
});

afterEach(() => thread.stop());

const sendAll = (bodies: readonly string[]) =>
  thread.send(bodies.map((body) => ({ method: "POST", url: "/", headers: {}, body })));

const send = async (body: string) => (await sendAll([body]))[0];

describe("the thread of the package that stores tables", () => {
  test.each([
    ["throw", /at once/],
    ["throw later", /later/],
    ["reject", /rejected/],
    ["exit", /the thread ended/],
    ["hang", /no response within 20 seconds/],
    ["loop", /no response within 20 seconds/],
  ])("a request that makes it %s fails alone", async (what, problem) => {
    const all = [send("before"), send(what), send("after")] as const;
    await expect(all[0]).resolves.toMatchObject({ status: 200, body: "before" });
    if (what === "hang" || what === "loop") {
      await clock.untilWaitedFor(longestRequestMs);
      clock.advance(longestRequestMs);
    }
    await expect(all[1]).rejects.toThrow(problem);
    await expect(all[2]).resolves.toMatchObject({ status: 200, body: "after" });
  });

  test("requests of one message run one after the other, and none between them", async () => {
    const together = sendAll(["1", "2", "3"]);
    const between = send("4");
    expect((await together).map(({ body }) => body)).toEqual(["1", "2", "3"]);
    await expect(between).resolves.toMatchObject({ body: "4" });
  });

  test("one of them that makes it throw fails all of its message, and no other", async () => {
    const together = sendAll(["1", "throw", "3"]);
    const next = send("4");
    await expect(together).rejects.toThrow("at once");
    await expect(next).resolves.toMatchObject({ body: "4" });
  });

  test("stops after the requests that it was given", async () => {
    const sent = send("last");
    await thread.stop();
    await expect(sent).resolves.toMatchObject({ body: "last" });
  });

  test("is not started again by a request after the end", async () => {
    await send("last");
    await thread.stop();
    await expect(send("late")).rejects.toThrow("the server has stopped");
  });
});
