/** @group processes */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { StreamChunk } from "../../../../lib/local/invoke";
import {
  arnOf,
  codeIn,
  credentials,
  engine,
  folderWith,
  handler,
  isAlive,
  until,
  writeFiles,
} from "../support";

// The rules are those of https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html and of the runtime itself,
// https://github.com/aws/aws-lambda-nodejs-runtime-interface-client.

const failureOf = async (files: Readonly<Record<string, string>>, values = {}) => {
  const { call } = engine(files, { fn: values });
  return call("fn");
};

describe("Node handlers", () => {
  test.each([
    ["in CommonJS", "index.js", "exports.handler = async () => 1;", "index.handler"],
    ["in a folder", "api/notes/get.js", "exports.run = async () => 1;", "api/notes/get.run"],
    ["below an object", "index.js", "exports.api = { get: async () => 1 };", "index.api.get"],
    ["in a file ending in .cjs", "index.cjs", "exports.handler = async () => 1;", "index.handler"],
    ["in a file ending in .mjs", "index.mjs", "export const handler = async () => 1;", "index.handler"],
    ["that call back", "index.js", "exports.handler = (e, c, done) => done(null, 1);", "index.handler"],
    ["that use the context", "index.js", "exports.handler = (e, c) => c.succeed(1);", "index.handler"],
  ])("%s are found and run", async (_, file, content, name) => {
    const { call } = engine({ [file]: content }, { fn: { handler: name } });
    expect(await call("fn")).toMatchObject({ status: "ok", answer: 1 });
  });
  test("may be ES modules by the type in package.json, with top-level await", async () => {
    const { call } = engine({
      "package.json": `\uFEFF{"type":"module"}`,
      "index.js": "const value = await Promise.resolve(1); export const handler = async () => value;",
    });
    expect(await call("fn")).toMatchObject({ status: "ok", answer: 1 });
  });
  test.each([
    [
      "CommonJS code",
      { "index.js": "exports.handler = async () => require('./lib/one').one;" },
      "index.handler",
    ],
    [
      "CommonJS code in a folder",
      { "api/index.js": "exports.handler = async () => require('../lib/one').one;" },
      "api/index.handler",
    ],
    [
      "an ES module",
      {
        "index.mjs": "import { one } from './lib/one.js'; export const handler = async () => one;",
        "lib/package.json": "{}",
      },
      "index.handler",
    ],
    [
      "an ES module by its own package.json",
      { "package.json": '{"type":"module"}', "index.js": "export const handler = async () => 1;" },
      "index.handler",
    ],
  ] as const)("%s does not depend on the package.json of the project above it", async (_, files, name) => {
    const project = folderWith({ "package.json": '{"type":"module"}' });
    writeFiles(join(project, "code"), { "lib/one.js": "exports.one = 1;", ...files });
    const { call } = engine({}, { fn: { handler: name } }, { code: codeIn(join(project, "code")) });
    expect(await call("fn")).toMatchObject({ status: "ok", answer: 1 });
  });
  test("answer null for undefined", async () => {
    const { call } = engine(handler("return undefined"));
    expect(await call("fn")).toMatchObject({ status: "ok", payload: "null" });
  });
  test.each([
    ["an async one", "exports.handler = () => new Promise(() => {});"],
    ["one with a callback", "exports.handler = () => {};"],
  ])("%s that leaves the event loop empty returns null", async (_, content) => {
    const { call } = engine({ "index.js": content });
    expect(await call("fn")).toMatchObject({ status: "ok", payload: "null" });
  });
  test("that call back are finished when the event loop is empty, unless they turn that off", async () => {
    const { call } = engine({
      "index.js": `let late = 0;
        exports.handler = (event, context, callback) => {
          context.callbackWaitsForEmptyEventLoop = event.wait;
          const before = late;
          setTimeout(() => { late++; }, 40);
          callback(null, { before, get after() { return late; } });
        };`,
    });
    expect((await call("fn", { wait: false })).answer).toEqual({ before: 0, after: 0 });
    const waited = (await call("fn", { wait: true })).answer as { before: number; after: number };
    expect(waited.after).toBeGreaterThan(waited.before);
  });
  test("that call back after their result do not change the next request", async () => {
    const { call } = engine({
      "index.js": `let earlier;
        exports.handler = (event, context, callback) => {
          earlier?.(null, "stale");
          earlier = callback;
          return event.answer === undefined ? new Promise(() => {}) : Promise.resolve(event.answer);
        };`,
    });
    expect((await call("fn", { answer: "first" })).answer).toBe("first");
    expect(await call("fn", {})).toMatchObject({ status: "ok", payload: "null" });
  });
  describe("of nodejs24.x", () => {
    const runtime = "nodejs24.x";
    test.each([
      [
        "three parameters are refused when the code is loaded",
        "exports.handler = (event, context, callback) => {};",
        {
          errorType: "Runtime.CallbackHandlerDeprecated",
          errorMessage: expect.stringContaining("removed support for callback-based function handlers"),
        },
      ],
      [
        "a promise that never settles ends the process",
        "exports.handler = () => new Promise(() => {});",
        {
          errorType: "Runtime.ExitError",
        },
      ],
    ])("%s", async (_, content, failure) => {
      const { call } = engine({ "index.js": content }, { fn: { runtime } });
      const outcome = await call("fn");
      expect(outcome.answer).toMatchObject(failure);
    });
    test("answer with their result at once, and have no means to call back", async () => {
      const content = `exports.handler = (event, context, callback = "none") => {
        setTimeout(() => {}, 100_000);
        return [callback, "done" in context, "callbackWaitsForEmptyEventLoop" in context];
      };`;
      const { call } = engine({ "index.js": content }, { fn: { runtime } });
      expect((await call("fn")).answer).toEqual(["none", false, false]);
    });
  });
  test("do not pass the pipe on to programs that they start", async () => {
    const { call } = engine(
      handler(`
        const { execFileSync } = require("node:child_process");
        const program = \`
          let is; try { is = require("node:fs").fstatSync(3).isSocket(); } catch { is = false; }
          console.log(is);
        \`;
        return [require("node:fs").fstatSync(3).isSocket(), execFileSync(process.execPath, ["-e", program]).toString().trim()];
      `),
    );
    expect((await call("fn")).answer).toEqual([true, "false"]);
  });
  test("get the context that Lambda gives", async () => {
    const { call } = engine(handler("return { ...context, left: context.getRemainingTimeInMillis() }"), {
      fn: { memoryMb: 512, logGroup: "/mine" },
    });
    const { answer, requestId } = await call("fn");
    expect(answer).toEqual({
      callbackWaitsForEmptyEventLoop: true,
      functionName: "fn",
      functionVersion: "$LATEST",
      invokedFunctionArn: arnOf("fn"),
      memoryLimitInMB: "512",
      awsRequestId: requestId,
      logGroupName: "/mine",
      logStreamName: expect.stringMatching(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/),
      left: expect.any(Number),
    });
  });
  test("get the trace header of their request", async () => {
    const { call } = engine(handler("return process.env._X_AMZN_TRACE_ID"));
    expect((await call("fn")).answer).toMatch(
      /^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0$/,
    );
  });
});

