/** @group processes */

import { existsSync, readdirSync } from "node:fs";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { deployStack } from "../../../lib/cli/terraform/deploy";
import { diffStacks } from "../../../lib/cli/terraform/diff";
import type { Engine } from "../../../lib/cli/terraform/engine";
import { cleanUp, type FixtureStack, Project } from "../support/cli";
import { openFirstStack } from "../support/engine";

afterAll(cleanUp);

describe("deployStack with approval", () => {
  /** A stack of a real app, and an engine with the real Terraform. */
  async function openStack(
    resources: FixtureStack["resources"] = { r: { input: "1" } },
  ): Promise<{ project: Project; engine: Engine; target: SynthesizedStack }> {
    const project = new Project({
      "dev-a": { resources, outputs: { a: { of: "r" } } },
    });
    await project.run(["build"]);
    return { project, ...(await openFirstStack(project)) };
  }

  test("applies the plan that was approved, and deletes the plan file", async () => {
    const { project, engine, target } = await openStack();
    const planned: string[] = [];
    const result = await deployStack(target, engine, async (_, { changes }) => {
      planned.push(...changes.map(({ address, action }) => `${action} ${address}`));
      return { isApproved: true };
    });
    expect(planned).toEqual(["create terraform_data.r"]);
    expect(result).toMatchObject({
      status: "deployed",
      changes: { added: 1 },
      outputs: { a: { value: "1" } },
    });
    expect(readdirSync(project.path("cdktf.out/stacks/dev-a"))).toEqual([".terraform", "cdk.tf.json"]);
  });

  test("ends with the errors of a plan that fails, without a question", async () => {
    const { project, engine, target } = await openStack({ r: { precondition: "Never." } });
    const ask = jest.fn();
    const result = await deployStack(target, engine, ask);
    expect(result).toMatchObject({ status: "failed", changes: { added: 0, changed: 0, destroyed: 0 } });
    expect(result.errors).toEqual([
      expect.stringMatching(/^dev-a\/r \(terraform_data\.r\): Resource precondition failed\nNever\./),
    ]);
    expect(ask).not.toHaveBeenCalled();
    expect(existsSync(project.path("terraform.dev-a.tfstate"))).toBe(false);
  });

  test.each(["show", "approval"])(
    "applies nothing when the interrupt comes in the %s of the plan",
    async (moment) => {
      const { engine, target } = await openStack();
      const controller = new AbortController();
      const interrupted = { ...engine, interrupt: { ...engine.interrupt, first: controller.signal } };
      const { run: runTerraform } = engine.terraform;
      const run = jest.spyOn(engine.terraform, "run").mockImplementation(async (...given) => {
        const exit = await runTerraform.apply(engine.terraform, given);
        // Terraform shows a plan to its end, and reports no error.
        if (given[1][0] === moment) controller.abort();
        return exit;
      });
      const approve = jest.fn(async () => {
        if (moment === "approval") controller.abort();
        return { isApproved: true as const };
      });
      expect(await deployStack(target, interrupted, approve)).toMatchObject({
        status: "not deployed",
        reason: "interrupted",
      });
      expect(run.mock.calls.map(([, [command]]) => command)).toEqual(["plan", "show"]);
      expect(approve).toHaveBeenCalledTimes(moment === "show" ? 0 : 1);
    },
  );

  test("applies the plan that was approved, although another command has planned the stack again", async () => {
    const { engine, target } = await openStack();
    const result = await deployStack(target, engine, async () => {
      await diffStacks([target], engine);
      return { isApproved: true };
    });
    expect(result).toMatchObject({ status: "deployed", changes: { added: 1 }, errors: [] });
  });

  test("changes nothing when the plan is not approved", async () => {
    const { project, engine, target } = await openStack();
    const result = await deployStack(target, engine, async () => ({
      isApproved: false,
      reason: "not approved",
    }));
    expect(result).toMatchObject({ status: "not deployed", reason: "not approved" });
    expect(existsSync(project.path("terraform.dev-a.tfstate"))).toBe(false);
  });

  test("plans and reads the outputs when nothing would change, without a question and an apply", async () => {
    const { engine, target } = await openStack();
    await deployStack(target, engine, async () => ({ isApproved: true }));
    const run = jest.spyOn(engine.terraform, "run");
    const ask = jest.fn();
    const result = await deployStack(target, engine, ask);
    expect(result).toMatchObject({ status: "no changes", outputs: { a: { value: "1" } } });
    expect(run.mock.calls.map(([, [command]]) => command)).toEqual(["plan", "output"]);
    expect(ask).not.toHaveBeenCalled();
  });
});
