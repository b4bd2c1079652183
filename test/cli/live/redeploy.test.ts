import { deployLiveStacks } from "../../../lib/cli/live/deploy-live";
import { Redeploy, type RedeployOptions } from "../../../lib/cli/live/redeploy";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { lossProblem } from "../../../lib/cli/terraform/approval";
import { noChanges } from "../../../lib/cli/terraform/report";
import { Interrupted } from "../../../lib/cli/ui/interrupt";

jest.mock("../../../lib/cli/live/deploy-live", () => ({
  deployLiveStacks: jest.fn(),
  liveVariables: () => ({ SERVERFORM_LIVE: "true" }),
}));
jest.mock("../../../lib/cli/terraform/approval", () => ({ lossProblem: jest.fn(), printPlan: jest.fn() }));

const stackOf = (id: string, version = 1) => ({ id, template: { version } }) as unknown as SynthesizedStack;
const plan = {} as never;

beforeEach(() => jest.resetAllMocks());

function open(more: { yes?: boolean; isQuiet?: boolean; interactive?: boolean; answers?: boolean[] } = {}) {
  const { yes = true, isQuiet = false, interactive = true, answers = [] } = more;
  const lines: string[] = [];
  const seen: string[] = [];
  let stacks: readonly SynthesizedStack[] = [stackOf("a"), stackOf("b")];
  let approval: unknown;
  let status = "deployed";
  const colors = new Proxy({}, { get: () => (text: string) => text });
  const terminal = {
    interactive,
    colors,
    print: (line = "") => lines.push(line),
    error: (line: string) => lines.push(`error: ${line}`),
  };
  jest.mocked(deployLiveStacks).mockImplementation(async (_, __, changed, approve) => {
    seen.push(`deploy ${changed.map(({ id }) => id).join()}`);
    approval = await approve(changed[0] as SynthesizedStack, plan);
    return changed.map(
      ({ id }) => ({ id, status, changes: noChanges, outputs: {}, errors: [], seconds: 1 }) as never,
    );
  });
  const reload = jest.fn(async () => {});
  const options = {
    deployment: { context: { terminal, synthesize: async () => stacks }, increaseTimeout: false },
    app: { reload },
    sites: {
      update: (reports: { id: string }[]) => seen.push(`sites ${reports.map(({ id }) => id).join()}`),
    },
    databases: { update: async (reports: unknown[]) => seen.push(`databases ${reports.length}`) },
    question: { ask: async () => answers.shift() ?? false },
    yes,
    isQuiet,
  } as unknown as RedeployOptions;
  const redeploy = new Redeploy(options, stacks);
  const change = async (next?: readonly SynthesizedStack[]) => {
    if (next !== undefined) stacks = next;
    redeploy.changed();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  };
  return { change, redeploy, lines, seen, reload, approval: () => approval, fail: () => (status = "failed") };
}

test("a change that deploys nothing is reported, unless the client is quiet", async () => {
  const loud = open();
  await loud.change();
  expect([loud.lines, loud.seen]).toEqual([["No changes to deploy."], []]);
  const quiet = open({ isQuiet: true });
  await quiet.change();
  expect(quiet.lines).toEqual([]);
});

test("the stacks that differ are deployed, and not again afterwards", async () => {
  const { change, seen, lines, approval } = open();
  await change([stackOf("a"), stackOf("b", 2)]);
  expect(seen).toEqual(["deploy b", "sites b", "databases 1"]);
  expect(approval()).toEqual({ isApproved: true });
  expect(lines.at(-1)).toMatch(/^Deployed 1 of 1 stack in/);
  await change();
  expect(lines.at(-1)).toBe("No changes to deploy.");
});

test("a stack that was not deployed is offered again", async () => {
  const { change, seen, fail } = open();
  fail();
  await change([stackOf("a", 2), stackOf("b")]);
  await change();
  expect(seen).toEqual(["deploy a", "sites ", "databases 0", "deploy a", "sites ", "databases 0"]);
});

test.each([
  [true, { isApproved: true }],
  [false, { isApproved: false, reason: "not approved" }],
])("without --yes, Enter decides: %p", async (answer, expected) => {
  const { change, lines, approval } = open({ yes: false, answers: [answer] });
  await change([stackOf("a", 2)]);
  expect(approval()).toEqual(expected);
  expect(lines[0]).toBe("Press Enter to deploy a.");
});

test("a loss is not approved, even with --yes", async () => {
  jest.mocked(lossProblem).mockReturnValue("a table is lost");
  const { change, approval } = open();
  await change([stackOf("a", 2)]);
  expect(approval()).toEqual({ isApproved: false, problem: "a table is lost" });
});

test("without a terminal, a deployment needs --yes", async () => {
  const silent = open({ yes: false, interactive: false });
  await silent.change([stackOf("a", 2), stackOf("b", 2)]);
  expect(silent.seen).toEqual([]);
  expect(silent.lines).toEqual(["Not deployed, because there is no terminal to ask on: a, b."]);
  const yes = open({ interactive: false });
  await yes.change([stackOf("a", 2)]);
  expect(yes.seen[0]).toBe("deploy a");
});

test("changes that come meanwhile are followed once, afterwards", async () => {
  const { redeploy, change, reload } = open();
  redeploy.changed();
  redeploy.changed();
  redeploy.changed();
  expect(reload).toHaveBeenCalledTimes(1);
  await new Promise((done) => setTimeout(done, 20));
  expect(reload).toHaveBeenCalledTimes(2);
  await change();
  expect(reload).toHaveBeenCalledTimes(3);
});

test("a broken app is reported, and the next change is followed", async () => {
  const { change, reload, lines } = open();
  reload.mockRejectedValueOnce(new Error("syntax"));
  await change();
  expect(lines).toEqual([expect.stringMatching(/^error: Error: syntax\n/)]);
  await change();
  expect(lines.at(-1)).toBe("No changes to deploy.");
});

test("an interrupt is not reported", async () => {
  const { change, reload, lines } = open();
  reload.mockRejectedValueOnce(new Interrupted());
  await change();
  expect(lines).toEqual([]);
});
