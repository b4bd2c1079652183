import { Api } from "../../../lib/constructs/api";
import { Queue } from "../../../lib/constructs/queue";
import { Table } from "../../../lib/constructs/table";
import { isLibraryError } from "../../../lib/facts/errors/error";
import { type App, type Stack, type StackContext, use } from "../../../lib/kit/app";
import { setEnvironment } from "../../support/environment";
import { testApp } from "../../support/stack";

type Declare = (this: Stack, context: StackContext) => unknown;

/** Synthesizes an app outside of a test runner, as `node app.js` does, and returns the problems: path, prop and code. */
function problemsOf(declare: (app: App) => void): readonly string[] {
  setEnvironment({ JEST_WORKER_ID: undefined, NODE_ENV: undefined });
  const app = testApp();
  declare(app);
  try {
    app.synth();
  } catch (error) {
    if (!isLibraryError(error)) throw error;
    const all = error.problems.length > 0 ? error.problems : [error];
    return all.map(({ path, prop, code }) => `${path.replace("dev-notes-", "")} ${prop} ${code}`);
  }
  return [];
}

const problemsIn = (fn: Declare) => problemsOf((app) => void app.stack(fn as never, { id: "Main" }));

describe("The problems of an app are reported together", () => {
  test("four of one construct", () => {
    expect(
      problemsIn(({ stack }) => {
        new Queue(stack, "Jobs", {
          consumr: 1,
          cdk: { queue: { name: "a b", delaySeconds: 9999, fifoQueue: "yes" } },
        } as never);
      }),
    ).toEqual([
      "Main/Jobs props key-unknown",
      "Main/Jobs cdk.queue.fifoQueue prop-invalid",
      "Main/Jobs cdk.queue.name prop-invalid",
      "Main/Jobs cdk.queue.delaySeconds out-of-range",
    ]);
  });

  test("five of one Api", () => {
    expect(
      problemsIn(({ stack }) => {
        new Api(stack, "Api", {
          authorizers: { a: { type: "fn" } },
          cors: { maxAge: "5 x" },
          defaults: { throttle: { rate: 1 } },
          routes: {
            "GET /b": { type: "nope" },
            "GET /c": { function: { handler: "functions/notes.get", timeout: -1 } },
          },
        } as never);
      }),
    ).toEqual([
      'Main/Api authorizers["a"].function authorizer-part-missing',
      "Main/Api defaults.throttle.burst throttle-half",
      "Main/Api cors.maxAge duration-invalid",
      'Main/Api routes["GET /b"].type literal-unknown',
      "Main/Api/Lambda_GET_--c timeout out-of-range",
    ]);
  });

  test("those of several stack functions, except a function that uses a failed one", () => {
    function Data({ stack }: StackContext) {
      new Queue(stack, "Jobs", { cdk: { queue: { delaySeconds: 9999 } } });
    }
    function Web({ stack }: StackContext) {
      use(Data);
      new Queue(stack, "Jobs", { cdk: { queue: { delaySeconds: -1 } } });
    }
    function Other({ stack }: StackContext) {
      new Queue(stack, "Jobs", { cdk: { queue: { delaySeconds: -2 } } });
    }
    expect(problemsOf((app) => app.stack(Data).stack(Web).stack(Other))).toEqual([
      "Data/Jobs cdk.queue.delaySeconds out-of-range",
      "Other/Jobs cdk.queue.delaySeconds out-of-range",
    ]);
  });

  test("those of stack functions that wait", async () => {
    setEnvironment({ JEST_WORKER_ID: undefined, NODE_ENV: undefined });
    const app = testApp();
    for (const id of ["One", "Two"]) {
      await app.stack(
        async ({ stack }) => {
          await Promise.resolve();
          new Queue(stack, "A", { cdk: { queue: { delaySeconds: 9999 } } });
        },
        { id },
      );
    }
    expect(() => app.synth()).toThrow(/^dev-notes-One\/A: (.|\n)*The same holds for dev-notes-Two\/A/);
  });
});

describe("Consequences of a problem are not reported", () => {
  test("the name of a part that was refused", () => {
    expect(
      problemsIn(({ stack }) => {
        new Api(stack, "Api", {
          authorizers: { jwt: { type: "jwt", jwt: { issuer: "x" } } },
          routes: { "GET /": { function: "functions/notes.get", authorizer: "jwt" } },
        } as never);
      }),
    ).toEqual(['Main/Api authorizers["jwt"].jwt.issuer prop-invalid']);
  });

  test("later mistakes in a stack function, after a refused construct", () => {
    expect(
      problemsIn(({ stack }) => {
        new Table(stack, "Notes", {} as never);
        new Queue(stack, "Jobs", { cdk: { queue: { delaySeconds: 9999 } } });
      }),
    ).toEqual(["Main/Notes fields prop-required"]);
  });
});

describe("An error of the caller's code", () => {
  const mine = new TypeError("mine");
  const failing: Declare = () => {
    throw mine;
  };

  test("is thrown unchanged if nothing else is wrong", () => {
    expect(() => problemsIn(failing)).toThrow(mine);
  });

  test("is reported with the problems of other stack functions", () => {
    const problems = problemsOf((app) => {
      app.stack(failing as never, { id: "Own" });
      app.stack(({ stack }) => void new Queue(stack, "Jobs", { cdk: { queue: { delaySeconds: 9999 } } }), {
        id: "Main",
      });
    });
    expect(problems).toEqual([
      "Main/Jobs cdk.queue.delaySeconds out-of-range",
      "Own app.stack(...) callback-failed",
    ]);
  });
});

test("A second construct of an id leaves the first one", () => {
  expect(
    problemsIn(({ stack }) => {
      const jobs = new Queue(stack, "Jobs");
      expect(() => new Queue(stack, "Jobs")).toThrow(/id-taken/);
      expect(stack.node.tryFindChild("Jobs")).toBe(jobs);
    }),
  ).toEqual([]);
});

test("Outside of stack functions, `use` of a failed stack throws the problems of that stack", () => {
  setEnvironment({ JEST_WORKER_ID: undefined, NODE_ENV: undefined });
  const app = testApp();
  function Main({ stack }: StackContext) {
    new Queue(stack, "A", { cdk: { queue: { delaySeconds: 9999 } } });
  }
  app.stack(Main);
  expect(() => use(Main)).toThrow(/dev-notes-Main\/A: cdk.queue.delaySeconds/);
});
test("The same problem of several constructs is reported once, with the paths of all", () => {
  setEnvironment({ JEST_WORKER_ID: undefined, NODE_ENV: undefined });
  const app = testApp();
  for (const id of ["A", "B", "C"]) {
    app.stack(({ stack }) => void new Queue(stack, "It", { cdk: { queue: { delaySeconds: 9999 } } }), { id });
  }
  expect(() => app.synth()).toThrow(
    `dev-notes-A/It: cdk.queue.delaySeconds is 9999, outside 0 to 900.
  Choose a value within 0 to 900.
  The same holds for dev-notes-B/It, dev-notes-C/It.
  [out-of-range]`,
  );
});

test("In a unit test, the call of the stack function throws all problems of its construct", () => {
  const app = testApp();
  const Main: Declare = ({ stack }) => {
    new Queue(stack, "A", { cdk: { queue: { delaySeconds: 9999, name: "a b" } } });
  };
  expect(() => app.stack(Main as never, { id: "Main" })).toThrow(/^2 problems:/);
});
