/** @group processes */

import { type Engine, engine } from "../support";

// Each row is what AWS's own client does:
// https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/tree/main/src (Runtime.js, CallbackContext.js, Errors.js), and for
// nodejs24.x, its version 4.

type Row = readonly [name: string, code: string, answer: unknown];

const failed = (errorType: string, errorMessage: string) =>
  expect.objectContaining({ errorType, errorMessage });

/** One process runs all handlers of a table, so that none may change the next one's result. */
function engineOf(rows: readonly Row[], runtime: string): Engine {
  const handlers = rows.map(([, code]) => `(${code})`).join(",\n");
  const content = `
    const later = (run) => setTimeout(run, 5);
    const handlers = [${handlers}];
    exports.handler = (event, context, callback) => handlers[event.at](event, context, callback);
    exports.promised = (event, context) => handlers[event.at](event, context);`;
  const handler = runtime === "nodejs24.x" ? "index.promised" : "index.handler";
  return engine({ "index.js": content }, { fn: { runtime, handler } });
}

const callbackRows: readonly Row[] = [
  ["a value that is returned", "() => 'returned'", null],
  ["a promise", "() => Promise.resolve('promised')", "promised"],
  ["a promise of undefined", "async () => {}", null],
  ["an object that has no `then`", "() => ({ then: 'text' })", null],
  [
    "an object with `then` that is not a promise",
    "() => ({ then: (resolve) => { later(() => resolve('late')); } })",
    failed("TypeError", "Cannot read properties of undefined (reading 'catch')"),
  ],
  [
    "an object with `then` that resolves at once",
    "() => ({ then: (resolve) => { resolve('now'); } })",
    "now",
  ],
  ["a callback", "(e, c, callback) => callback(null, 'called')", "called"],
  ["a callback without values", "(e, c, callback) => callback()", null],
  [
    "a callback, then a promise of nothing",
    "async (e, c, callback) => { callback(null, 'called'); }",
    "called",
  ],
  [
    "a callback, then a promise",
    "async (e, c, callback) => { callback(null, 'called'); return 'p'; }",
    "called",
  ],
  [
    "a callback, then a rejection",
    "async (e, c, callback) => { callback(null, 'called'); throw new Error('late'); }",
    "called",
  ],
  [
    "a promise, then a callback",
    "async (e, c, callback) => { later(() => callback(null, 'late')); return 'promised'; }",
    "promised",
  ],
  [
    "a promise of nothing, then a callback",
    "async (e, c, callback) => { later(() => callback(null, 'late')); }",
    null,
  ],
  [
    "a callback that does not wait, then a promise",
    "async (e, c, callback) => { c.callbackWaitsForEmptyEventLoop = false; callback(null, 'called'); return 'p'; }",
    "called",
  ],
  ["two callbacks", "(e, c, callback) => { callback(null, 'first'); callback('second'); }", "first"],
  ["neither, with a pending timer", "() => { later(() => {}); }", null],
  ["a callback from a pending timer", "(e, c, callback) => { later(() => callback(null, 'late')); }", "late"],
  ["neither, with an empty loop", "() => {}", null],
  ["a promise that never settles", "() => new Promise(() => {})", null],
  ["an error thrown", "() => { throw new RangeError('thrown'); }", failed("RangeError", "thrown")],
  ["undefined thrown", "() => { throw undefined; }", null],
  [
    "an error thrown after a callback",
    "(e, c, callback) => { callback(null, 'called'); throw new Error('late'); }",
    "called",
  ],
  ["an error after context.succeed", "(e, c) => { c.succeed('done'); throw new Error('late'); }", "done"],
  [
    "an error called back",
    "(e, c, callback) => callback(new RangeError('called'))",
    failed("RangeError", "called"),
  ],
  ["a text called back as the error", "(e, c, callback) => callback('called')", failed("string", "called")],
  ["false called back as the error", "(e, c, callback) => callback(false, 1)", failed("boolean", "false")],
  [
    "an object like an error",
    "(e, c, callback) => callback({ name: 'Mine', message: 'called', stack: 'Mine: called' })",
    failed("Mine", "called"),
  ],
  [
    "an error without a text",
    "(e, c, callback) => callback(Object.create(null))",
    failed("handled", expect.stringContaining("there was a problem") as unknown as string),
  ],
  ["a rejection", "async () => { throw new RangeError('rejected'); }", failed("RangeError", "rejected")],
  ["a rejection with undefined", "() => Promise.reject()", failed("string", "handled")],
  ["context.succeed", "(e, c) => c.succeed('done')", "done"],
  ["context.done", "(e, c) => c.done(null, 'done')", "done"],
  ["context.done with an error", "(e, c) => c.done(new RangeError('done'), 1)", failed("RangeError", "done")],
  ["context.fail", "(e, c) => c.fail('failed')", failed("string", "failed")],
  ["context.fail without an error", "(e, c) => c.fail()", failed("string", "handled")],
  [
    "context.fail, then a callback",
    "(e, c, callback) => { c.fail('failed'); callback(null, 1); }",
    failed("string", "failed"),
  ],
  ["a callback, then context.succeed", "(e, c, callback) => { callback(null, 1); c.succeed(2); }", 1],
  [
    "a value that is not JSON, called back",
    "(e, c, callback) => { c.callbackWaitsForEmptyEventLoop = false; callback(null, 1n); }",
    failed("Error", "Unable to stringify response body"),
  ],
  [
    "a value that is not JSON, promised",
    "async () => 1n",
    failed("Error", "Unable to stringify response body"),
  ],
];

