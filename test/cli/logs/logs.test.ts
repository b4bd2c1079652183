import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Api, Function as Fn, RestV1Api, Stack, WebSocketApi } from "../../../lib";
import { type FunctionLine, followLogs, LogReader, parseSince } from "../../../lib/cli/logs/log-reader";
import { parseLogEvent } from "../../../lib/cli/logs/parse-event";
import { logTargets } from "../../../lib/cli/logs/targets";
import { expectOutputOf } from "../../support/output-schema";
import { testApp } from "../../support/stack";
import { TestLogs } from "./cloudwatch-logs";

let logs: TestLogs;
let output: string;

beforeAll(() => {
  output = mkdtempSync(join(tmpdir(), "serverform-logs-"));
  process.env.SERVERFORM_SKIP_BUNDLING = "1";
  const app = testApp({ outdir: output });
  const stack = new Stack(app, "Main");
  const shared = new Fn(stack, "Shared", { handler: "functions/notes.get" });
  new Api(stack, "Api", {
    routes: {
      "GET /notes/{id}": "functions/notes.get",
      "POST /notes": shared,
      "GET /status": { type: "url", url: "https://example.com" },
    },
  });
  new RestV1Api(stack, "Rest", { routes: { "GET /old/{id}": "functions/notes.get", "GET /": shared } });
  new WebSocketApi(stack, "Socket", { routes: { $default: "functions/notes.get" } });
  app.synth();
  delete process.env.SERVERFORM_SKIP_BUNDLING;
});
afterAll(() => rmSync(output, { recursive: true, force: true }));
beforeEach(async () => {
  logs = await TestLogs.start();
});
afterEach(() => logs.stop());

const timers = { now: () => 0, after: (_: number, run: () => void) => cancel(setImmediate(run)) };
const cancel = (immediate: NodeJS.Immediate) => () => clearImmediate(immediate);

const readerOf = () =>
  new LogReader(
    {
      endpoints: { AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: logs.url },
      credentials: async () => ({ accessKeyId: "KEY", secretAccessKey: "x" }),
    },
    timers,
  );

const get = { function: "dev-notes-Get", logGroup: "/aws/lambda/dev-notes-Get", region: "eu-west-1" };
const list = { function: "dev-notes-List", logGroup: "/aws/lambda/dev-notes-List", region: "us-east-1" };
const messages = (lines: readonly FunctionLine[]) => lines.map(({ message }) => message);

describe("The target of serverform logs", () => {
  const [api, rest, shared, socket] = [
    "dev-notes-Main-Api-Lambda_GET_--notes---id--baa22f1c",
    "dev-notes-Main-Rest-Lambda_GET_--old---id--7a9b5df2",
    "dev-notes-Main-Shared",
    "dev-notes-Main-Socket--default-ee6fc2bd",
  ];

  test.each<[string | undefined, readonly string[]]>([
    [undefined, [api, rest, shared, socket]],
    [shared, [shared]],
    ["Shared", [shared]],
    ["Api/*", [api]],
    ["GET /notes/{id}", [api]],
    ["get /notes/{id}", [api]],
    ["POST /notes", [shared]],
    ["GET /old/{id}", [rest]],
    ["GET /", [shared]],
    ["$default", [socket]],
  ])("%s names functions", (target, names) => {
    const found = logTargets(output, target).map((each) => each.function);
    expect(found.sort()).toEqual(names);
  });

  test.each(["GET /status", "GET /NOTES/{id}", "Orders", "Main/Shared"])(
    "%s is refused, with the routes and functions that there are",
    (target) => {
      expect(() => logTargets(output, target)).toThrow(
        /is "[^"]+", which is not a function or a route with a function\..*"(?:POST \/notes|GET \/notes\/\{id\})"[\s\S]*\[logs-target-unknown\]/s,
      );
    },
  );
});

describe("--since", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  test.each([
    ["30s", "2026-11-22T11:59:30.000Z"],
    ["10m", "2026-11-22T11:50:00.000Z"],
    ["2 hours", "2026-11-22T10:00:00.000Z"],
    ["1d", "2026-11-21T12:00:00.000Z"],
    ["2026-11-01T00:00:00Z", "2026-11-01T00:00:00.000Z"],
    ["2026-11-01", "2026-11-01T00:00:00.000Z"],
  ])("%s is %s", (value, time) => {
    expect(new Date(parseSince(value, now)).toISOString()).toBe(time);
  });

  test.each(["", "10", "10 weeks", "-5m", "yesterday", "2026-13-01", "1.5h"])("refuses %p", (value) => {
    expect(() => parseSince(value, now)).toThrow(`--since is "${value}", which is not a time.`);
    expect(() => parseSince(value, now)).toThrow(expect.objectContaining({ code: "logs-since-invalid" }));
  });
});

