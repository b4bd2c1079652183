/** @group processes */

import { existsSync } from "node:fs";
import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const stacks = (input: string): Record<string, object> => ({
  "dev-a-Data": { resources: { table: { input } }, outputs: { name: { of: "table" } } },
  "dev-a-Api": { resources: { api: { reads: "dev-a-Data.table" } } },
});

describe("serverform diff", () => {
  test("shows what a first deployment would create, and which stacks cannot be planned yet", async () => {
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
        "  Cannot be planned yet: the stack reads outputs of dev-a-Data that are not deployed.",
        "",
        "1 of 2 stacks would change.",
        "",
      ].join("\n"),
    );
  });

  test("says that nothing would change", async () => {
    const project = new Project(stacks("1"));
    await project.run(["deploy", "--yes", "--stage", "dev"]);
    const { code, stdout } = await project.run(["diff", "--stage", "dev"]);
    expect(code).toBe(0);
    expect(stdout.match(/ {2}No changes\./g)).toHaveLength(2);
  });

  test("shows changed attributes and the stacks that they affect, and changes nothing", async () => {
    const project = new Project(stacks("1"));
    await project.run(["deploy", "--yes", "--stage", "dev"]);
    project.declare(stacks("2"));
    const { code, stdout } = await project.run(["diff", "--stage", "dev"]);
    expect(code).toBe(0);
    expect(stdout).toContain('  ~ terraform_data.table\n      input: "1" -> "2"\n');
    expect(stdout).toContain("The stack reads outputs of dev-a-Data that would change");
    expect((await project.run(["diff", "--stage", "dev"])).stdout).toBe(stdout);
    expect(existsSync(project.path("cdktf.out/stacks/dev-a-Data/serverform.tfplan"))).toBe(false);
  });

  test("takes several stacks", async () => {
    const { stdout } = await new Project(stacks("1")).run(["diff", "*Api", "*Data", "--stage", "dev"]);
    expect(stdout.match(/^Stack .*/gm)).toEqual(["Stack dev-a-Data", "Stack dev-a-Api"]);
  });

  test("prints JSON alone on stdout with --json", async () => {
    const { code, stdout } = await new Project(stacks("1")).run(["diff", "--stage", "dev", "--json"]);
    expect(code).toBe(0);
    expectOutputOf("diff", stdout);
    expect(JSON.parse(stdout)).toEqual({
      stage: "dev",
      stacks: [
        {
          id: "dev-a-Data",
          changes: [{ address: "terraform_data.table", action: "create", attributes: [] }],
          losses: [],
          terms: [],
          outputs: ["cross-stack-output-terraform_datatableoutput", "name"],
          errors: [],
          follows: [],
        },
        {
          id: "dev-a-Api",
          changes: [],
          losses: [],
          terms: [],
          outputs: [],
          errors: [],
          waitsFor: ["dev-a-Data"],
          follows: ["dev-a-Data"],
        },
      ],
    });
  });

  test("ends with 1 when a plan fails", async () => {
    const project = new Project({ "dev-x": { resources: { r: { precondition: "Never." } } } });
    const { code, stdout } = await project.run(["diff", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(stdout).toContain("Error: dev-x/r (terraform_data.r): Resource precondition failed\n    Never.");
    expect(stdout).toContain("0 of 1 stack would change; 1 could not be planned.\n");
  });
});
