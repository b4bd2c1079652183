import { PassThrough } from "node:stream";
import { Terminal } from "../../../lib/cli";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { type Approval, openApproval } from "../../../lib/cli/terraform/approval";
import type { ResourceChange } from "../../../lib/cli/terraform/review/planned-changes";
import type { TerminalStreams } from "../../../lib/cli/ui/terminal";

const stack = (id: string): SynthesizedStack => ({
  id,
  folder: "",
  dependencies: [],
  annotations: [],
  template: {},
});

type Plan = Parameters<Approval>[1];

function planOf(action: ResourceChange["action"], address = "x.y"): Plan {
  return {
    changes: [{ address, action, attributes: [] }],
    values: [],
    outputs: ["Url", "cross-stack-output-x"],
  };
}

const approved = { isApproved: true };
const refused = { isApproved: false, reason: "not approved" };

/** Asks about plans at a terminal whose user gives these answers. Returns the decisions and what was shown. */
async function ask(
  answers: string[],
  plans: readonly (readonly [id: string, plan: Plan, isProtected?: boolean])[],
  allowed: readonly string[] = [],
) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let shown = "";
  output.on("data", (data: Buffer) => {
    shown += data.toString();
    if (/\((?:yes\/)?no\)/.test(data.toString())) setImmediate(() => input.write(`${answers.shift()}\n`));
  });
  const streams = { input, output, errors: output } as unknown as TerminalStreams;
  const approve = openApproval(new Terminal({}, streams, { NO_COLOR: "1" }), { yes: false, allowed });
  const decided = await Promise.all(
    plans.map(([id, plan, isProtected = false]) =>
      approve({ ...stack(id), settings: { app: "a", stage: "b", isProtected } }, plan),
    ),
  );
  return { decided, shown };
}

describe("openApproval", () => {
  test("asks about one plan after the other, and approves only with yes", async () => {
    const { decided, shown } = await ask(
      ["yes", "maybe"],
      [
        ["dev-a", planOf("create")],
        ["dev-b", planOf("replace")],
      ],
    );
    expect(decided).toEqual([approved, refused]);
    expect(shown).toMatch(
      /Stack dev-a\n {2}\+ x\.y\n {2}~ outputs: Url\n {2}Plan: 1 to add, 0 to change, 0 to destroy\.\n/,
    );
    expect(shown).toMatch(
      /Stack dev-b\n {2}-\/\+ x\.y\n {2}~ outputs: Url\n {2}Plan: 1 to add, 0 to change, 1 to destroy\.\n/,
    );
    expect(shown.indexOf("Deploy dev-a?")).toBeLessThan(shown.indexOf("Stack dev-b"));
  });

  const replaced = planOf("replace", "aws_dynamodb_table.Notes");
  const replacedName = "aws_dynamodb_table.Notes";

  test("asks for the name of the resource that a plan replaces with its data", async () => {
    const { decided, shown } = await ask(["yes", replacedName], [["dev-a", replaced]]);
    expect(decided).toEqual([approved]);
    expect(shown).toContain(
      `  ! the table ${replacedName} is replaced: its data is lost (${replacedName})\n\n  -/+ ${replacedName}`,
    );
    expect(shown).toContain(`To allow this, type its name, ${replacedName}: (no)`);
    expect((await ask(["yes", "yes"], [["dev-a", replaced]])).decided).toEqual([refused]);
  });

  test("asks for no name that --allow-replace gives", async () => {
    expect((await ask(["yes"], [["dev-a", replaced]], [replacedName])).decided).toEqual([approved]);
  });

  test("refuses losses of a protected stage without a question, also those that are allowed", async () => {
    const { decided } = await ask([], [["dev-a", replaced, true]], [replacedName]);
    expect(decided).toEqual([{ isApproved: false, problem: expect.stringContaining("isProtected") }]);
  });

  test.each<[string, readonly string[], boolean]>([
    ["nothing is allowed", [], false],
    ["its address is allowed", [replacedName], true],
    ["another one is allowed", ["aws_dynamodb_table.Other"], false],
  ])("with --yes decides alone about losses: %s", async (_what, allowed, isApproved) => {
    const decision = await openApproval(new Terminal(), { yes: true, allowed })(stack("dev-a"), replaced);
    expect(decision).toMatchObject({ isApproved });
    if (!decision.isApproved)
      expect(decision.problem).toContain(`If this is meant: --allow-replace ${replacedName}`);
  });

  test("with --yes approves what loses nothing", async () => {
    expect(await openApproval(new Terminal(), { yes: true })(stack("dev-a"), planOf("replace"))).toEqual(
      approved,
    );
  });
});
