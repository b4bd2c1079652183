/** @group processes */

import { Api, type App, Function as Fn, Stack } from "../../../../lib";
import type { StreamChunk } from "../../../../lib/local/invoke";
import {
  type DeployedStage,
  deployLive,
  develop,
  serveLive,
  stopAll,
  stopServers,
  type TestDeveloper,
  writeFiles,
} from "./stage";

const routes = {
  "GET /hello": "functions/api.hello",
  "GET /context": "functions/api.context",
  "GET /fails": "functions/api.fails",
  "GET /exits": "functions/api.exits",
  "GET /callback": { function: { handler: "functions/api.callback", runtime: "nodejs22.x" as const } },
  "POST /echo": "functions/api.echo",
};

function define(app: App): void {
  const stack = new Stack(app, "Main");
  new Fn(stack, "Stream", { handler: "functions/api.stream" });
  for (const name of Object.keys(styles)) {
    new Fn(stack, name, { handler: `functions/styles.${name}`, runtime: "nodejs22.x" });
  }
  new Fn(stack, "Refused", { handler: "functions/refused.handler", runtime: "nodejs24.x" });
  new Api(stack, "Api", { routes, defaults: { function: { environment: { GREETING: "hello" } } } });
}

/** Handlers that end an invocation in more than one way, and the result of each. */
const styles = {
  callbackThenPromise: ["async (e, c, done) => { done(null, version); }", "VERSION"],
  methodThenPromise: ["async (e, c) => { c.succeed(version); }", "VERSION"],
  promiseThenCallback: [
    "async (e, c, done) => { setTimeout(() => done(null, 1), 5); return version; }",
    "VERSION",
  ],
  promiseOfPlainFunction: ["() => Promise.resolve(version)", "VERSION"],
  thrownAfterCallback: ["(e, c, done) => { done(null, version); throw new Error('late'); }", "VERSION"],
  nothing: ["() => version", null],
  untilIdle: [
    "(e, c, done) => { let late = ''; setTimeout(() => { late = version; }, 20); done(null, { toJSON: () => late }); }",
    "VERSION",
  ],
} as const;

const stylesSource = (version: string): string =>
  Object.entries(styles).reduce(
    (code, [name, [handler]]) =>
      `${code}\nexport const ${name}: any = ${handler.replace("(e, c, done)", "(e: any, c: any, done: any)").replace("(e, c)", "(e: any, c: any)")};`,
    `const version = "${version}";`,
  );

const source = (version: string): string => `
  const answer = (body: unknown) => ({ statusCode: 200, body: JSON.stringify(body) });
  export const hello = async () => answer({ from: "${version}", local: process.env.IS_LOCAL, greeting: process.env.GREETING });
  export const context = async (_event: unknown, context: any) =>
    answer({
      remaining: context.getRemainingTimeInMillis(),
      requestId: context.awsRequestId,
      arn: context.invokedFunctionArn,
      memory: context.memoryLimitInMB,
      key: process.env.AWS_ACCESS_KEY_ID,
      debug: Object.keys(process.env).filter((name) => name.startsWith("SERVERFORM_DEBUG_")),
    });
  export const fails = async () => { throw new TypeError("not ${version}"); };
  declare const awslambda: any;
  export const stream = awslambda.streamifyResponse(async (_event: unknown, response: any) => {
    response.setContentType("text/plain");
    response.write("from ");
    response.write("${version}");
    response.end();
  });
  export const exits = async () => process.exit(3);
  export const callback = (_event: unknown, _context: unknown, done: Function) => done(null, answer("${version}"));
  export const echo = async (event: { body: string }) => answer({ from: "${version}", body: event.body });
`;

const filesOf = (version: string): Readonly<Record<string, string>> => ({
  "functions/api.ts": source(version),
  "functions/styles.ts": stylesSource(version),
  // Synthesis counts the parameters in the source, and warns.
  "functions/refused.ts": "const run = (e: any, c: any, done: any) => done(); export const handler = run;",
});

/** The stage of all tests: at first without a client. */
let stage: DeployedStage;

beforeAll(async () => {
  stage = await deployLive(filesOf("deployed"), define);
});
afterAll(stopAll);

const fetchFrom = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(new URL(path, stage.url), init);

const get = async (path: string): Promise<unknown> => (await fetchFrom(path)).json();

/** Invokes the function that streams its response. Returns the text and the content type. */
async function stream(): Promise<readonly unknown[]> {
  const chunks: StreamChunk[] = [];
  const outcome = await stage.local.invoke(
    "dev-notes-Main-Stream",
    {},
    { onChunk: (chunk) => chunks.push(chunk) },
  );
  const text = chunks.map(({ data }) => Buffer.from(data, "base64").toString("utf8")).join("");
  return ["status" in outcome && outcome.status, text, chunks[0]?.contentType];
}

/** Results of the handlers of which the first of callback, context and promise is the result, once the event loop is empty. */
async function resultsOfStyles(): Promise<Readonly<Record<string, unknown>>> {
  const results: Record<string, unknown> = {};
  for (const name of Object.keys(styles)) {
    const outcome = await stage.local.invoke(`dev-notes-Main-${name}`, {});
    results[name] = "payload" in outcome ? JSON.parse(outcome.payload) : outcome;
  }
  return results;
}

