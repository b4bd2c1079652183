/** @modules own: its subject listens to the process as soon as it is loaded. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { createCallbacks, onEmptyLoop } from "../../../../lib/local/invoke/bootstraps/node/callbacks";
import type { HandlerContext } from "../../../../lib/local/invoke/bootstraps/node/context";

afterEach(() => onEmptyLoop(undefined));

/** The means of a handler to call back, and the results that arrived. */
function callbacks(callbackWaitsForEmptyEventLoop = true, succeed?: (value: unknown) => void) {
  const results: unknown[] = [];
  const context = { callbackWaitsForEmptyEventLoop } as HandlerContext;
  const made = createCallbacks(context, {
    succeed: (value) => {
      succeed?.(value);
      results.push(value);
    },
    fail: (error) => results.push({ error }),
  });
  /** Like Node when nothing is left to do. */
  const empty = () => {
    process.emit("beforeExit", 0);
    return nextTurn();
  };
  return { ...made, results, empty };
}

test("a value waits for an empty event loop, and only the first one counts", async () => {
  const { callback, context, results, empty } = callbacks();
  callback(null, 1);
  callback(null, 2);
  callback(new Error("late"));
  context.succeed(3);
  await nextTurn();
  expect(results).toEqual([]);
  await empty();
  expect(results).toEqual([1]);
});

test("a value is sent at once if the handler asks for it", () => {
  const { callback, context, results } = callbacks();
  context.callbackWaitsForEmptyEventLoop = false;
  callback(undefined, 1);
  expect(results).toEqual([1]);
});

test.each<[string, (made: ReturnType<typeof callbacks>) => void, unknown]>([
  ["an error", ({ callback }) => callback("no"), { error: "no" }],
  ["succeed", ({ context }) => context.succeed(1), 1],
  ["fail", ({ context }) => context.fail("no"), { error: "no" }],
  ["fail without an error", ({ context }) => context.fail(), { error: "handled" }],
  ["done with a value", ({ context }) => context.done(null, 1), 1],
  ["done with an error", ({ context }) => context.done("no", 1), { error: "no" }],
])("%s is sent at once, and nothing after it", async (_, call, expected) => {
  const made = callbacks();
  call(made);
  made.context.succeed(2);
  made.context.fail("late");
  made.callback(null, 3);
  await made.empty();
  expect(made.results).toEqual([expected]);
});

test("a value that cannot be sent decides nothing", () => {
  const { context, results } = callbacks(true, () => {
    throw new TypeError("circular");
  });
  expect(() => context.succeed({})).toThrow("circular");
  context.fail("no");
  expect(results).toEqual([{ error: "no" }]);
});

test("after the end, no call changes anything", async () => {
  const { callback, context, end, results, empty } = callbacks();
  end();
  callback("no");
  callback(null, 1);
  context.succeed(2);
  context.fail("no");
  context.done(null, 3);
  await empty();
  expect(results).toEqual([]);
});
