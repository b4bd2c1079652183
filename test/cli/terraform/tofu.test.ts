/** @group processes */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const withTofu = spawnSync("tofu", ["version"]).status === 0 ? describe : describe.skip;

withTofu("OpenTofu in place of Terraform (skipped where this machine has none)", () => {
  test("plans, deploys, finds no changes, applies a saved plan once, and removes", async () => {
    const project = new Project({
      "dev-a-Data": { resources: { table: { input: "1" } }, outputs: { name: { of: "table" } } },
      "dev-a-Api": { resources: { api: { reads: "dev-a-Data.table" } } },
    });
    const run = (...args: string[]) => project.run([...args, "--stage", "dev", "--terraform", "tofu"]);
    expect(await run("diff")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Cannot be planned yet"),
    });
    expect(await run("deploy", "--yes")).toMatchObject({ code: 0, stderr: "" });
    expect(existsSync(project.path("terraform.dev-a-Api.tfstate"))).toBe(true);
    expect(await run("diff")).toMatchObject({ code: 0, stdout: expect.stringContaining("No changes") });
    expect(await run("deploy", "--yes")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Status: no changes[\s\S]*name: 1[\s\S]*Status: no changes/),
    });

    project.declare({
      "dev-a-Data": { resources: { table: { input: "2" } }, outputs: { name: { of: "table" } } },
    });
    expect(await run("diff", "--out", "plan.json")).toMatchObject({ code: 0, stderr: "" });
    const apply = () => run("deploy", "--plan", "plan.json", "--yes");
    expect(await apply()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Status: deployed \(0 added, 1 changed[\s\S]*name: 2/),
    });
    expect(await apply()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("Hint: The stack has changed since it was planned."),
    });
    expect(await run("remove", "--yes")).toMatchObject({ code: 0, stderr: "" });
  });
});