describe("Hosts of the environment", () => {
  // A handler builds the address of its own API from its event, and passes it on in one of these forms.
  test.each([
    ["a text", `https.request("https://api.example.com/dev?a=1")`],
    ["a URL", `https.request(new URL("https://api.example.com/dev?a=1"))`],
    ["a URL and options", `https.request("https://api.example.com/dev?a=1", { method: "GET" })`],
    ["hostname", `https.request({ hostname: "api.example.com", path: "/dev?a=1" })`],
    ["hostname and port", `https.request({ hostname: "api.example.com", port: 443, path: "/dev?a=1" })`],
    ["host", `https.request({ host: "api.example.com", path: "/dev?a=1" })`],
    [
      "hostname before host",
      `https.request({ hostname: "api.example.com", host: "other.example.com", path: "/dev?a=1" })`,
    ],
    [
      "an agent for TLS",
      `https.request({ hostname: "api.example.com", path: "/dev?a=1", agent: new https.Agent() })`,
    ],
  ])("are reached on this machine by %s", async (_, request) => {
    const server = createServer((incoming, response) => response.end(incoming.url));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const files = handler(`
      const https = require("node:https");
      return new Promise((resolve, reject) => {
        const sent = ${request};
        sent.on("response", (reply) => reply.on("data", (text) => resolve(String(text)))).on("error", reject).end();
      });
    `);
    const hosts = { "api.example.com": `127.0.0.1:${port}` };
    const { call } = engine(files, { fn: {} }, { environment: { credentials, hosts } });
    expect(await call("fn")).toMatchObject({ status: "ok", answer: "/dev?a=1" });
    server.close();
  });
  test("leave other hosts alone, and speak TLS to them", async () => {
    // A server without TLS on the port that would be reached: the first bytes of TLS are not HTTP.
    const seen: string[] = [];
    const server = createServer((incoming, response) => response.end(incoming.url));
    server.on("clientError", (_error, socket) => {
      seen.push("TLS");
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const files = handler(`
      return new Promise((resolve) =>
        require("node:https").get({ hostname: "127.0.0.1", port: ${port} }, () => resolve("answered")).on("error", () => resolve("refused")));
    `);
    const hosts = { "api.example.com": `127.0.0.1:${port}` };
    const { call } = engine(files, { fn: {} }, { environment: { credentials, hosts } });
    expect((await call("fn")).answer).toBe("refused");
    expect(seen).toEqual(["TLS"]);
    server.close();
  });
  test("are reached at their address on this machine, by https only", async () => {
    const server = createServer((request, response) => response.end(`${request.headers.host}${request.url}`));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const files = handler(`
      const { get } = require("node:https");
      return new Promise((resolve, reject) =>
        get("https://api.example.com/dev?a=1", (reply) => reply.on("data", (text) => resolve(String(text)))).on("error", reject));
    `);
    const hosts = { "api.example.com": `127.0.0.1:${port}` };
    const { call } = engine(files, { fn: {} }, { environment: { credentials, hosts } });
    try {
      expect(await call("fn")).toMatchObject({ status: "ok", answer: `127.0.0.1:${port}/dev?a=1` });
    } finally {
      server.close();
    }
  });
});

describe("Errors of Node handlers", () => {
  test("have type, message and stack, and are reported with their stack", async () => {
    const { call, events } = engine(
      handler(`class NoteMissing extends Error { name = "NoteMissing" }; throw new NoteMissing("no note");`),
    );
    const outcome = await call("fn");
    expect(outcome).toMatchObject({ status: "error", errorType: "NoteMissing", errorMessage: "no note" });
    expect(outcome.answer).toEqual({
      errorType: "NoteMissing",
      errorMessage: "no note",
      trace: expect.arrayContaining([expect.stringMatching(/^ {4}at .*index\.js:1:\d+\)$/)]),
    });
    expect(events).toEqual([
      {
        event: "function-error",
        function: "fn",
        requestId: outcome.requestId,
        errorType: "NoteMissing",
        errorMessage: "no note",
        stack: [expect.stringMatching(/^ {4}at exports\.handler .*index\.js:1:\d+\)$/)],
      },
    ]);
  });
  test.each([
    ["a text", `throw "gone"`, "string", "gone"],
    [
      "the arguments of callbacks",
      `return new Promise((_, reject) => reject({ toString: () => "gone" }))`,
      "object",
      "gone",
    ],
  ])("may be %s", async (_, body, errorType, errorMessage) => {
    expect(await failureOf(handler(body))).toMatchObject({ status: "error", errorType, errorMessage });
  });
  test.each([
    ["a missing file", {}, "other.handler", "Runtime.ImportModuleError", "Error: Cannot find module 'other'"],
    [
      "a missing export",
      handler(""),
      "index.get",
      "Runtime.HandlerNotFound",
      "index.get is undefined or not exported",
    ],
    [
      "an export that is not a function",
      { "index.js": "exports.get = 1" },
      "index.get",
      "Runtime.HandlerNotFound",
      "index.get is not a function",
    ],
    ["a name without a dot", handler(""), "index", "Runtime.MalformedHandlerName", "Bad handler"],
    [
      "a syntax error",
      { "index.js": "exports.handler = (" },
      "index.handler",
      "Runtime.UserCodeSyntaxError",
      "SyntaxError: Unexpected end of input",
    ],
    [
      "a module that is missing",
      { "index.js": `require("not-there")` },
      "index.handler",
      "Runtime.ImportModuleError",
      "Error: Cannot find module 'not-there'",
    ],
    [
      "code that throws",
      { "index.js": `throw new RangeError("at start")` },
      "index.handler",
      "RangeError",
      "at start",
    ],
  ])("%s", async (_, files, name, errorType, errorMessage) => {
    const outcome = await failureOf(files, { handler: name });
    expect(outcome).toMatchObject({ status: "error", errorType });
    expect(outcome).toHaveProperty("errorMessage", expect.stringContaining(errorMessage));
  });
});

