/** @group processes */

import { existsSync, readFileSync } from "node:fs";
import { expectOutputOf } from "../../support/output-schema";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const note = (text: string): string => `echo ${text} >> ../../../order`;

const chain = {
  "dev-a-Data": { resources: { r: { input: "1", destroyCommand: note("Data") } } },
  "dev-a-Api": { resources: { r: { reads: "dev-a-Data.r", destroyCommand: note("Api") } } },
  "dev-a-Site": { resources: { r: { reads: "dev-a-Api.r", destroyCommand: note("Site") } } },
};

describe("serverform remove", () => {
  test("removes each stack after the stacks that depend on it", async () => {
    const project = new Project(chain);
    await project.run(["deploy", "--yes", "--stage", "dev"]);
    project.write(".serverform/live/dev", "");
    const { code, stdout } = await project.run(["remove", "--yes", "--stage", "dev"]);
    expect(code).toBe(0);
    expect(existsSync(project.path(".serverform/live/dev"))).toBe(false);
    expect(readFileSync(project.path("order"), "utf8")).toBe("Site\nApi\nData\n");
    expect(stdout).toMatch(/Stack dev-a-Data\n {2}Status: removed \(0 added, 0 changed, 1 destroyed/);
    expect(stdout).toContain("Removed 3 of 3 stacks");
    expect(JSON.parse(readFileSync(project.path("terraform.dev-a-Data.tfstate"), "utf8")).resources).toEqual(
      [],
    );
  });

  test("removes only a named stack", async () => {
    const project = new Project(chain);
    const deployed = await project.run(["deploy", "--yes", "--stage", "dev", "--json"]);
    expectOutputOf("deploy", deployed.stdout);
    expect(JSON.parse(deployed.stdout).stacks.map(({ status }: { status: string }) => status)).toEqual(
      Array(3).fill("deployed"),
    );
    project.write(".serverform/live/dev", "");
    const { stdout } = await project.run(["remove", "--yes", "*Site", "--stage", "dev", "--json"]);
    expect(existsSync(project.path(".serverform/live/dev"))).toBe(true);
    expectOutputOf("remove", stdout);
    expect(JSON.parse(stdout)).toMatchObject({
      stage: "dev",
      stacks: [{ id: "dev-a-Site", status: "removed", changes: { destroyed: 1 } }],
    });
    expect(readFileSync(project.path("order"), "utf8")).toBe("Site\n");
  });

  test("does nothing when nothing was deployed", async () => {
    const { code, stdout } = await new Project(chain).run([
      "remove",
      "--yes",
      "dev-a-Data",
      "--stage",
      "dev",
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("Status: no changes");
  });

  test("keeps the stacks that a failed stack depends on", async () => {
    const project = new Project({
      ...chain,
      "dev-a-Site": { resources: { r: { reads: "dev-a-Api.r", destroyCommand: "exit 1" } } },
    });
    await project.run(["deploy", "--yes", "--stage", "dev"]);
    // The stage still has a debug stack, which the next removal must remove.
    project.write(".serverform/live/dev", "");
    const { code, stdout } = await project.run(["remove", "--yes", "--workspaces", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(existsSync(project.path(".serverform/live/dev"))).toBe(true);
    expect(stdout).toMatch(/Stack dev-a-Site\n {2}Status: failed/);
    expect(stdout).toMatch(
      /Stack dev-a-Data\n {2}Status: not removed \(skipped, because dev-a-Site failed\)/,
    );
    expect(existsSync(project.path("order"))).toBe(false);
  });

  test("synthesizes without bundling", async () => {
    const project = new Project(chain);
    project.write(
      "before.js",
      `require("node:fs").writeFileSync("skip", String(process.env.SERVERFORM_SKIP_BUNDLING))`,
    );
    await project.run(["remove", "--yes", "--stage", "dev"]);
    expect(readFileSync(project.path("skip"), "utf8")).toBe("1");
    await project.run(["deploy", "--yes", "--stage", "dev"]);
    expect(readFileSync(project.path("skip"), "utf8")).toBe("undefined");
  });
});

describe("data in a removed stack", () => {
  const state = {
    values: {
      root_module: {
        resources: [
          {
            address: "aws_s3_bucket.uploads",
            mode: "managed",
            type: "aws_s3_bucket",
            values: { bucket: "dev-up-1" },
          },
          {
            address: "data.aws_s3_bucket.other",
            mode: "data",
            type: "aws_s3_bucket",
            values: { bucket: "other" },
          },
          { address: "aws_lambda_function.api", mode: "managed", type: "aws_lambda_function", values: {} },
        ],
      },
    },
  };

  /** A binary that returns a fixed state and records its arguments. */
  function bookkeeper(project: Project): { environment: NodeJS.ProcessEnv; calls: () => string[] } {
    const log = project.path("calls");
    project.write("state.json", JSON.stringify(state));
    const binary = project.script(
      "bookkeeper",
      `[ "$1" = version ] && exec terraform "$@"
       echo "$*" >> "${log}"
       [ "$1" = show ] && cat "${project.path("state.json")}"
       [ "$1" = destroy ] && echo "Destroy complete! Resources: 1 destroyed."
       exit 0`,
    );
    return {
      environment: { TERRAFORM_BINARY_NAME: binary },
      calls: () => readFileSync(log, "utf8").trim().split("\n"),
    };
  }

  test("stays in the account and is listed when the app has no removal policy", async () => {
    const project = new Project({ "dev-a-Data": { settings: { app: "a", stage: "dev" } } });
    const { environment, calls } = bookkeeper(project);
    const { stdout } = await project.run(["remove", "--yes", "--stage", "dev"], environment);
    expect(calls()).toEqual([
      "init -input=false -no-color",
      "show -json -no-color",
      "state rm aws_s3_bucket.uploads",
      "destroy -input=false -json -no-color -auto-approve",
    ]);
    expect(stdout).toContain("These resources stay in your account:\n  dev-up-1 (aws_s3_bucket.uploads)\n");
  });

  test("stays, with all the rest, when the state belongs to another app", async () => {
    const settings = { app: "a", stage: "dev", removalPolicy: "destroy" };
    const project = new Project({ "dev-a-Data": { settings } });
    const { environment, calls } = bookkeeper(project);
    const tags = { "serverform:app": "a-Data", "serverform:stage": "dev" };
    const resources = [
      { address: "aws_sqs_queue.q", mode: "managed", type: "aws_sqs_queue", values: { tags_all: tags } },
    ];
    project.write("state.json", JSON.stringify({ values: { root_module: { resources } } }));
    const { code, stdout } = await project.run(["remove", "--yes", "--stage", "dev"], environment);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "Nothing was removed: the state of dev-a-Data belongs to the stage dev of the app a-Data",
    );
    expect(calls()).toEqual(["init -input=false -no-color", "show -json -no-color"]);
  });

  test.each([
    ["with a removal policy", { app: "a", stage: "dev", removalPolicy: "destroy" }],
    ["of plain CDKTF", undefined],
  ])("of a stack %s is left to Terraform", async (_, settings) => {
    const project = new Project({ "dev-a-Data": { settings } });
    const { environment, calls } = bookkeeper(project);
    await project.run(["remove", "--yes", "--stage", "dev"], environment);
    expect(calls()).toEqual([
      "init -input=false -no-color",
      ...(settings === undefined ? [] : ["show -json -no-color"]),
      "destroy -input=false -json -no-color -auto-approve",
    ]);
  });
});
