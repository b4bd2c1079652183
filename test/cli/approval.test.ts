/** @group processes */

import { existsSync, readdirSync } from "node:fs";
import { PassThrough } from "node:stream";
import { approval } from "../../lib/cli/approval";
import { deployStack } from "../../lib/cli/deploy";
import { type Engine, openEngine } from "../../lib/cli/engine";
import { RunRecord } from "../../lib/cli/run-record";
import { initializeStacks } from "../../lib/cli/stack-runs";
import { readStacks, type Stack } from "../../lib/cli/stacks";
import { Terminal, type TerminalStreams } from "../../lib/cli/terminal";
import { Terraform } from "../../lib/cli/terraform";
import { cleanEnvironment, cleanUp, Project } from "./support/cli";

afterAll(cleanUp);

const stack = (id: string): Stack => ({ id, folder: "", dependencies: [], annotations: [], template: {} });

function planOf(action: string): RunRecord {
  const record = new RunRecord();
  record.onLine(JSON.stringify({ type: "planned_change", change: { resource: { addr: "x.y" }, action } }));
  return record;
}

describe("a deployment that is asked about", () => {
  /** A stack of a real app, and what is needed to deploy it with the real Terraform. */
  async function openStack(): Promise<{ project: Project; engine: Engine; target: Stack }> {
    const project = new Project({
      "dev-a": { resources: { r: { input: "1" } }, outputs: { a: { of: "r" } } },
    });
    await project.run(["build"]);
    const never = new AbortController().signal;
    const terminal = new Terminal();
    jest.spyOn(terminal, "print").mockReturnValue();
    const interrupt = { first: never, second: never, release: () => {} };
    const environment = { ...cleanEnvironment(), ...project.environment };
    const terraform = new Terraform(terminal, interrupt, environment);
    const stacks = readStacks(project.path("cdktf.out"));
    const engine = openEngine({ terminal, interrupt }, terraform, stacks, { verb: "Deploying", count: 1 });
    await initializeStacks(stacks, engine);
    const [target = stack("none")] = stacks;
    return { project, engine, target };
  }

  test("does what was planned, and leaves no plan behind", async () => {
    const { project, engine, target } = await openStack();
    const planned: string[] = [];
    const result = await deployStack(target, engine, async (_, { planned: changes }) => {
      planned.push(...changes.map(({ address, action }) => `${action} ${address}`));
      return true;
    });
    expect(planned).toEqual(["create terraform_data.r"]);
    expect(result).toMatchObject({
      status: "deployed",
      changes: { added: 1 },
      outputs: { a: { value: "1" } },
    });
    expect(readdirSync(project.path("cdktf.out/stacks/dev-a"))).toEqual([".terraform", "cdk.tf.json"]);
  });

  test("does nothing when the answer is no", async () => {
    const { project, engine, target } = await openStack();
    const result = await deployStack(target, engine, async () => false);
    expect(result).toMatchObject({ status: "not deployed", reason: "you said no" });
    expect(existsSync(project.path("terraform.dev-a.tfstate"))).toBe(false);
  });

  test("is not asked about when nothing would change", async () => {
    const { engine, target } = await openStack();
    await deployStack(target, engine, undefined);
    const ask = jest.fn();
    expect(await deployStack(target, engine, ask)).toMatchObject({ status: "no changes" });
    expect(ask).not.toHaveBeenCalled();
  });
});

describe("approval", () => {
  test("is not asked for by default", () => {
    expect(approval(new Terminal(), true)).toBeUndefined();
  });

  test("shows the plan of one stack after the other, and takes only yes for yes", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    const answers = ["yes", "maybe"];
    let shown = "";
    output.on("data", (data: Buffer) => {
      shown += data.toString();
      if (data.toString().includes("(yes/no)")) setImmediate(() => input.write(`${answers.shift()}\n`));
    });
    const streams = { input, output, errors: output } as unknown as TerminalStreams;
    const approve = approval(new Terminal({}, streams, { NO_COLOR: "1" }), false);
    const decided = await Promise.all([
      approve?.(stack("dev-a"), planOf("create")),
      approve?.(stack("dev-b"), planOf("replace")),
    ]);
    expect(decided).toEqual([true, false]);
    expect(shown).toMatch(/Stack dev-a\n {2}\+ x\.y\n {2}1 added, 0 changed, 0 destroyed\n/);
    expect(shown).toMatch(/Stack dev-b\n {2}-\/\+ x\.y\n {2}1 added, 0 changed, 1 destroyed\n/);
    expect(shown.indexOf("Deploy dev-a?")).toBeLessThan(shown.indexOf("Stack dev-b"));
  });
});
