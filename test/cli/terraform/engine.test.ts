import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { type Engine, runStack } from "../../../lib/cli/terraform/engine";
import { forgetInitialization, initialize, requiresInit } from "../../../lib/cli/terraform/initialize";
import { removeStack } from "../../../lib/cli/terraform/remove";

jest.mock("../../../lib/cli/terraform/initialize", () => ({
  initialize: jest.fn(),
  forgetInitialization: jest.fn(),
  requiresInit: jest.fn(),
}));

beforeEach(() => {
  jest.resetAllMocks();
  jest.mocked(initialize).mockResolvedValue([]);
  jest.mocked(requiresInit).mockReturnValue(false);
});

interface Ending {
  readonly code?: number;
  readonly lines?: readonly object[];
  readonly output?: string;
  readonly errors?: string;
}

/** An engine whose Terraform ends in these ways, one after the other. */
function engine(...endings: readonly Ending[]) {
  const interrupt = new AbortController();
  const rest = [...endings];
  const runs: string[] = [];
  const printed: string[] = [];
  const made = {
    terraform: {
      run: async (_: string, args: readonly string[], options?: { onLine?: (line: string) => void }) => {
        runs.push(args.join(" "));
        const { code = 0, lines = [], output = "", errors = "" } = rest.shift() ?? {};
        for (const line of lines) options?.onLine?.(JSON.stringify(line));
        return { code, output, errors };
      },
    },
    terminal: { print: (line: string) => printed.push(line) },
    progress: { step: () => {} },
    interrupt: { first: interrupt.signal },
    stacks: [],
  } as unknown as Engine;
  return { made, runs, printed, interrupt };
}

const stack = { id: "Main", folder: "out", template: {}, settings: {} } as unknown as SynthesizedStack;
const summaryOf = (operation: string, remove = 0) => ({
  "@level": "info",
  type: "change_summary",
  changes: { add: 0, change: 0, remove, operation },
});
const failure = {
  "@level": "error",
  type: "diagnostic",
  diagnostic: { severity: "error", summary: "no", detail: "" },
};
const errorsOf = async (args: readonly string[], ...endings: readonly Ending[]) =>
  (await runStack(stack, engine(...endings).made, args)).errors.map(({ summary, detail }) => [
    summary,
    detail,
  ]);

describe("runStack", () => {
  test("of a plan is complete with exit code 0", async () => {
    expect(await errorsOf(["plan"], {})).toEqual([]);
  });

  test("of an apply is complete if Terraform reports it", async () => {
    expect(await errorsOf(["apply"], { lines: [summaryOf("apply")] })).toEqual([]);
    expect(await errorsOf(["apply"], {})).toEqual([
      ["terraform apply ended without reporting that it is complete", ""],
    ]);
  });

  test("that fails without a message has the output of Terraform, or the exit code", async () => {
    expect(await errorsOf(["apply"], { code: 2, errors: "  broken pipe \n" })).toEqual([
      ["terraform apply ended with exit code 2", "broken pipe"],
    ]);
    expect(await errorsOf(["plan"], { code: 1, errors: "Error: No network\n\nTry again.\n" })).toEqual([
      ["No network", expect.stringContaining("Try again.")],
    ]);
  });

  test("has the errors that Terraform reports, and no other", async () => {
    expect(await errorsOf(["apply"], { code: 1, lines: [failure], errors: "x" })).toEqual([["no", ""]]);
  });

  describe("where another init is needed", () => {
    beforeEach(() => jest.mocked(requiresInit).mockReturnValueOnce(true));

    test("initializes, and runs again", async () => {
      const { made, runs } = engine({ code: 1, lines: [failure] }, {});
      expect((await runStack(stack, made, ["plan"])).errors).toEqual([]);
      expect(runs).toEqual(["plan", "plan"]);
      expect(forgetInitialization).toHaveBeenCalledWith(stack);
    });

    test("has the first errors if that fails", async () => {
      jest.mocked(initialize).mockResolvedValue([{ severity: "error", summary: "x", detail: "" }]);
      const { made, runs } = engine({ code: 1, lines: [failure] }, {});
      expect((await runStack(stack, made, ["plan"])).errors).toMatchObject([{ summary: "no" }]);
      expect(runs).toHaveLength(1);
    });

    test("does nothing more after an interrupt", async () => {
      const { made, runs, interrupt } = engine({ code: 1, lines: [failure] }, {});
      interrupt.abort();
      await runStack(stack, made, ["plan"]);
      expect([runs.length, jest.mocked(initialize).mock.calls.length]).toEqual([1, 0]);
    });
  });
});

