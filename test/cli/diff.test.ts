/** @group processes */

import { existsSync } from "node:fs";
import { plannedResources } from "../../lib/cli/diff";
import { cleanUp, Project } from "./support/cli";

afterAll(cleanUp);

const stacks = (input: string): Record<string, object> => ({
  "dev-a-Data": { resources: { table: { input } }, outputs: { name: { of: "table" } } },
  "dev-a-Api": { resources: { api: { reads: "dev-a-Data.table" } } },
});

describe("serverform diff", () => {
  test("tells what a first deployment would create, and which stacks have to wait for it", async () => {
    const project = new Project(stacks("1"));
    const { code, stdout } = await project.run(["diff", "--stage", "dev"]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        "Stage: dev",
        "",
        "Stack dev-a-Data",
        "  + terraform_data.table",
        "  ~ outputs: name",
        "  Plan: 1 to add, 0 to change, 0 to destroy.",
        "",
        "Stack dev-a-Api",
        "  Unknown yet: it reads outputs of dev-a-Data that have not been deployed.",
        "",
        "1 of 2 stacks would change.",
        "",
      ].join("\n"),
    );
  });

  test("tells that nothing would change", async () => {
    const project = new Project(stacks("1"));
    await project.run(["deploy", "--stage", "dev"]);
    const { code, stdout } = await project.run(["diff", "--stage", "dev"]);
    expect(code).toBe(0);
    expect(stdout.match(/ {2}No changes\./g)).toHaveLength(2);
  });

  test("shows changed attributes, what follows from them elsewhere, and changes nothing", async () => {
    const project = new Project(stacks("1"));
    await project.run(["deploy", "--stage", "dev"]);
    project.declare(stacks("2"));
    const { code, stdout } = await project.run(["diff", "--stage", "dev"]);
    expect(code).toBe(0);
    expect(stdout).toContain('  ~ terraform_data.table\n      input: "1" -> "2"\n');
    expect(stdout).toContain("It reads outputs of dev-a-Data that would change");
    expect((await project.run(["diff", "--stage", "dev"])).stdout).toBe(stdout);
    expect(existsSync(project.path("cdktf.out/stacks/dev-a-Data/serverform.tfplan"))).toBe(false);
  });

  test("takes several stacks", async () => {
    const { stdout } = await new Project(stacks("1")).run(["diff", "*Api", "*Data", "--stage", "dev"]);
    expect(stdout.match(/^Stack .*/gm)).toEqual(["Stack dev-a-Data", "Stack dev-a-Api"]);
  });

  test("ends with 1 when a plan fails", async () => {
    const project = new Project({ "dev-x": { resources: { r: { precondition: "Never." } } } });
    const { code, stdout } = await project.run(["diff", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(stdout).toContain("Error: dev-x/r (terraform_data.r): Resource precondition failed\n    Never.");
  });
});

describe("plannedResources", () => {
  const plan = (change: object): unknown => ({ resource_changes: [{ address: "x.y", change }] });

  test.each([
    [["no-op"], undefined],
    [["read"], undefined],
    [["create"], "create"],
    [["update"], "update"],
    [["delete"], "delete"],
    [["delete", "create"], "replace"],
    [["create", "delete"], "replace"],
    [["forget"], "forget"],
  ])("takes the actions %j as %s", (actions, expected) => {
    expect(plannedResources(plan({ actions }))[0]?.action).toBe(expected);
  });

  test("tells changed attributes, without secrets and unknown values", () => {
    const change = {
      actions: ["update"],
      before: { same: 1, size: 128, password: "a", list: [1], arn: "x" },
      after: { same: 1, size: 256, password: "b", list: [1, 2] },
      after_unknown: { arn: true, same: false },
      before_sensitive: { password: true },
      after_sensitive: { password: true },
    };
    expect(plannedResources(plan(change))[0]?.attributes).toEqual([
      'arn: "x" -> (known after apply)',
      "list: [1] -> [1,2]",
      "password: (sensitive)",
      "size: 128 -> 256",
    ]);
  });
});