describe.each(["nodejs16.x", "nodejs20.x", "nodejs22.x"])("The result of a handler of %s", (runtime) => {
  test("is decided by the first of callback, context, promise and error", async () => {
    const { call } = engineOf(callbackRows, runtime);
    const answers: Record<string, unknown> = {};
    for (const [at, [name]] of callbackRows.entries()) answers[name] = (await call("fn", { at })).answer;
    expect(answers).toEqual(Object.fromEntries(callbackRows.map(([name, , answer]) => [name, answer])));
  });
  test("is sent when the event loop is empty, only for a value that is called back", async () => {
    const styles = {
      callback: "callback(null, value)",
      callbackWithoutWaiting: "c.callbackWaitsForEmptyEventLoop = false; callback(null, value)",
      waitingSetTooLate: "callback(null, value); c.callbackWaitsForEmptyEventLoop = false",
      succeed: "c.succeed(value)",
      done: "c.done(null, value)",
      promise: "return Promise.resolve(value)",
      error: "callback({ toString: () => String(isLate) })",
    };
    const content = `exports.handler = (event, c, callback) => {
      let isLate = false;
      setTimeout(() => { isLate = true; }, 5);
      const value = { get isLate() { return isLate; } };
      switch (event.style) {
        ${Object.entries(styles)
          .map(([name, code]) => `case "${name}": { ${code}; break; }`)
          .join("\n")}
      }
    };`;
    const { call } = engine({ "index.js": content }, { fn: { runtime } });
    const late: Record<string, unknown> = {};
    for (const style of Object.keys(styles)) {
      const { answer } = await call("fn", { style });
      late[style] =
        (answer as { isLate?: boolean; errorMessage?: string }).isLate ??
        (answer as { errorMessage: string }).errorMessage;
    }
    expect(late).toEqual({
      callback: true,
      callbackWithoutWaiting: false,
      waitingSetTooLate: true,
      succeed: false,
      done: false,
      promise: false,
      error: "false",
    });
  });
  test.each([
    [
      "an async handler that never settles",
      "async () => new Promise(() => {})",
      runtime === "nodejs16.x"
        ? null
        : failed("Runtime.NodeJsExit", expect.stringContaining("never settled") as unknown as string),
    ],
    [
      "an async handler that has called back",
      "async (e, c, callback) => { callback(null, 1); return new Promise(() => {}); }",
      1,
    ],
    [
      "an unhandled rejection after a callback",
      "(e, c, callback) => { callback(null, 1); Promise.reject(new Error('lost')); }",
      failed("Runtime.UnhandledPromiseRejection", "Error: lost"),
    ],
    [
      "a value that is not JSON, called back to wait",
      "(e, c, callback) => callback(null, 1n)",
      failed("Error", "Unable to stringify response body"),
    ],
    [
      "a streaming handler that is not async",
      "awslambda.streamifyResponse(() => 1)",
      failed("string", "Streaming does not support non-async handlers."),
    ],
  ])("%s", async (_, code, answer) => {
    const { call } = engine({ "index.js": `exports.handler = ${code};` }, { fn: { runtime } });
    expect((await call("fn")).answer).toEqual(answer);
  });
});

describe("A callback after the result", () => {
  test.each(["callback(null, 'stale')", "callback('stale')", "context.succeed('stale')"])(
    "%s does not change the next one, where the loop was empty",
    async (stale) => {
      const { call } = engine({
        "index.js": `let earlier;
          exports.handler = (event, context, callback) => {
            earlier?.();
            earlier = () => { ${stale}; };
            if (event.answer !== undefined) setTimeout(() => callback(null, event.answer), 5);
          };`,
      });
      expect((await call("fn", {})).answer).toBeNull();
      expect((await call("fn", { answer: "own" })).answer).toBe("own");
    },
  );
});

describe("The result of a handler of nodejs24.x", () => {
  const rows: readonly Row[] = [
    ["a value that is returned", "() => 'returned'", "returned"],
    ["a promise", "async () => 'promised'", "promised"],
    ["undefined", "() => {}", null],
    ["an object with `then`", "() => ({ then: (resolve) => { resolve('then'); } })", "then"],
    [
      "no callback and no methods",
      "(e, c, callback) => [typeof callback, typeof c.succeed, typeof c.done, typeof c.fail]",
      ["undefined", "undefined", "undefined", "undefined"],
    ],
    ["an error thrown", "() => { throw new RangeError('thrown'); }", failed("RangeError", "thrown")],
    ["a rejection with undefined", "() => Promise.reject()", failed("undefined", "undefined")],
    [
      "an object like an error",
      "() => { throw { name: 'Mine', message: 'm', stack: 's' }; }",
      failed("object", "[object Object]"),
    ],
    [
      "a value that is not JSON",
      "() => 1n",
      failed("Runtime.JSONStringifyError", "Unable to stringify response body"),
    ],
  ];
  test("is what it returns", async () => {
    const { call } = engineOf(rows, "nodejs24.x");
    const answers: Record<string, unknown> = {};
    for (const [at, [name]] of rows.entries()) answers[name] = (await call("fn", { at })).answer;
    expect(answers).toEqual(Object.fromEntries(rows.map(([name, , answer]) => [name, answer])));
  });
  test.each([
    [
      "three parameters, async",
      "async (event, context, callback) => 1",
      failed("Runtime.CallbackHandlerDeprecated", expect.any(String) as unknown as string),
    ],
    [
      "three parameters that stream",
      "awslambda.streamifyResponse(async (event, stream, context) => { stream.end('1'); })",
      1,
    ],
    [
      "a streaming handler that is not async",
      "awslambda.streamifyResponse(() => 1)",
      failed("Error", "Streaming does not support non-async handlers."),
    ],
  ])("%s", async (_, code, answer) => {
    const { call } = engine({ "index.js": `exports.handler = ${code};` }, { fn: { runtime: "nodejs24.x" } });
    expect((await call("fn")).answer).toEqual(answer);
  });
});
