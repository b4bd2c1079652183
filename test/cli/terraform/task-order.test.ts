import { dependencyLists, runInOrder, type Task } from "../../../lib/cli/terraform/task-order";

const task = (id: string, ...after: string[]): Task => ({ id, after });

/** Runs tasks and records when each one starts and ends. The tasks in `failing` fail. */
async function trace(tasks: readonly Task[], failing: readonly string[] = []): Promise<[string[], object]> {
  const events: string[] = [];
  const outcomes = await runInOrder(tasks, async ({ id }) => {
    events.push(`${id} starts`);
    await Promise.resolve();
    events.push(`${id} ends`);
    return !failing.includes(id);
  });
  return [events, Object.fromEntries(outcomes)];
}

describe("runInOrder", () => {
  test("starts a task when its dependencies are done", async () => {
    const [events] = await trace([task("c", "b"), task("b", "a"), task("a")]);
    expect(events).toEqual(["a starts", "a ends", "b starts", "b ends", "c starts", "c ends"]);
  });

  test("runs independent tasks at the same time", async () => {
    const [events] = await trace([task("a"), task("b"), task("c", "a", "b")]);
    expect(events.slice(0, 2)).toEqual(["a starts", "b starts"]);
    expect(events.slice(-2)).toEqual(["c starts", "c ends"]);
  });

  test("runs ten tasks at a time at most", async () => {
    const [events] = await trace(Array.from({ length: 12 }, (_, index) => task(`task${index}`)));
    expect(events.findIndex((event) => event.endsWith("ends"))).toBe(10);
  });

  test("starts nothing new after a failure, and waits for running tasks", async () => {
    const [events, outcomes] = await trace([task("a"), task("b"), task("c", "b")], ["a"]);
    expect(events).toEqual(["a starts", "b starts", "a ends", "b ends"]);
    expect(outcomes).toEqual({ a: "failed", b: "done", c: "skipped" });
  });

  test("waits for running tasks before it throws", async () => {
    const ended: string[] = [];
    const run = runInOrder([task("a"), task("b")], async ({ id }) => {
      if (id === "a") throw new Error("our own mistake");
      await new Promise(setImmediate);
      ended.push(id);
      return true;
    });
    await expect(run).rejects.toThrow("our own mistake");
    expect(ended).toEqual(["b"]);
  });

  test("does not wait for unknown tasks", async () => {
    expect((await trace([task("a", "elsewhere")]))[1]).toEqual({ a: "done" });
  });

  test("skips tasks that wait for each other", async () => {
    expect((await trace([task("a", "b"), task("b", "a")]))[1]).toEqual({ a: "skipped", b: "skipped" });
  });
});

describe("dependencyLists", () => {
  const stacks = [
    { id: "site", dependencies: ["api"] },
    { id: "api", dependencies: ["data"] },
    { id: "data", dependencies: [] },
  ];

  test("include indirect dependencies", () => {
    expect(dependencyLists(stacks)("site")).toEqual(["api", "data"]);
  });

  test("are reversed for removal", () => {
    const waitsFor = dependencyLists(stacks, { reverse: true });
    expect([waitsFor("data"), waitsFor("site")]).toEqual([["api", "site"], []]);
  });
});
