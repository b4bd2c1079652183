/** @group processes */

import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

describe("serverform build", () => {
  test("asks the remote cache before the app runs", async () => {
    const project = new Project({ "dev-a": { resources: { one: {} } } });
    const requests: string[] = [];
    const server = createServer(({ method = "" }, response) => {
      requests.push(`${method} ${existsSync(project.path("cdktf.out/manifest.json")) ? "after" : "before"}`);
      response.writeHead(404).end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const { code, stderr } = await project.run(["build"], { SERVERFORM_CACHE_URL: url });
      expect({ code, stderr, requests }).toEqual({
        code: 0,
        stderr: "",
        requests: ["GET before", "GET before"],
      });
    } finally {
      server.close();
    }
  });

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

describe("serverform build with a policy", () => {
  const policy = `
    import { definePolicy, type Rule } from "serverform/policy";
    const rule = (id: string, name: string): Rule => ({
      id,
      check: ({ resources }) =>
        resources
          .filter((each) => each.name === name)
          .map((at) => ({ at, problem: "is one too many", remedy: "Remove it." })),
    });
    export default definePolicy({ rules: [rule("no-one", "one"), rule("no-two", "two")], warnings: ["no-two"] });`;

  test("prints what breaks it, and fails", async () => {
    const project = new Project({ "dev-a-Data": { resources: { one: {}, two: {} } } });
    project.write("serverform.policy.ts", policy);
    const { code, stdout, stderr } = await project.run(["build"]);
    expect(stdout).toContain("\nPolicy: 2 rules, 1 error, 1 warning, 0 exceptions\n");
    expect(stderr).toMatch(/^dev-a-Data\/\S*one: is one too many\.\n {2}Remove it\.\n {2}\[no-one\]$/m);
    expect(stderr).toContain("[no-two]");
    expect(code).toBe(1);
    const json = await project.run(["build", "--json"]);
    expect(JSON.parse(json.stdout).policy).toMatchObject({
      errors: [{ rule: "no-one" }],
      warnings: [{ rule: "no-two" }],
    });
    expect(json.code).toBe(1);
    const { environment, file } = project.recordTerraform();
    const deploy = await project.run(["deploy", "--stage", "dev", "--yes", "--json"], environment);
    expect([deploy.code, deploy.stderr]).toEqual([
      1,
      expect.stringMatching(/\[no-one\][\s\S]*\[policy-not-met\]/),
    ]);
    expect(JSON.parse(deploy.stdout).errors).toEqual([
      expect.objectContaining({ code: "no-one", problem: "is one too many", remedy: "Remove it." }),
    ]);
    const commands = existsSync(file) ? readFileSync(file, "utf8") : "";
    expect(commands).not.toMatch(/ (init|plan|apply)/);
    project.declare({ "dev-a-Data": { resources: { two: {} } } });
    expect((await project.run(["build"])).code).toBe(0);
  });
});