describe("A Node handler that streams its response", () => {
  /** The response to the caller of a streaming handler: pieces, and the outcome. */
  async function streamOf(body: string) {
    const content = `exports.handler = awslambda.streamifyResponse(async (event, stream) => { ${body} });`;
    const { functions } = engine({ "index.js": content });
    const chunks: StreamChunk[] = [];
    const outcome = await functions.invoke({
      functionArn: "fn",
      payload: '{"name":"Ada"}',
      source: "test",
      onChunk: (chunk) => chunks.push(chunk),
    });
    const text = chunks.map(({ data }) => Buffer.from(data, "base64").toString("utf8")).join("");
    return { outcome, chunks, text, types: [...new Set(chunks.map(({ contentType }) => contentType))] };
  }

  test("passes on its output as it is written", async () => {
    const body =
      "stream.setContentType('text/plain'); stream.write('Hello, '); stream.write(event.name); stream.end();";
    const { outcome, text, types, chunks } = await streamOf(body);
    expect(outcome).toMatchObject({ status: "ok", payload: "null" });
    expect([text, types]).toEqual(["Hello, Ada", ["text/plain"]]);
    expect(chunks.length).toBeGreaterThan(1);
  });
  test("gives a caller that waits for the whole what it has written", async () => {
    const content = `exports.handler = awslambda.streamifyResponse(async (event, stream) => {
      stream.write('{"a":'); stream.end('1}'); });`;
    const { functions } = engine({ "index.js": content });
    const outcome = await functions.invoke({ functionArn: "fn", payload: "{}", source: "test" });
    expect(outcome).toMatchObject({ status: "ok", payload: '{"a":1}', bytes: Buffer.from('{"a":1}') });
  });
  test("sends status and headers before the body", async () => {
    const body =
      "const http = awslambda.HttpResponseStream.from(stream, { statusCode: 201 }); http.write('made'); http.end();";
    const { text, types } = await streamOf(body);
    expect(text).toBe(`{"statusCode":201}${"\0".repeat(8)}made`);
    expect(types).toEqual(["application/vnd.awslambda.http-integration-response"]);
  });
  test("warns if it writes nothing", async () => {
    const { text, chunks } = await streamOf("stream.end();");
    expect([text, chunks.length]).toEqual(["", 1]);
  });
  test("waits while its caller reads nothing", async () => {
    const content = `const { once } = require("node:events");
      exports.handler = async () => "other";
      exports.stream = awslambda.streamifyResponse(async (event, stream) => {
        for (let sent = 0; sent < 20; sent++) if (!stream.write(Buffer.alloc(1_000_000))) await once(stream, "drain");
        stream.end();
        console.log("written");
      });`;
    const { functions, call, logs } = engine(
      { "index.js": content },
      { fn: {}, stream: { handler: "index.stream" } },
    );
    let bytes = 0;
    let pieces = 0;
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const outcome = functions.invoke({
      functionArn: "stream",
      payload: "{}",
      source: "test",
      onChunk: ({ data }) => {
        bytes += Buffer.byteLength(data, "base64");
        pieces++;
        return held;
      },
    });
    await until(() => pieces > 0);
    await call("fn");
    expect(bytes).toBeLessThan(2_000_000);
    expect(logs()).not.toContain("written");
    goOn();
    expect(await outcome).toMatchObject({ status: "ok" });
    expect(bytes).toBe(20_000_000);
  });
  test("may fail after it has begun", async () => {
    const { outcome, text } = await streamOf("stream.write('a'); throw new TypeError('broken');");
    expect(text).toBe("a");
    expect(outcome).toMatchObject({ status: "error", errorType: "TypeError", errorMessage: "broken" });
  });
});

