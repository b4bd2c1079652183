import { readFileSync } from "node:fs";
import { Lazy, Testing } from "cdktf";
import { Construct, Node } from "constructs";
import { Api, isServerformError, Queue, type ServerformError, type Stack } from "../../../lib";
import { finish } from "../../../lib/kit/app";
import { constructId } from "../../../lib/kit/app/names/ids";
import { checkOpen } from "../../../lib/kit/app/scope/lifecycle";
import { callCaller } from "../../../lib/kit/core/fault";
import { testApp, testStack } from "../../support/stack";

/** A construct of this file, whose code counts as that of the caller; what it calls is CDKTF's and the library's. */
class Sample extends Construct {
  constructor(scope: Construct, id: string, work: () => unknown = () => undefined) {
    super(scope, constructId(scope, id, {}));
    work();
  }

  call(work: () => unknown): unknown {
    checkOpen(this, "call");
    return work();
  }
}

/** A bare error, as the library would throw it. */
function libraryFails(
  error: Error = new TypeError("Cannot read properties of undefined (reading 'x')"),
): never {
  error.stack = `${error}\n    at check (${require.resolve("../../../lib/kit/core/checks/check.ts")}:12:3)\n    at ${__filename}:1:1`;
  throw error;
}

function errorOf(work: () => unknown): ServerformError {
  try {
    work();
  } catch (error) {
    if (isServerformError(error)) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

/** The error of a stack function. */
const errorIn = (work: (stack: Stack) => unknown): ServerformError =>
  errorOf(() => testApp().stack(({ stack }) => void work(stack), { id: "Main" }));

describe("An error that no check has foreseen", () => {
  test.each([
    ["a constructor", (stack: Stack) => new Sample(stack, "It", libraryFails), "dev-notes-Main/It", "props"],
    ["a method", (stack: Stack) => new Sample(stack, "It").call(libraryFails), "dev-notes-Main/It", "call()"],
    [
      "a construct within another one",
      (stack: Stack) => new Sample(stack, "Outer", () => new Sample(stack, "Inner", libraryFails)),
      "dev-notes-Main/Inner",
      "props",
    ],
  ])("in %s is reported with its place and its cause", (_, work, path, prop) => {
    const error = errorIn(work);
    expect(error).toMatchObject({ code: "internal", path, prop, cause: expect.any(TypeError) });
    expect(error.message).toContain(
      "TypeError: Cannot read properties of undefined (reading 'x') (kit/core/checks/check.ts:12)",
    );
    expect(error.message).toMatch(/report it .*https:/);
  });

  test("in a step of the synthesis names the construct of the step", () => {
    const stack = testStack();
    const it = new Sample(stack, "It");
    Object.assign(it, { [finish]: () => libraryFails() });
    new Sample(stack, "Later");
    expect(errorOf(() => Testing.synth(stack))).toMatchObject({
      code: "internal",
      path: "dev-notes-Main/It",
      prop: "synth()",
    });
  });

  test("of the file system names the file", () => {
    const error = errorIn(
      (stack) =>
        new Sample(stack, "It", () => {
          try {
            readFileSync("/");
          } catch (thrown) {
            libraryFails(thrown as Error);
          }
        }),
    );
    expect(error).toMatchObject({ code: "file-unusable", path: "dev-notes-Main/It" });
  });

  test("of the caller's own code is not replaced", () => {
    const own = new RangeError("mine");
    const fail = () => {
      throw own;
    };
    expect(() => testApp().stack(fail as never, { id: "Main" })).toThrow(own);
    const stack = testStack();
    new Queue(stack, "It", { cdk: { queue: { delaySeconds: Lazy.numberValue({ produce: fail }) } } });
    expect(() => stack.toTerraform()).toThrow(own.message);
  });
});

test("An error in the caller's callback is reported with its prop and cause", () => {
  const cause = new Error("no");
  const fail = () => {
    throw cause;
  };
  const error = errorOf(() => callCaller(testStack(), "commandHooks.afterBuild", fail));
  expect(error).toMatchObject({ code: "callback-failed", prop: "commandHooks.afterBuild", cause });
  expect(error.message).toContain("throws an error: Error: no");
});

test("An error at the function of a route has at most 14 frames of the library", () => {
  const lib = require.resolve("../../../lib/index.ts").replace(/index\.ts$/, "");
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  let frames: readonly string[] = [];
  // The tree gets the resource of the function in the constructor of the construct.
  const tree = Node.prototype as unknown as { addChild: (child: unknown, name: string) => void };
  const { addChild } = tree;
  tree.addChild = function (child, name) {
    const { stack = "" } = new Error("frames");
    if (name === "Function") frames = stack.split("\n").filter((line) => line.includes(lib));
    addChild.call(this, child, name);
  };
  testApp().stack(
    ({ stack }) => {
      new Api(stack, "Api", { routes: { "GET /": "functions/notes.get" } });
    },
    { id: "Main" },
  );
  tree.addChild = addChild;
  Error.stackTraceLimit = stackTraceLimit;
  expect(frames.length).toBeGreaterThan(4);
  expect(frames.length).toBeLessThanOrEqual(14);
});
