import { Api } from "../../../lib/constructs/api";
import { Queue } from "../../../lib/constructs/queue";
import { Table } from "../../../lib/constructs/table";
import { Topic } from "../../../lib/constructs/topic";
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

describe("All problems of an app are reported together", () => {
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

  test("those of several constructs, of their methods, and of several stacks", () => {
    function Data({ stack }: StackContext) {
      return {
        table: new Table(stack, "Notes", {
          fields: { id: "text" },
          primaryIndex: { partitionKey: "id" },
        } as never),
      };
    }
    function Web({ stack }: StackContext) {
      const { table } = use(Data);
      const api = new Api(stack, "Api", {
        cors: { allowMethods: ["GTE"] },
        defaults: {
          function: { environment: { TABLE: table.tableName, ARN: `${table.tableArn}/*` }, bind: [table] },
        },
        routes: { "GET /": "functions/notes.get" },
      } as never);
      api.addRoutes(stack, { "GTE /x": "functions/notes.get" });
      new Topic(stack, "News", { subscribers: { a: 1 } } as never);
    }
    expect(problemsOf((app) => app.stack(Data).stack(Web))).toEqual([
      "Data/Notes fields.id literal-unknown",
      "Web/Api cors.allowMethods literal-unknown",
      'Web/Api routes["GTE /x"] route-method-unknown',
      'Web/News subscribers["a"] function-reference-invalid',
    ]);
  });

  test("those of the declaration and of the code", () => {
    expect(
      problemsIn(({ stack }) => {
        new Queue(stack, "Jobs", { cdk: { queue: { delaySeconds: 9999 } } });
        new Api(stack, "Api", { routes: { "GET /": "functions/gone.get" } });
      }),
    ).toEqual([
      "Main/Jobs cdk.queue.delaySeconds out-of-range",
      "Main/Api/Lambda_GET_-- handler handler-not-found",
    ]);
  });

  test("those of stack functions that wait", async () => {
    setEnvironment({ JEST_WORKER_ID: undefined, NODE_ENV: undefined });
    const app = testApp();
    await app.stack(async function Slow({ stack }) {
      await Promise.resolve();
      new Queue(stack, "A", { cdk: { queue: { delaySeconds: 9999 } } });
      new Queue(stack, "B", { cdk: { queue: { delaySeconds: -1 } } });
    });
    expect(() => app.synth()).toThrow(/^2 problems:\n\ndev-notes-Slow\/A: (.|\n)*\n\ndev-notes-Slow\/B: /);
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

  test("a use of a construct that could not be made, also as a scope and as a permission", () => {
    expect(
      problemsIn(({ stack }) => {
        const table = new Table(stack, "Notes", {} as never);
        const queue = new Queue(table, "Jobs", {
          cdk: { queue: { tags: { TABLE: table.tableName }, kmsMasterKeyId: table.cdk.table.id } },
        });
        queue.attachPermissions([table]);
        const topic = new Topic(stack, "News", { subscribers: { a: table as never, b: queue } });
        topic.attachPermissions([table, [table, "grantReadData"]] as never);
        for (const each of table.cdk.table.replica as never as Iterable<unknown>) expect(each).toBeDefined();
      }),
    ).toEqual(["Main/Notes fields prop-required"]);
  });

  test("an error of the caller's code", () => {
    const problems = () =>
      problemsIn(({ stack }) => {
        new Queue(stack, "Jobs", { cdk: { queue: { delaySeconds: 9999 } } });
        throw new TypeError("mine");
      });
    expect(problems).toThrow(expect.objectContaining({ code: "out-of-range" }));
    expect(() =>
      problemsIn(() => {
        throw new TypeError("mine");
      }),
    ).toThrow(new TypeError("mine"));
  });

  test("a second construct of a refused id", () => {
    expect(
      problemsIn(({ stack }) => {
        const jobs = new Queue(stack, "Jobs");
        new Queue(stack, "Jobs");
        expect(stack.node.tryFindChild("Jobs")).toBe(jobs);
      }),
    ).toEqual(["Main/Jobs id id-taken"]);
  });
});

test("The same problem of several constructs is reported once, with all of them", () => {
  setEnvironment({ JEST_WORKER_ID: undefined, NODE_ENV: undefined });
  const app = testApp();
  app.stack(
    ({ stack }) => {
      for (const id of ["A", "B", "C"]) new Queue(stack, id, { cdk: { queue: { delaySeconds: 9999 } } });
    },
    { id: "Main" },
  );
  expect(() => app.synth()).toThrow(
    `dev-notes-Main/A: cdk.queue.delaySeconds is 9999, outside 0 to 900.
  Choose a value within 0 to 900.
  The same holds for dev-notes-Main/B, dev-notes-Main/C.
  [out-of-range]`,
  );
});

test("In a unit test, the call of the stack function throws all of its problems", () => {
  const app = testApp();
  const Main: Declare = ({ stack }) => {
    new Queue(stack, "A", { cdk: { queue: { delaySeconds: 9999 } } });
    new Queue(stack, "B", { cdk: { queue: { delaySeconds: -1 } } });
  };
  expect(() => app.stack(Main as never, { id: "Main" })).toThrow(/^2 problems:/);
});