describe("A line of CloudWatch Logs", () => {
  const id = "3f2a8c1e-0000-4000-8000-000000000001";
  const parse = (message: string) => {
    const event = parseLogEvent("Get", { eventId: "1", timestamp: 1_000, message });
    if (event !== undefined) expectOutputOf("logs", JSON.stringify(event));
    return event;
  };
  const at = { function: "Get", timestamp: "1970-01-01T00:00:01.000Z" };
  const log = (requestId: string | undefined, stream: string, line: string) => ({
    event: "log",
    ...at,
    requestId,
    stream,
    line,
  });

  test.each([
    `START RequestId: ${id} Version: $LATEST\n`,
    `END RequestId: ${id}\n`,
    `REPORT RequestId: ${id}\tDuration: 3.1 ms\n`,
    "INIT_START Runtime Version: nodejs:22.v5\n",
    `{"time":"t","type":"platform.report","record":{"requestId":"${id}","status":"success"}}`,
  ])("of the service is left out: %s", (message) => expect(parse(message)).toBeUndefined());

  test.each([
    [`2026-11-22T12:00:00.000Z\t${id}\tINFO\tplaced 1\n`, log(id, "stdout", "placed 1")],
    [`2026-11-22T12:00:00.000Z\t${id}\tERROR\tno stock\nof 1\n`, log(id, "stderr", "no stock\nof 1")],
    ["2026-11-22T12:00:00.000Z\tundefined\tINFO\tloading\n", log(undefined, "stdout", "loading")],
    [`[WARNING]\t2026-11-22T12:00:00.000Z\t${id}\tslow\n`, log(id, "stderr", "slow")],
    ["plain\n", log(undefined, "stdout", "plain")],
    ["{not json", log(undefined, "stdout", "{not json")],
    [
      `{"timestamp":"t","level":"WARN","requestId":"${id}","message":"slow"}\n`,
      log(id, "stderr", `{"timestamp":"t","level":"WARN","requestId":"${id}","message":"slow"}`),
    ],
  ])("is what serverform local prints: %j", (message, event) => expect(parse(message)).toEqual(event));

  const thrown = {
    errorType: "TypeError",
    errorMessage: "no id",
    stack: ["TypeError: no id", "    at get (a.js:1:1)"],
  };
  const error = (details: object) => ({ event: "function-error", ...at, requestId: id, ...details });
  const typeError = error({ errorType: "TypeError", errorMessage: "no id", stack: ["at get (a.js:1:1)"] });
  const late = {
    errorType: "Sandbox.Timedout",
    errorMessage: "Task timed out after 3.00 seconds",
    stack: [],
  };

  test.each([
    [`2026-11-22T12:00:00.000Z\t${id}\tERROR\tInvoke Error \t${JSON.stringify(thrown)}\n`, typeError],
    [JSON.stringify({ level: "ERROR", requestId: id, message: thrown }), typeError],
    [`2026-11-22T12:00:00.000Z ${id} Task timed out after 3.00 seconds\n`, error(late)],
    [
      JSON.stringify({
        type: "platform.report",
        record: { requestId: id, status: "timeout", metrics: { durationMs: 3000 } },
      }),
      error(late),
    ],
    [
      JSON.stringify({
        level: "ERROR",
        requestId: id,
        message: {
          errorType: "E",
          errorMessage: "a\n  b",
          stack: ["E: a", "  b", "    at get (a.js:1:1)"],
        },
      }),
      error({ errorType: "E", errorMessage: "a\n  b", stack: ["at get (a.js:1:1)"] }),
    ],
  ])("of a failure is an error: %j", (message, event) => expect(parse(message)).toEqual(event));
});

describe("The logs of several functions", () => {
  test("are read from the given time on, page by page, in the order of their times", async () => {
    for (const [time, text] of [
      [5, "old"],
      [10, "a"],
      [30, "c"],
      [50, "e"],
    ] as const)
      logs.write(get.logGroup, time, text);
    logs.write(list.logGroup, 20, "b");
    logs.write(list.logGroup, 40, "d");
    const lines = await readerOf().read([get, list], { since: 10 });
    expect(messages(lines)).toEqual(["a", "b", "c", "d", "e"]);
    expect([get, list].map(({ logGroup }) => logs.regions.get(logGroup))).toEqual(["eu-west-1", "us-east-1"]);
  });

  test("are filtered by CloudWatch", async () => {
    logs.write(get.logGroup, 10, "ERROR a");
    logs.write(get.logGroup, 11, "b");
    expect(messages(await readerOf().read([get], { since: 0, filter: "ERROR" }))).toEqual(["ERROR a"]);
    expect(logs.asked[0]?.filterPattern).toBe("ERROR");
  });

  test("are those of the functions that have run, when others have no log group yet", async () => {
    logs.write(get.logGroup, 10, "a");
    const reader = readerOf();
    expect(messages(await reader.read([get, list], { since: 0 }))).toEqual(["a"]);
    expect([...reader.found]).toEqual([get.logGroup]);
  });

  test("are requested again when CloudWatch throttles, and refused without the right", async () => {
    logs.write(get.logGroup, 10, "a");
    logs.failures.push("ThrottlingException", "ThrottlingException");
    expect(messages(await readerOf().read([get], { since: 0 }))).toEqual(["a"]);
    logs.failures.push("AccessDeniedException");
    await expect(readerOf().read([get], { since: 0 })).rejects.toMatchObject({
      code: "AccessDeniedException",
    });
  });

  test("are followed: each line once, also one that arrives late, until the end", async () => {
    const printed: string[] = [];
    const end = new AbortController();
    logs.write(get.logGroup, 100_000, "first");
    await followLogs({
      reader: readerOf(),
      targets: [get],
      query: { since: 50_000 },
      timers,
      signal: end.signal,
      print: (lines) => {
        printed.push(`${messages(lines)}`);
        if (printed.length === 1) logs.write(get.logGroup, 101_000, "second");
        if (printed.length === 2) logs.write(get.logGroup, 99_000, "late");
        if (printed.length === 4) end.abort();
      },
    });
    expect(printed).toEqual(["first", "second", "late", ""]);
    expect(logs.asked.at(-1)?.startTime).toBe(71_000);
  });
});
