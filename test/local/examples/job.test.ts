/** @group processes */

import { mkdirSync } from "node:fs";
import { ExampleCopy } from "./example-copy";
import { type Line, type StartedCommand, urlIn } from "./support";

const app = `
import { Api, App, Job, type StackContext } from "serverform";
export function Main({ stack }: StackContext) {
  const job = new Job(stack, "Report", { handler: "functions/report.main", environment: { MODE: "slow" } });
  new Api(stack, "Api", { routes: { "POST /": { function: { handler: "functions/report.start", bind: [job] } } } });
}
new App({ name: "jobs" }).stack(Main).synth();
`;

const handlers = `
import { existsSync } from "node:fs";
import { Job, JobHandler } from "serverform/node/job";
export const main = JobHandler("Report", async ({ number, until }: any) => {
  console.log("run " + number + " in " + process.pid + " " + process.env.MODE);
  while (until !== undefined && !existsSync(until)) await new Promise((done) => setTimeout(done, 20));
  if (number < 0) throw new Error("no such report");
});
export const start = async ({ body }: any) => {
  await (Job as any).Report.run({ payload: JSON.parse(body) });
  return "started";
};
`;

describe("a job under the local server", () => {
  let copy: ExampleCopy;
  let server: StartedCommand;
  let url: string;

  const run = async (payload: object): Promise<string> =>
    (await fetch(url, { method: "POST", body: JSON.stringify(payload) })).text();
  const runs = (): readonly (readonly [string, string])[] =>
    server.lines.flatMap(({ event, function: name, line }) => {
      const [, number = "", pid = ""] = /^run (\S+) in (\d+) slow$/.exec(String(line)) ?? [];
      return event === "log" && name === "dev-jobs-Report" && number !== "" ? [[number, pid] as const] : [];
    });
  const ended = (): number =>
    server.lines.filter(({ text }) => /The job dev-jobs-Report has ended/.test(String(text))).length;

  beforeAll(async () => {
    copy = new ExampleCopy("examples/jobs");
    mkdirSync(copy.path("functions"), { recursive: true });
    copy.write("cdktf.json", JSON.stringify({ language: "typescript", app: "npx tsx main.ts" }));
    copy.write("main.ts", app);
    copy.write("functions/report.ts", handlers);
    server = copy.start(["--json", "--no-watch"]);
    url = urlIn(await server.line(({ event }: Line) => event === "ready"), "Api");
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    copy.remove();
  });

  test("runs each time in a separate process, and its caller does not wait", async () => {
    const until = copy.path("go-on");
    expect(await run({ number: 1, until })).toBe("started");
    await server.until(() => (runs().length === 1 ? true : undefined));
    copy.write("go-on", "");
    await server.until(() => (ended() === 1 ? true : undefined));
    await run({ number: 2 });
    await server.until(() => (ended() === 2 ? true : undefined));
    const [[first, firstPid] = [], [second, secondPid] = []] = runs();
    expect([first, second]).toEqual(["1", "2"]);
    expect(firstPid).not.toBe(secondPid);
  });

  test("that fails says why", async () => {
    await run({ number: -1 });
    const error = await server.line(({ event }) => event === "function-error");
    expect(error).toMatchObject({ function: "dev-jobs-Report", errorMessage: "no such report" });
    await server.line(({ text }) => /The job dev-jobs-Report has failed/.test(String(text)));
  });

  test("runs five times at a time, and the others wait", async () => {
    const before = runs().length;
    const until = copy.path("all-go-on");
    for (const number of [11, 12, 13, 14, 15, 16, 17]) await run({ number, until });
    await server.until(() => (runs().length === before + 5 ? true : undefined));
    expect(
      runs()
        .slice(before)
        .map(([number]) => number)
        .sort(),
    ).toEqual(["11", "12", "13", "14", "15"]);
    copy.write("all-go-on", "");
    await server.until(() => (runs().length === before + 7 ? true : undefined));
  });
});
