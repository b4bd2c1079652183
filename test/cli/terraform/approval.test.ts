import { PassThrough } from "node:stream";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { openApproval } from "../../../lib/cli/terraform/approval";
import type { ResourceChange, StackPlan } from "../../../lib/cli/terraform/plan";
import { Terminal, type TerminalStreams } from "../../../lib/cli/ui/terminal";

const stack = (id: string): SynthesizedStack => ({
  id,
  folder: "",
  dependencies: [],
  annotations: [],
  template: {},
});

function planOf(action: ResourceChange["action"]): Pick<StackPlan, "changes" | "outputs"> {
  return { changes: [{ address: "x.y", action, attributes: [] }], outputs: ["Url", "cross-stack-output-x"] };
}

describe("openApproval", () => {
  test("returns nothing when approval is automatic", () => {
    expect(openApproval(new Terminal(), true)).toBeUndefined();
  });

  test("asks about one plan after the other, and approves only with yes", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    const answers = ["yes", "maybe"];
    let shown = "";
    output.on("data", (data: Buffer) => {
      shown += data.toString();
      if (data.toString().includes("(yes/no)")) setImmediate(() => input.write(`${answers.shift()}\n`));
    });
    const streams = { input, output, errors: output } as unknown as TerminalStreams;
    const approve = openApproval(new Terminal({}, streams, { NO_COLOR: "1" }), false);
    const decided = await Promise.all([
      approve?.(stack("dev-a"), planOf("create")),
      approve?.(stack("dev-b"), planOf("replace")),
    ]);
    expect(decided).toEqual([true, false]);
    expect(shown).toMatch(
      /Stack dev-a\n {2}\+ x\.y\n {2}~ outputs: Url\n {2}Plan: 1 to add, 0 to change, 0 to destroy\.\n/,
    );
    expect(shown).toMatch(
      /Stack dev-b\n {2}-\/\+ x\.y\n {2}~ outputs: Url\n {2}Plan: 1 to add, 0 to change, 1 to destroy\.\n/,
    );
    expect(shown.indexOf("Deploy dev-a?")).toBeLessThan(shown.indexOf("Stack dev-b"));
  });
});