const stylesOf = (version: string) =>
  Object.fromEntries(Object.entries(styles).map(([name, [, result]]) => [name, result && version]));

describe("Without a client, a deployed function", () => {
  test.each([
    ["/hello", { from: "deployed", local: "true", greeting: "hello" }],
    ["/callback", "deployed"],
    ["/fails", { message: "Internal Server Error" }],
  ])("answers %s itself", async (path, expected) => {
    expect(await get(path)).toEqual(expected);
  });

  test("fails with its own error", async () => {
    const outcome = await stage.local.invoke("dev-notes-Main-Api-Lambda_GET_--fails", {});
    expect(outcome).toMatchObject({ status: "error", errorType: "TypeError", errorMessage: "not deployed" });
  });

  test("has the first of callback, context and promise as its result", async () => {
    expect(await resultsOfStyles()).toEqual(stylesOf("deployed"));
  });

  test("streams its response itself", async () => {
    expect(await stream()).toEqual(["ok", "from deployed", "text/plain"]);
  });

  test("of nodejs24.x may not have a callback", async () => {
    expect(await stage.local.invoke("dev-notes-Main-Refused", {})).toMatchObject({
      status: "error",
      errorType: "Runtime.CallbackHandlerDeprecated",
    });
  });
});

describe("With a client, a deployed function", () => {
  let developer: TestDeveloper;

  beforeAll(async () => {
    await stopServers();
    stage = await serveLive(stage.folder);
    writeFiles(stage.folder, filesOf("laptop"));
    developer = await develop(stage, define);
  });

  test("is answered by the code on the developer's machine, with its own environment", async () => {
    expect(await get("/hello")).toEqual({ from: "laptop", local: "true", greeting: "hello" });
  });

  test("posts its requests to the gateway, once it knows its connection: the relay's function has no part", async () => {
    const relayed = (): number =>
      stage.log.filter((each) => each.event === "request" && each.method === "MESSAGE").length;
    const added: number[] = [];
    // The relay sends the id of the connection while the first invocations run.
    while (added.length < 20 && added.at(-1) !== 0) {
      const before = relayed();
      expect(await get("/hello")).toMatchObject({ from: "laptop" });
      added.push(relayed() - before);
    }
    expect(added.at(-1)).toBe(0);
  });

  test("has the context and the credentials that it has in AWS", async () => {
    const before = developer.events.length;
    const told = (await get("/context")) as { remaining: number; requestId: string };
    expect(told).toEqual({
      remaining: expect.any(Number),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      arn: "arn:aws:lambda:us-east-1:123456789012:function:dev-notes-Main-Api-Lambda_GET_--context",
      memory: "1024",
      // The key belongs to the function's role.
      key: expect.stringMatching(/^ASIA/),
      debug: ["SERVERFORM_DEBUG_IS_API_ROUTE"],
    });
    expect(told.remaining).toBeGreaterThan(1000);
    expect(told.remaining).toBeLessThanOrEqual(10_000);
    const ids = developer.events
      .slice(before)
      .flatMap((each) => (each.event === "invocation" ? each.requestId : []));
    expect(ids).toEqual([told.requestId]);
  });

  test("fails with the developer's error, its type and its stack", async () => {
    const outcome = await stage.local.invoke("dev-notes-Main-Api-Lambda_GET_--fails", {});
    expect(outcome).toMatchObject({ status: "error", errorType: "TypeError", errorMessage: "not laptop" });
    const { trace } = JSON.parse("payload" in outcome ? outcome.payload : "{}") as { trace: string[] };
    expect(trace[0]).toBe("TypeError: not laptop");
    expect(trace.slice(1).join("\n")).toContain("functions/api");
  });

  test("fails when the developer's process ends", async () => {
    const outcome = await stage.local.invoke("dev-notes-Main-Api-Lambda_GET_--exits", {});
    expect(outcome).toMatchObject({ status: "error", errorType: "Runtime.ExitError" });
  });

  test("takes and gives contents that do not fit into a message", async () => {
    const body = Array.from({ length: 60_000 }, () => Math.random().toString(36).slice(2, 12)).join("");
    const answer = (await (await fetchFrom("/echo", { method: "POST", body })).json()) as { body: string };
    expect(answer.body).toBe(body);
  });

  test("streams the response of the developer's machine", async () => {
    const before = developer.events.length;
    expect(await stream()).toEqual(["ok", "from laptop", "text/plain"]);
    const result = expect.objectContaining({ event: "result", status: "ok" });
    expect(developer.events.slice(before)).toContainEqual(result);
  });

  test("has the first of callback, context and promise of the developer's code, and of its own once the client has ended", async () => {
    expect(await resultsOfStyles()).toEqual(stylesOf("laptop"));
    await developer.client.stop();
    expect(await resultsOfStyles()).toEqual(stylesOf("deployed"));
    expect(await get("/hello")).toMatchObject({ from: "deployed" });
  });
});
