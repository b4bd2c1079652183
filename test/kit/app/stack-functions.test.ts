/** @group processes */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { dependsOn, getStack, Stack, type StackContext, use } from "../../../lib/kit/app";
import { compiledLibrary } from "../../support/compiled";
import { testApp } from "../../support/stack";

describe("stack functions", () => {
  test("run with their stack as context and as this", () => {
    const seen: unknown[] = [];
    function Notes(this: Stack, { app, stack }: StackContext) {
      seen.push(app, stack, this);
    }
    const app = testApp();
    expect(app.stack(Notes)).toBe(app);
    const [stack] = app.stacks;
    expect(seen).toEqual([app, stack, stack]);
    expect(stack?.node.id).toBe("dev-notes-Notes");
  });
  test("take an id and the props of a stack", () => {
    const app = testApp();
    app.stack(() => {}, { id: "Main", stackName: "dev-main", tags: { team: "red" } });
    app.stack(() => {}, { id: "Second" });
    expect(app.stacks.map(({ node }) => node.id)).toEqual(["dev-main", "dev-notes-Second"]);
  });
  test("are functions: a class is refused with what to write", () => {
    class Main extends Stack {}
    const app = testApp();
    expect(() => app.stack(Main as never)).toThrow(
      /^app: stack\(Main\) is given a class.*\n {2}.*new Main\(app, "Main"\).*\[stack-class\]$/s,
    );
    expect(app.stacks).toEqual([]);
    expect(() => app.stack(class {} as never, { id: "X" })).toThrow("[stack-class]");
  });
  test("obtain what others returned, and their stack", () => {
    const One = () => ({ name: "one" });
    const Two = () => [use(One).name, getStack(One).node.id, use(Nothing)];
    const Nothing = () => {};
    testApp().stack(One).stack(Nothing).stack(Two);
    expect(use(Two)).toEqual(["one", "dev-notes-One", undefined]);
  });
  test("depend on others of which they use nothing", () => {
    const app = testApp();
    const One = () => {};
    app.stack(One).stack(function Two() {
      dependsOn(One);
    });
    expect(app.stacks[1]?.dependencies).toEqual([app.stacks[0]]);
  });
});

describe("asynchronous stack functions", () => {
  test("make app.stack a promise of the app", async () => {
    const app = testApp();
    const Slow = async () => "done";
    expect(await app.stack(Slow)).toBe(app);
    expect(use(Slow)).toBe("done");
  });
  test("still know their app after an await", async () => {
    const Shared = ({ app }: StackContext) => app.stage;
    const used: string[] = [];
    const Slow = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      dependsOn(Shared);
      used.push(use(Shared));
    };
    const [dev, prod] = [testApp(), testApp({ stage: "prod" })];
    for (const app of [dev, prod]) app.stack(Shared);
    await Promise.all([dev.stack(Slow), prod.stack(Slow)]);
    expect(dev.stacks[1]?.dependencies).toEqual([dev.stacks[0]]);
    expect(used).toEqual(["dev", "prod"]);
  });
  test("must have finished before the synthesis", () => {
    const app = testApp();
    app.stack(async function Slow() {
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(() => app.synth()).toThrow(
      /^app: synth\(\) is called while "Slow" has not finished\.\n.*await app\.stack\(Slow\)/,
    );
  });
});

describe("several apps in one process", () => {
  test("have stack functions of their own", () => {
    const Shared = ({ app }: StackContext) => app.stage;
    const used: string[] = [];
    const Reads = () => {
      used.push(use(Shared));
    };
    for (const app of [testApp(), testApp({ stage: "prod" })]) app.stack(Shared).stack(Reads);
    expect(used).toEqual(["dev", "prod"]);
  });
  test("are told apart outside of stack functions by their registered functions", () => {
    const [One, Two] = [() => "one", () => "two"];
    testApp({ stage: "prod" }).stack(One, { id: "One" });
    testApp().stack(Two, { id: "Two" });
    expect([use(One), use(Two)]).toEqual(["one", "two"]);
  });
  test("may be the same app again, as in unit tests: the latest one counts", () => {
    const Shared = ({ app }: StackContext) => app;
    const first = testApp().stack(Shared);
    const second = testApp().stack(Shared);
    expect([use(Shared), getStack(Shared)]).toEqual([second, second.stacks[0]]);
    second.synth();
    expect(use(Shared)).toBe(second);
    expect(first.stacks).toHaveLength(1);
  });
  test("may follow one another", () => {
    const Shared = ({ app }: StackContext) => app.stage;
    for (const stage of ["dev", "prod"]) {
      const app = testApp({ stage }).stack(Shared);
      expect(use(Shared)).toBe(stage);
      app.synth();
    }
  });
  test("are ambiguous at a time", () => {
    const Shared = ({ app }: StackContext) => app.stage;
    for (const stage of ["dev", "prod"]) testApp({ stage }).stack(Shared);
    expect(() => use(Shared)).toThrow(
      /^app: use\(Shared\) is called outside .* prod-notes, dev-notes\.\n.*\[stack-function-ambiguous\]$/s,
    );
  });
});

describe("stack functions are refused", () => {
  const One = () => {};
  test("when they are registered twice", () => {
    expect(() => testApp().stack(One).stack(One)).toThrow(
      /^app: stack\(One\) registers the stack function "One" .*StackDuplicates/,
    );
  });
  test.each([
    ["use", use],
    ["getStack", getStack],
    ["dependsOn", dependsOn],
  ])("by %s before they have run", (name, call) => {
    function Two() {
      call(One as never);
    }
    expect(() => testApp().stack(Two)).toThrow(
      new RegExp(
        `^Two: ${name}\\(One\\) is called in "Two", but "One" has not finished \\(StackWrongOrder\\)\\.\n.*app\\.stack\\(One\\)\\.stack\\(Two\\)`,
      ),
    );
  });
  test("by use while they still run", () => {
    const app = testApp();
    const Slow = async () => {};
    app.stack(Slow);
    expect(() =>
      app.stack(function Two() {
        use(Slow);
      }),
    ).toThrow(/^Two: use\(Slow\) .*StackWrongOrder.*\n.*await app\.stack\(Slow\)/);
  });
  test("by dependsOn outside of one", () => {
    testApp().stack(One);
    expect(() => dependsOn(One)).toThrow(/^app: dependsOn\(One\) is called outside of a stack function/);
  });
  test("when they have no name", () => {
    expect(() => testApp().stack(() => {})).toThrow(/^app: stack\(\.\.\.\)\.id is missing\.\n.*id: "Main"/);
  });
  test("when they are not functions", () => {
    expect(() => testApp().stack("Notes" as never)).toThrow(
      /^app: stack\(\.\.\.\) is "Notes"\.\n.*a function/,
    );
  });
  test("by use before there is an app", () => {
    const library = join(compiledLibrary(), "kit/app");
    const script = `try { require(${JSON.stringify(library)}).use(function One() {}) } catch (error) { console.log(error.message) }`;
    const output = execFileSync(process.execPath, ["--eval", script], { encoding: "utf8" });
    expect(output).toMatch(/^app: use\(One\) is called before there is an App.*\[stack-function-no-app\]/s);
  });
});
