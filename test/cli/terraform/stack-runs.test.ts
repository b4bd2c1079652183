import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import type { Engine } from "../../../lib/cli/terraform/engine";
import { initialize } from "../../../lib/cli/terraform/initialize";
import { noChanges, type StackResult } from "../../../lib/cli/terraform/report";
import { runStacks, type StackWork } from "../../../lib/cli/terraform/stack-runs";

jest.mock("../../../lib/cli/terraform/initialize", () => ({ initialize: jest.fn() }));

beforeEach(() => {
  jest.resetAllMocks();
  jest.mocked(initialize).mockResolvedValue([]);
});

const stackOf = (id: string, ...dependencies: readonly string[]) =>
  ({ id, dependencies, template: {} }) as unknown as SynthesizedStack;
const stacks = [stackOf("web", "api"), stackOf("api", "data"), stackOf("data"), stackOf("other")];
const result = (status: StackResult["status"]): StackResult => ({
  status,
  changes: noChanges,
  outputs: {},
  errors: [],
});

function engine() {
  const interrupt = new AbortController();
  const log: string[] = [];
  const made = {
    terraform: {},
    terminal: { status: (text?: string) => log.push(text ?? "-") },
    interrupt: { first: interrupt.signal },
    progress: { start: (id: string) => log.push(`start ${id}`), end: (id: string) => log.push(`end ${id}`) },
    stacks,
  } as unknown as Engine;
  return { made, interrupt, log };
}

async function run(work: Partial<StackWork> = {}, given = engine()) {
  const order: string[] = [];
  const reports = await runStacks(stacks, given.made, {
    notReached: "not deployed",
    ...work,
    run: async (stack) => {
      order.push(stack.id);
      return work.run === undefined ? result("deployed") : work.run(stack);
    },
  });
  return { order, reports, said: reports.map(({ status, reason }) => [status, reason]), log: given.log };
}

test("stacks run after those that they depend on, and are reported in their own order", async () => {
  const { order, reports } = await run();
  expect(order).toEqual(["data", "other", "api", "web"]);
  expect(reports.map(({ id, status }) => [id, status])).toEqual(stacks.map(({ id }) => [id, "deployed"]));
  expect(reports.every(({ seconds }) => seconds >= 0 && seconds < 60)).toBe(true);
});

test("a removal goes the other way", async () => {
  expect((await run({ reverse: true, run: async () => result("removed") })).order).toEqual([
    "web",
    "other",
    "api",
    "data",
  ]);
});

test("after a failure, what depends on the stack is skipped with the reason", async () => {
  const { order, said } = await run({ run: async ({ id }) => result(id === "data" ? "failed" : "deployed") });
  expect(order).toEqual(["data", "other"]);
  expect(said).toEqual([
    ["not deployed", "skipped, because data failed"],
    ["not deployed", "skipped, because data failed"],
    ["failed", undefined],
    ["deployed", undefined],
  ]);
});

test("a stack that was not approved holds back those that depend on it", async () => {
  const { order } = await run({ run: async ({ id }) => result(id === "data" ? "not deployed" : "deployed") });
  expect(order).toEqual(["data", "other"]);
});

test("a stack without changes does not hold back the others", async () => {
  expect((await run({ run: async () => result("no changes") })).order).toHaveLength(4);
});

test("after an interrupt, no further stack starts", async () => {
  const given = engine();
  const work = async () => {
    given.interrupt.abort();
    return result("deployed");
  };
  const { order, said } = await run({ run: work }, given);
  expect(order.length).toBeLessThan(4);
  expect(said).toContainEqual(["not deployed", "skipped, because of the interrupt"]);
});

test("the progress of a stack ends, also when its work throws", async () => {
  const given = engine();
  const failing = run({ run: () => Promise.reject(new Error("no disk")) }, given);
  await expect(failing).rejects.toThrow("no disk");
  expect(given.log).toContain("end data");
});

test("problems of the check prevent all work", async () => {
  const { order, reports, said } = await run({ check: async () => new Map([["api", "not shared"]]) });
  expect(order).toEqual([]);
  expect(reports[1]).toMatchObject({ status: "failed", errors: ["not shared"] });
  expect(said[0]).toEqual(["not deployed", "skipped, because api failed"]);
  expect(said[3]).toEqual(["not deployed", "skipped after the failure of another stack"]);
});

describe("the initialization", () => {
  test("is one stack after the other, before all work", async () => {
    const { log } = await run();
    expect(log.slice(0, 8)).toEqual(stacks.flatMap(({ id }) => [`Initializing ${id}`, "-"]));
  });

  test("that fails ends the run with its problem, before the check", async () => {
    const check = jest.fn();
    jest
      .mocked(initialize)
      .mockImplementation(async ({ id }) =>
        id === "api" ? [{ severity: "error", summary: "no network", detail: "" }] : [],
      );
    const { order, reports } = await run({ check });
    expect([order, reports[1]]).toMatchObject([[], { status: "failed", errors: ["no network"] }]);
    expect(check).not.toHaveBeenCalled();
    expect(initialize).toHaveBeenCalledTimes(2);
  });

  test("ends with an interrupt, and reports no failure then", async () => {
    const given = engine();
    jest.mocked(initialize).mockImplementation(async () => {
      given.interrupt.abort();
      return [{ severity: "error", summary: "interrupted", detail: "" }];
    });
    const { said } = await run({}, given);
    expect(initialize).toHaveBeenCalledTimes(1);
    expect(said).toEqual(stacks.map(() => ["not deployed", "skipped, because of the interrupt"]));
  });
});