describe("removeStack", () => {
  const address = "aws_s3_bucket.Files";
  const bucket = { address, mode: "managed", type: "aws_s3_bucket", values: { bucket: "dev-files" } };
  const data = { address: "data.aws_region.Here", mode: "data", type: "aws_s3_bucket", values: {} };
  const state = (...resources: readonly object[]) => ({
    output: JSON.stringify({ values: { root_module: { resources } } }),
  });
  const destroyed = (count: number): Ending => ({ lines: [summaryOf("destroy", count)] });
  const run = async (settings: object | undefined, ...endings: readonly Ending[]) => {
    const { made, runs, printed } = engine(...endings);
    const { status, errors } = await removeStack({ ...stack, settings } as SynthesizedStack, made);
    return { status, errors, runs, printed };
  };
  const destroy = "destroy -input=false -json -no-color -auto-approve";
  const show = "show -json -no-color";

  test("first removes resources with data from the state, and prints them", async () => {
    expect(await run({}, state(bucket, data), {}, destroyed(1))).toEqual({
      status: "removed",
      errors: [],
      runs: [show, `state rm ${address}`, destroy],
      printed: [
        "Main holds data and has no removal policy. These resources stay in your account:",
        `  dev-files (${address})`,
        "To take them over when you deploy the stack again, add this to it. Without it, the next deployment creates new ones or fails:",
        '  stack.addOverride("import", [',
        `    { to: "${address}", id: "dev-files" },`,
        "  ]);",
      ],
    });
  });

  test.each([
    ["with a removal policy", { removalPolicy: "destroy" }],
    ["without data", {}],
  ])("%s, leaves the state unchanged", async (_, settings) => {
    const resources = "removalPolicy" in settings ? [bucket] : [data];
    const { runs, printed } = await run(settings, state(...resources), destroyed(1));
    expect([runs, printed]).toEqual([[show, destroy], []]);
  });

  test("of a stack that the library did not write does not look at the state", async () => {
    expect((await run(undefined, destroyed(1))).runs).toEqual([destroy]);
  });

  test("does not change a missing or empty state", async () => {
    expect(await run({}, { output: " \n" }, destroyed(0))).toMatchObject({
      status: "no changes",
      errors: [],
    });
  });

  test.each<[string, Ending[], string, number]>([
    ["the state cannot be read", [{ code: 1, errors: " no token \n" }], "no token", 1],
    ["the state cannot be read, without a reason", [{ code: 1 }], "terraform show failed", 1],
    ["data cannot be kept", [state(bucket), { code: 1, errors: "locked\n" }], "locked", 2],
    ["data cannot be kept, without a reason", [state(bucket), { code: 1 }], "terraform state rm failed", 2],
    ["the removal fails", [state(), { code: 1, lines: [failure] }], "no", 2],
  ])("fails if %s", async (_, endings, error, count) => {
    const { status, errors, runs } = await run({}, ...endings);
    expect([status, errors, runs.length]).toEqual(["failed", [error], count]);
  });

  test("removes nothing after an interrupt", async () => {
    const { made, runs, interrupt } = engine(state());
    interrupt.abort();
    expect(await removeStack(stack, made)).toMatchObject({
      status: "not removed",
      reason: "interrupted",
      errors: [],
    });
    expect(runs).toEqual([show]);
  });
});
