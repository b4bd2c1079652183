import { readFileSync } from "node:fs";
import { Lazy } from "cdktf";
import { Construct } from "constructs";
import { App, Config, isServerformError, Queue, type ServerformError, Stack } from "../../../lib";
import { callCaller } from "../../../lib/kit/core/call-caller";
import { guarded } from "../../../lib/kit/core/guarded";
import { testApp, testStack } from "../../support/stack";

/** A construct of this file, whose code counts as that of the caller; what it calls is CDKTF's and the library's. */
@guarded
class Sample extends Construct {
  static readonly kind: string = "sample";

  constructor(
    scope: Construct,
    id: string,
    readonly work: () => unknown = () => undefined,
  ) {
    super(scope, id);
    work();
  }

  call(work: () => unknown): unknown {
    return work();
  }

  get value(): unknown {
    return this.work();
  }

  static of(scope: Construct, work: () => unknown): unknown {
    return work() ?? scope;
  }
}

/** A bare error, as the library would throw it. */
function libraryFails(): never {
  const error = new TypeError("Cannot read properties of undefined (reading 'x')");
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

describe("An error that no check has foreseen", () => {
  test.each([
    ["a constructor", (stack: Stack) => new Sample(stack, "It", libraryFails), "dev-notes-Main/It", "props"],
    ["a method", (stack: Stack) => new Sample(stack, "It").call(libraryFails), "dev-notes-Main/It", "call()"],
    [
      "a getter",
      (stack: Stack) => {
        let fails = false;
        const it = new Sample(stack, "It", () => (fails ? libraryFails() : undefined));
        fails = true;
        return it.value;
      },
      "dev-notes-Main/It",
      "value",
    ],
    ["a static method", (stack: Stack) => Sample.of(stack, libraryFails), "dev-notes-Main", "of()"],
  ])("of %s is reported with its place and its cause", (_, work, path, prop) => {
    const error = errorOf(() => work(testStack()));
    expect(error).toMatchObject({ code: "internal", path, prop, cause: expect.any(TypeError) });
    expect(error.message).toContain(
      "TypeError: Cannot read properties of undefined (reading 'x') (kit/core/checks/check.ts:12)",
    );
    expect(error.message).toMatch(/report it .*https:/);
  });

  test("of a construct within another one names the inner one", () => {
    const stack = testStack();
    const error = errorOf(
      () =>
        new Sample(stack, "Outer", () => new Sample(new Construct(stack, "Between"), "Inner", libraryFails)),
    );
    expect([error.path, error.prop]).toEqual(["dev-notes-Main/Between/Inner", "props"]);
  });

  test("of the file system names the file", () => {
    const error = errorOf(
      () =>
        new Sample(testStack(), "It", () => {
          try {
            readFileSync("/");
          } catch (thrown) {
            (thrown as Error).stack =
              `Error\n    at ${require.resolve("../../../lib/kit/core/checks/check.ts")}:12:3`;
            throw thrown;
          }
        }),
    );
    expect(error).toMatchObject({ code: "file-unusable", path: "dev-notes-Main/It" });
  });

  test("of the caller's own code stays unchanged", () => {
    const own = new RangeError("mine");
    const fail = () => {
      throw own;
    };
    expect(() => new Sample(testStack(), "It", fail)).toThrow(own);
    const app = testApp();
    expect(() => app.stack(fail as never, { id: "Main" })).toThrow(own);
    const stack = testStack();
    new Queue(stack, "It", { cdk: { queue: { delaySeconds: Lazy.numberValue({ produce: fail }) } } });
    expect(() => stack.toTerraform()).toThrow(own.message);
  });

  test("is an error of the library at once within a stack function", () => {
    let seen: unknown;
    testApp().stack(function Main({ stack }) {
      try {
        new Sample(stack, "It", libraryFails);
      } catch (error) {
        seen = error;
      }
    });
    expect(isServerformError(seen)).toBe(true);
  });
});

test("A function of the caller that throws is reported with its prop and cause", () => {
  const cause = new Error("no");
  const fail = () => {
    throw cause;
  };
  const error = errorOf(() => callCaller(testStack(), "commandHooks.afterBuild", fail));
  expect(error).toMatchObject({ code: "callback-failed", prop: "commandHooks.afterBuild", cause });
  expect(error.message).toContain("throws an error: Error: no");
});

describe("A guarded class", () => {
  test("keeps its name, statics, prototype and instanceof", () => {
    const it = new Sample(testStack(), "It");
    expect([Sample.name, Sample.kind, it.constructor, Object.getPrototypeOf(it)]).toEqual([
      "Sample",
      "sample",
      Sample,
      Sample.prototype,
    ]);
    expect(it).toBeInstanceOf(Sample);
  });

  test("makes its objects with a class, because V8 gives each object that a function makes a hidden class of its own", () => {
    @guarded
    class Made extends Construct {
      readonly by: string;

      constructor(scope: Construct, id: string) {
        super(scope, id);
        this.by = String(new.target);
      }
    }
    expect(new Made(testStack(), "It").by).toMatch(/^class /);
  });

  test("can be extended", () => {
    class Own extends Sample {
      static override readonly kind = "own";
      readonly more = 1;
      override call(): string {
        return `own ${String(super.call(() => "call"))}`;
      }
    }
    const it = new Own(testStack(), "It");
    expect([it.more, it.call(), Own.kind, it instanceof Own, it instanceof Sample]).toEqual([
      1,
      "own call",
      "own",
      true,
      true,
    ]);
  });

  test("cannot be called as a function", () => {
    expect(() => (Sample as never as () => void)()).toThrow(/without 'new'/);
    expect(() => testApp().stack(Queue as never)).toThrow(/is given a class/);
  });

  test("of an app, a stack or a construct is what the library exports", () => {
    for (const each of [App, Stack, Queue, Config.Parameter]) {
      expect(each.prototype.constructor).toBe(each);
      expect(Object.getOwnPropertyDescriptor(each, "prototype")?.writable).toBe(false);
    }
  });
});
