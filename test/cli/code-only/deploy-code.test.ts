import { deployCode } from "../../../lib/cli/code-only/run";
import { selectCode } from "../../../lib/cli/code-only/select";
import { updateCode } from "../../../lib/cli/code-only/update-code";
import type { CommandContext } from "../../../lib/cli/project/command-context";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { stageCredentials } from "../../../lib/cli/stage/developer-credentials";
import type { Engine } from "../../../lib/cli/terraform/engine";
import { withPlan } from "../../../lib/cli/terraform/plan";
import { foreignStateOf } from "../../../lib/cli/terraform/review/losses";
import { initializeStacks } from "../../../lib/cli/terraform/stack-runs";
import { expectOutputOf } from "../../support/output-schema";

jest.mock("../../../lib/cli/code-only/select", () => ({ selectCode: jest.fn() }));
jest.mock("../../../lib/cli/code-only/update-code", () => ({ updateCode: jest.fn() }));
jest.mock("../../../lib/cli/stage/developer-credentials", () => ({ stageCredentials: jest.fn() }));
jest.mock("../../../lib/cli/stage/stack-facts", () => ({ appRegion: () => "eu-west-1" }));
jest.mock("../../../lib/cli/terraform/plan", () => ({ withPlan: jest.fn() }));
jest.mock("../../../lib/cli/terraform/report", () => ({
  describeProblems: (_: unknown, errors: readonly string[]) => errors.map((each) => `described ${each}`),
}));
jest.mock("../../../lib/cli/terraform/review/losses", () => ({ foreignStateOf: jest.fn() }));
jest.mock("../../../lib/cli/terraform/stack-runs", () => ({ initializeStacks: jest.fn() }));

const stackOf = (id: string) => ({ id }) as SynthesizedStack;
const plan = { record: { errors: [] as string[] }, values: [{}], changes: [{}] };
const functions = [{ name: "Get", functionName: "dev-notes-Get", zip: Buffer.of() }];
const selection = { functions, left: [], others: [] };

beforeEach(() => {
  jest.resetAllMocks();
  jest.mocked(withPlan).mockImplementation(async (_stack, _engine, look) => look(plan as never));
  jest.mocked(selectCode).mockReturnValue({ ...selection, functions: [] } as never);
});

/** Runs the command for stacks; returns its status and what it prints. */
async function deploy(
  options: { yes?: boolean; json?: boolean } = {},
  answer = true,
  ids = ["Main", "Other"],
  interrupt = new AbortController(),
) {
  const lines: string[] = [];
  const questions: string[] = [];
  const terminal = {
    colors: { red: (text: string) => text },
    print: (line: string) => lines.push(line),
    error: (line: string) => lines.push(`error: ${line}`),
    warn: (line: string) => lines.push(`warning: ${line}`),
    data: (line: string) => lines.push(`data: ${line}`),
    confirm: async (question: string) => {
      questions.push(question);
      return answer;
    },
  };
  const engine = {} as Engine;
  const context = { terminal, stage: "dev", interrupt: { first: interrupt.signal } };
  const status = await deployCode(context as unknown as CommandContext, ids.map(stackOf), engine, options);
  return { status, lines, questions };
}

function expectNothingChanged(): void {
  expect(stageCredentials).not.toHaveBeenCalled();
  expect(updateCode).not.toHaveBeenCalled();
}

describe("deploy --code-only changes nothing", () => {
  test("when Terraform cannot be initialized: no stack is planned", async () => {
    jest.mocked(initializeStacks).mockResolvedValue({ id: "Main", errors: ["no network"] } as never);
    await expect(deploy()).rejects.toMatchObject({
      code: "stack-not-planned",
      message: expect.stringMatching(
        /^serverform deploy: Main could not .* Nothing was changed\.[\s\S]*no network/,
      ),
    });
    expect(withPlan).not.toHaveBeenCalled();
    expectNothingChanged();
  });

  test("when a plan fails: its problems are reported, and no other stack is planned", async () => {
    jest
      .mocked(withPlan)
      .mockImplementation(async (_stack, _engine, look) =>
        look({ ...plan, record: { errors: ["syntax"] } } as never),
      );
    await expect(deploy({ yes: true })).rejects.toThrow("described syntax");
    expect(withPlan).toHaveBeenCalledTimes(1);
    expect(selectCode).not.toHaveBeenCalled();
    expectNothingChanged();
  });

  test("when the state is that of another app", async () => {
    jest.mocked(foreignStateOf).mockReturnValue("the state is of shop");
    await expect(deploy({ yes: true })).rejects.toThrow("the state is of shop.");
    expectNothingChanged();
  });

  test("when a remote plan cannot be read, but one without changes can", async () => {
    jest
      .mocked(withPlan)
      .mockImplementationOnce(async (_stack, _engine, look) => look({ ...plan, values: [] } as never));
    await expect(deploy({ yes: true })).rejects.toThrow("Terraform Cloud makes the plan of Main");
    expectNothingChanged();
    jest
      .mocked(withPlan)
      .mockImplementation(async (_stack, _engine, look) =>
        look({ ...plan, values: [], changes: [] } as never),
      );
    expect((await deploy({ yes: true })).status).toBe(0);
  });

  test("when it is interrupted while Terraform plans", async () => {
    jest.mocked(selectCode).mockReturnValue(selection as never);
    const interrupt = new AbortController();
    jest.mocked(withPlan).mockImplementation(async (_stack, _engine, look) => {
      interrupt.abort();
      return look(plan as never);
    });
    await expect(deploy({ yes: true }, true, ["Main"], interrupt)).rejects.toThrow("Interrupted.");
    expectNothingChanged();
  });

  test("when the user says no", async () => {
    jest.mocked(selectCode).mockReturnValue(selection as never);
    await expect(deploy({}, false)).rejects.toMatchObject({ code: "not-approved" });
    expectNothingChanged();
  });
});

describe("deploy --code-only", () => {
  test("plans each stack without a refresh, and asks no question if the code is unchanged", async () => {
    const { status, questions } = await deploy();
    expect([status, questions]).toEqual([0, []]);
    expect(jest.mocked(withPlan).mock.calls.map(([{ id }, , , options]) => [id, options])).toEqual([
      ["Main", { refresh: false }],
      ["Other", { refresh: false }],
    ]);
    expect(updateCode).not.toHaveBeenCalled();
  });

  test.each([
    ["with --yes, without a question", { yes: true }, []],
    ["after the user's yes", {}, ["Update the code of Get?"]],
  ])("updates code %s", async (_, options, asked) => {
    jest.mocked(selectCode).mockReturnValue(selection as never);
    const { status, questions, lines } = await deploy(options, true, ["Main"]);
    expect([status, questions]).toEqual([0, asked]);
    expect(updateCode).toHaveBeenCalledTimes(1);
    expect(lines).toContainEqual(
      expect.stringMatching(/^Updated the code of 0 of 1 function; 1 had it already in /),
    );
  });

  test("prints the updated functions as JSON for a program", async () => {
    jest.mocked(selectCode).mockReturnValue(selection as never);
    const { lines } = await deploy({ yes: true, json: true }, true, ["Main"]);
    const output = lines.find((line) => line.startsWith("data: "))?.replace("data: ", "") ?? "";
    expectOutputOf("deploy", output);
    expect(JSON.parse(output)).toMatchObject({ stage: "dev", functions: [{ name: "Get" }] });
  });
});