describe("A Node process that ends", () => {
  test.each([
    ["by exit(1)", "process.exit(1)", "Runtime exited with error: exit status 1"],
    ["by exit(0)", "process.exit(0)", "Runtime exited without providing a reason"],
    [
      "by a signal",
      `process.kill(process.pid, "SIGKILL"); await new Promise(() => setInterval(() => {}, 99))`,
      "Runtime exited with error: signal: killed",
    ],
  ])("%s fails its request, and the next one finds another process", async (_, body, message) => {
    const { call } = engine(handler(`if (event.end) { ${body} } return "well"`));
    const outcome = await call("fn", { end: true });
    expect(outcome).toMatchObject({
      status: "error",
      errorType: "Runtime.ExitError",
      errorMessage: `RequestId: ${outcome.requestId} Error: ${message}`,
    });
    expect(await call("fn")).toMatchObject({ status: "ok", answer: "well" });
  });
  test("by an uncaught exception reports it", async () => {
    const { call } = engine(
      handler(
        `setTimeout(() => { throw new TypeError("late") }); await new Promise(() => setInterval(() => {}, 99))`,
      ),
    );
    expect(await call("fn")).toMatchObject({ errorType: "TypeError", errorMessage: "late" });
  });
  test("by an unhandled rejection reports it", async () => {
    const { call } = engine(
      handler(`Promise.reject(new Error("lost")); await new Promise(() => setInterval(() => {}, 99))`),
    );
    expect(await call("fn")).toMatchObject({
      errorType: "Runtime.UnhandledPromiseRejection",
      errorMessage: "Error: lost",
    });
  });
  test("between two requests fails neither", async () => {
    const { call, logs } = engine(
      handler("if (event.late) setTimeout(() => { throw new Error('behind') }); return process.pid"),
    );
    const { answer } = await call("fn", { late: true });
    await until(() => !isAlive(answer as number));
    expect(await call("fn")).toMatchObject({ status: "ok" });
    expect(logs().join("\n")).toContain("Error: behind");
  });
});

