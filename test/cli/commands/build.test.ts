/** @group processes */

import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

describe("serverform build", () => {
  test("lists the resources, packages and folder of each stack", async () => {
    const project = new Project({
      "dev-a-Data": { resources: { one: {}, two: {} } },
      "dev-a-Api": { dependsOn: ["dev-a-Data"] },
    });
    project.write("cdktf.out/stacks/dev-a-Api/assets/Handler/index.js", "x".repeat(2048));
    const { code, stdout, stderr } = await project.run(["build"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      [
        "Stage: dev",
        "",
        "Stack dev-a-Data",
        "     2  terraform_data",
        "  In cdktf.out/stacks/dev-a-Data",
        "",
        "Stack dev-a-Api",
        "  Packages:",
        "      2.0 kB  Handler",
        "  In cdktf.out/stacks/dev-a-Api",
        "",
        "Built 2 stacks in cdktf.out.",
        "",
      ].join("\n"),
    );
  });

  test("prints JSON alone on stdout with --json", async () => {
    const project = new Project({
      "dev-a-Data": { resources: { one: {}, two: {} } },
      "dev-a-Api": { dependsOn: ["dev-a-Data"] },
    });
    project.write("cdktf.out/stacks/dev-a-Api/assets/Handler/index.js", "x".repeat(2048));
    const { stdout, stderr } = await project.run(["build", "--json"]);
    expect(stderr).toBe("Stage: dev\n");
    expectOutputOf("build", stdout);
    expect(JSON.parse(stdout)).toEqual({
      stage: "dev",
      stacks: [
        {
          id: "dev-a-Data",
          folder: "cdktf.out/stacks/dev-a-Data",
          dependencies: [],
          resources: { terraform_data: 2 },
          packages: [],
        },
        {
          id: "dev-a-Api",
          folder: "cdktf.out/stacks/dev-a-Api",
          dependencies: ["dev-a-Data"],
          resources: {},
          packages: [{ name: "Handler", bytes: 2048 }],
        },
      ],
    });
  });

  test("does not require Terraform", async () => {
    const project = new Project({ "dev-a": {} }, { output: "out" });
    const { code, stdout } = await project.run(["build"], { TERRAFORM_BINARY_NAME: "no-such-terraform" });
    expect(code).toBe(0);
    expect(stdout).toContain("Built 1 stack in out.");
  });
});
