/** @group processes */

import type { LocalEvent } from "../../../lib/local";
import { ExampleCopy } from "./example-copy";
import { ServedExample } from "./served-example";

/** Returns the handler's environment, and fails on request. */
const probe = `import { existsSync, writeFileSync } from "node:fs";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { fail } from "./failing";

console.log("cold start of", process.pid);
let calls = 0;

export async function list(_event: APIGatewayProxyEventV2, context: Context) {
  calls += 1;
  const remaining = context.getRemainingTimeInMillis();
  return { pid: process.pid, calls, environment: process.env, context, remaining };
}

export async function get({ pathParameters, queryStringParameters }: APIGatewayProxyEventV2) {
  const { mine = "", yours = "" } = queryStringParameters ?? {};
  switch (pathParameters?.id) {
    case "throw":
      return fail();
    case "throw-text":
      throw "no error at all";
    case "exit":
      return process.exit(3);
    case "never":
      console.log("waiting");
      return new Promise(() => setInterval(() => {}, 1000));
    case "write":
      console.log("one\\ntwo");
      console.error(new Error("noted"));
      return {};
    case "meet":
      writeFileSync(mine, "");
      while (!existsSync(yours)) await new Promise((turn) => setTimeout(turn, 5));
      return { pid: process.pid };
    default:
      return { pid: process.pid };
  }
}

export const create = list;
export const update = list;
export const remove = list;
`;

/** The place of the error is line 7, column 9. */
const failing = `// Some lines before,
// which a bundler leaves out.
type Note = { readonly id: string };

export function fail(): Note {
  const note: Note | undefined = undefined;
  throw new RangeError(\`no note: \${String(note)}\`);
}
`;

let copy: ExampleCopy;
let notes: ServedExample;

beforeAll(async () => {
  copy = new ExampleCopy("examples/notes");
  copy.write("functions/notes.ts", probe);
  copy.write("functions/failing.ts", failing);
  process.env.ONLY_IN_THIS_SHELL = "yes";
  notes = await ServedExample.start(copy.name);
});

afterAll(async () => {
  delete process.env.ONLY_IN_THIS_SHELL;
  await notes.stop();
  copy.remove();
});

interface Seen {
  readonly pid: number;
  readonly calls: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly context: Readonly<Record<string, unknown>>;
  readonly remaining: number;
}

async function get(path: string): Promise<readonly [number, unknown]> {
  const response = await fetch(`${notes.url("Api")}${path}`);
  return [response.status, await response.json()];
}

const seen = async (): Promise<Seen> => (await get("/notes"))[1] as Seen;

/** The events during an action. */
async function eventsOf(action: () => Promise<unknown>): Promise<readonly LocalEvent[]> {
  const before = notes.events.length;
  await action();
  return notes.events.slice(before);
}

/** Waits until it has reported an event, however long ago. */
const until = (isWanted: (event: LocalEvent) => boolean): Promise<void> => notes.until(isWanted);

const errorsIn = (events: readonly LocalEvent[]) => events.filter(({ event }) => event === "function-error");
const uuid = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
const failed = [500, { message: "Internal Server Error" }];

// https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
describe("the environment of a function", () => {
  test("is what Lambda sets, what the app says, and that it runs here", async () => {
    const { environment } = await seen();
    const name = environment.AWS_LAMBDA_FUNCTION_NAME;
    expect(environment).toMatchObject({
      TABLE_NAME: "dev-notes-Notes",
      IS_LOCAL: "true",
      TZ: "UTC",
      _HANDLER: expect.stringMatching(/functions\/notes\.list$/),
      LAMBDA_TASK_ROOT: expect.stringMatching(/^\//),
      AWS_REGION: "us-east-1",
      AWS_DEFAULT_REGION: "us-east-1",
      AWS_EXECUTION_ENV: expect.stringMatching(/^AWS_Lambda_nodejs\d+\.x$/),
      AWS_LAMBDA_FUNCTION_NAME: expect.stringMatching(/^dev-notes-Service-Api-/),
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "1024",
      AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: expect.stringMatching(/\[\$LATEST\][0-9a-f]{32}$/),
      AWS_ACCESS_KEY_ID: expect.any(String),
      AWS_SECRET_ACCESS_KEY: expect.any(String),
      _X_AMZN_TRACE_ID: expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};/),
    });
  });

  test("has no value of this shell that would be missing when deployed", async () => {
    const { environment } = await seen();
    expect(Object.keys(environment).filter((name) => /^(ONLY_|JEST_|npm_)/.test(name))).toEqual([]);
  });
});

// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html
test("the context of a function is that of Lambda", async () => {
  const { context, remaining, environment } = await seen();
  expect(context).toEqual({
    functionName: environment.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:us-east-1:123456789012:function:${environment.AWS_LAMBDA_FUNCTION_NAME}`,
    memoryLimitInMB: "1024",
    awsRequestId: uuid,
    logGroupName: environment.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: environment.AWS_LAMBDA_LOG_STREAM_NAME,
  });
  expect(remaining).toBeGreaterThan(0);
  expect(remaining).toBeLessThanOrEqual(10_000);
});

// https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
test("code is loaded once, and then stays warm", async () => {
  const [first, second] = [await seen(), await seen()];
  expect([second.pid, second.calls]).toEqual([first.pid, first.calls + 1]);
  const starts = notes.events.filter(
    (each) => each.event === "log" && each.line === `cold start of ${first.pid}`,
  );
  expect(starts).toEqual([expect.objectContaining({ requestId: undefined, stream: "stdout" })]);
});

// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-exceptions.html
describe("a function that fails", () => {
  test("by an error is reported with its place in the source, and the client does not learn the reason", async () => {
    const events = await eventsOf(async () => expect(await get("/notes/throw")).toEqual(failed));
    expect(errorsIn(events)).toEqual([
      {
        event: "function-error",
        function: expect.stringMatching(/^dev-notes-Service-Api-/),
        requestId: uuid,
        errorType: "RangeError",
        errorMessage: "no note: undefined",
        stack: [
          expect.stringMatching(/ at .*\(examples\/notes\/functions\/failing\.ts:7:9\)$/),
          expect.stringMatching(/ at .*\(examples\/notes\/functions\/notes\.ts:18:14\)$/),
        ],
      },
    ]);
    expect(events).toContainEqual(expect.objectContaining({ event: "request", status: 500 }));
  });

  test("answers who invokes it with type, message and trace", async () => {
    const outcome = await notes.local.invoke("Api/Lambda_GET_--notes--{id}", {
      pathParameters: { id: "throw" },
    });
    expect("payload" in outcome && JSON.parse(outcome.payload)).toEqual({
      errorType: "RangeError",
      errorMessage: "no note: undefined",
      trace: expect.arrayContaining(["RangeError: no note: undefined"]),
    });
  });

  test("by a text is reported, too", async () => {
    const events = await eventsOf(async () => expect(await get("/notes/throw-text")).toEqual(failed));
    expect(errorsIn(events)).toMatchObject([{ errorType: "string", errorMessage: "no error at all" }]);
  });

  test("by ending its process is reported as Lambda does, and the next request gets another process", async () => {
    const events = await eventsOf(async () => expect(await get("/notes/exit")).toEqual(failed));
    expect(errorsIn(events)).toMatchObject([
      {
        errorType: "Runtime.ExitError",
        errorMessage: expect.stringMatching(
          /^RequestId: [0-9a-f-]{36} Error: Runtime exited with error: exit status 3$/,
        ),
      },
    ]);
    expect((await get("/notes/other"))[0]).toBe(200);
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/configuration-timeout.html
  test("by taking more than its ten seconds is ended, and reported as Lambda does", async () => {
    const events = await eventsOf(async () => {
      const answer = get("/notes/never");
      await until((event) => event.event === "log" && event.line === "waiting");
      notes.clock.advance(9_999);
      // Another request later it still runs.
      expect((await get("/notes/other"))[0]).toBe(200);
      expect(notes.events).not.toContainEqual(expect.objectContaining({ errorType: "Sandbox.Timedout" }));
      notes.clock.advance(1);
      expect(await answer).toEqual(failed);
    });
    expect(errorsIn(events)).toMatchObject([
      {
        errorType: "Sandbox.Timedout",
        errorMessage: expect.stringMatching(
          /^RequestId: [0-9a-f-]{36} Error: Task timed out after 10\.00 seconds$/,
        ),
      },
    ]);
    expect((await get("/notes/other"))[0]).toBe(200);
  });
});

test("the output of a function is reported line by line, with its name and the request", async () => {
  const events = await eventsOf(() => get("/notes/write"));
  const logs = events.flatMap((each) => (each.event === "log" && each.requestId !== undefined ? [each] : []));
  const [first] = logs;
  const base = { event: "log", function: expect.stringMatching(/^dev-notes-Service-Api-/), requestId: uuid };
  expect(logs.filter(({ stream }) => stream === "stdout")).toEqual([
    { ...base, stream: "stdout", line: "one" },
    { ...base, stream: "stdout", line: "two" },
  ]);
  expect(logs.filter(({ stream }) => stream === "stderr").slice(0, 2)).toEqual([
    { ...base, stream: "stderr", line: "Error: noted" },
    {
      ...base,
      stream: "stderr",
      line: expect.stringMatching(/examples\/notes\/functions\/notes\.ts:28:21\)$/),
    },
  ]);
  expect(new Set(logs.map(({ requestId }) => requestId))).toEqual(new Set([first?.requestId]));
});

// https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
test("a process answers one request at a time: two that wait for each other are two processes", async () => {
  const [one, two] = [copy.path("one"), copy.path("two")].map(encodeURIComponent);
  const answers = await Promise.all([
    get(`/notes/meet?mine=${one}&yours=${two}`),
    get(`/notes/meet?mine=${two}&yours=${one}`),
  ]);
  expect(answers.map(([status]) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(([, body]) => (body as Seen).pid)).size).toBe(2);
});