describe("--inspect", () => {
  test("gives a Node process a debugger, says where, and sets no time limit", async () => {
    const folder = folderWith(handler("return process.execArgv"));
    // The port 0 lets Node choose, so that tests do not meet.
    const { call, events } = engine(
      {},
      { fn: { timeoutSeconds: 0 } },
      { code: codeIn(folder), inspectPort: 0 },
    );
    expect(await call("fn")).toMatchObject({ status: "ok", answer: ["--inspect=127.0.0.1:0"] });
    expect(events).toContainEqual({ event: "notice", text: "fn: debugger at 127.0.0.1:0" });
  });
});

// https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html
describe("The console of a Node handler", () => {
  const logged = async (body: string, jsonLogLevel: string | undefined) => {
    const { call, events } = engine(handler(body), { fn: { jsonLogLevel } });
    const { requestId } = await call("fn");
    return { requestId, lines: events.flatMap((each) => (each.event === "log" ? [each] : [])) };
  };
  test("writes objects in JSON, what is severe to stderr", async () => {
    const body = `console.log({ note: 1 }); console.warn("%s of", 2, "three"); console.fatal("end"); process.stdout.write("raw\\n");`;
    const { lines, requestId } = await logged(body, "INFO");
    const begin = { timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), requestId };
    expect(lines.slice(0, 3).map(({ line }) => JSON.parse(line))).toEqual([
      { ...begin, level: "INFO", message: { note: 1 } },
      { ...begin, level: "WARN", message: "2 of three" },
      { ...begin, level: "FATAL", message: "end" },
    ]);
    expect(lines.map(({ stream }) => stream)).toEqual(["stdout", "stderr", "stderr", "stdout"]);
    expect(lines[3]?.line).toBe("raw");
  });
  test("writes errors with their type and stack, alone and after a text", async () => {
    const body = `const error = Object.assign(new TypeError("no ink"), { code: 7 }); console.error(error); console.error("failed:", error);
      const round = {}; round.round = round; console.log(round); console.log(1n);`;
    const { lines } = await logged(body, "INFO");
    const error = { errorType: "TypeError", errorMessage: "no ink", stackTrace: expect.any(Array) };
    const [alone, beside, round, big] = lines.map(({ line }) => JSON.parse(line));
    expect(alone.message).toEqual({ ...error, code: 7 });
    expect(beside).toMatchObject({ ...error, message: expect.stringMatching(/^failed: TypeError: no ink/) });
    expect([round.message, big.message]).toEqual([expect.stringContaining("[Circular *1]"), "1n"]);
  });
  test.each([
    ["TRACE", "TRACE DEBUG INFO INFO WARN ERROR FATAL"],
    ["WARN", "WARN ERROR FATAL"],
    ["FATAL", "FATAL"],
  ])("leaves out what is less severe than %s", async (level, kept) => {
    const methods = ["trace", "debug", "info", "log", "warn", "error", "fatal"];
    const { lines } = await logged(methods.map((name) => `console.${name}("x");`).join(""), level);
    expect(lines.map(({ line }) => JSON.parse(line).level).join(" ")).toBe(kept);
  });
  test("writes text without JSON, and has `fatal` there, too", async () => {
    const { lines } = await logged('console.debug("one"); console.fatal("two");', undefined);
    expect(lines.map(({ line, stream }) => `${stream} ${line}`)).toEqual(["stdout one", "stderr two"]);
  });
});
