/** @group processes */

import { existsSync, readFileSync } from "node:fs";
import { version } from "../../package.json";
import { cleanUp, Project } from "./support/cli";

afterAll(cleanUp);

const stacks = { "dev-x": { resources: { r: { input: "1" } }, outputs: { a: { value: "1" } } } };

describe("serverform", () => {
  test("--version prints the version and loads no command", async () => {
    const project = new Project();
    const hook = project.write(
      "hook.js",
      `process.on("exit", () => require("node:fs").writeFileSync("loaded", Object.keys(require.cache).join("\\n")))`,
    );
    const run = await project.run(["--version"], { NODE_OPTIONS: `--require=${hook}` });
    expect(run).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect(readFileSync(project.path("loaded"), "utf8")).not.toMatch(/node_modules\/(?!commander|\.cache)/);
  });

  test("--help lists the commands and the options of all of them", async () => {
    const { code, stdout } = await new Project().run(["--help"]);
    expect(code).toBe(0);
    expect(stdout.match(/^ {2}[a-z]+(?= )/gm)?.map((name) => name.trim())).toEqual([
      "build",
      "deploy",
      "diff",
      "remove",
      "local",
      "update",
    ]);
    expect(stdout.match(/^ {2}--[a-z-]+/gm)?.map((name) => name.trim())).toEqual([
      "--version",
      "--app",
      "--stage",
      "--region",
      "--profile",
      "--role-arn",
      "--verbose",
      "--no-color",
      "--help",
    ]);
  });

  test.each([["start"], ["secrets"], ["bind"], ["env"], ["bootstrap"], ["tf"], ["deplo"]])(
    "knows no command %s",
    async (command) => {
      const { code, stderr } = await new Project(stacks).run([command, "--stage", "dev"]);
      expect(code).toBe(1);
      expect(stderr).toContain(`unknown command '${command}'`);
    },
  );

  test("refuses an option that it does not know", async () => {
    const { code, stderr } = await new Project(stacks).run(["deploy", "--stag", "dev"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Did you mean --stage?");
  });

  test("takes global options before and after the command", async () => {
    const project = new Project(stacks);
    expect((await project.run(["--stage", "one", "build"])).stdout).toContain("Stage: one\n");
    expect((await project.run(["build", "--stage", "two"])).stdout).toContain("Stage: two\n");
  });
});

describe("without a terminal", () => {
  test("there is no colour, also in CI and when a deployment fails", async () => {
    const project = new Project({ "dev-x": { resources: { r: { command: "exit 1" } } } });
    const { stdout, stderr } = await project.run(["deploy", "prod*", "--stage", "dev"], { CI: "true" });
    const failed = await project.run(["deploy", "--stage", "dev"], { CI: "true" });
    expect(stdout + stderr + failed.stdout + failed.stderr).not.toContain("\u001b");
  });

  test.each([["deploy"], ["remove"], ["diff"]])("%s wants a stage", async (command) => {
    const { code, stdout, stderr } = await new Project(stacks).run([command]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `serverform ${command}: --stage is missing, no personal stage is set, and there is no terminal to ask on.\n` +
        `  Name the stage: serverform ${command} --stage dev.\n  [stage-required]\n`,
    );
  });

  test("build takes dev", async () => {
    expect((await new Project(stacks).run(["build"])).stdout).toMatch(/^Stage: dev\n/);
  });

  test("--no-auto-approve is refused before anything is done", async () => {
    const project = new Project(stacks);
    const { code, stderr } = await project.run(["deploy", "--stage", "dev", "--no-auto-approve"]);
    expect(code).toBe(1);
    expect(stderr).toContain("[approval-without-terminal]");
    expect(existsSync(project.path("cdktf.out"))).toBe(false);
  });
});

describe("the stage", () => {
  test.each([
    ["--stage", ["--stage", "option"], { SERVERFORM_STAGE: "variable" }, "option"],
    ["SERVERFORM_STAGE", [], { SERVERFORM_STAGE: "variable" }, "variable"],
    [".serverform/stage", [], {}, "personal"],
  ])("comes from %s", async (_, options, environment, stage) => {
    const project = new Project(stacks);
    project.write(".serverform/stage", "personal\n");
    expect((await project.run(["deploy", ...options], environment)).stdout).toContain(`Stage: ${stage}\n`);
  });

  test("that is no stage is refused", async () => {
    const { code, stderr } = await new Project(stacks).run(["build", "--stage", "1st"]);
    expect(code).toBe(1);
    expect(stderr).toContain('--stage is "1st"');
  });

  test("that the app does not follow draws a warning", async () => {
    const project = new Project({ "prod-x-Main": { settings: { app: "x", stage: "prod" } } });
    expect((await project.run(["build", "--stage", "dev"])).stderr).toContain('"prod", not "dev"');
  });
});

describe("Terraform", () => {
  test("that is not there is one message, and nothing is synthesised", async () => {
    const project = new Project(stacks);
    const run = await project.run(["deploy", "--stage", "dev"], {
      TERRAFORM_BINARY_NAME: "no-such-terraform",
    });
    expect(run).toMatchObject({
      code: 1,
      stderr:
        "serverform: no-such-terraform was not found.\n" +
        "  Install Terraform (https://developer.hashicorp.com/terraform/install), or name the binary in TERRAFORM_BINARY_NAME.\n" +
        "  [terraform-missing]\n",
    });
    expect(existsSync(project.path("cdktf.out"))).toBe(false);
  });

  test("is looked for on the path", async () => {
    const project = new Project(stacks);
    const { stderr } = await project.run(["diff", "--stage", "dev"], { PATH: project.folder });
    expect(stderr).toContain("serverform: terraform was not found.");
  });

  test("that is too old is refused", async () => {
    const project = new Project(stacks);
    const binary = project.script("old", `echo '{"terraform_version": "1.1.9"}'`);
    const { stderr } = await project.run(["deploy", "--stage", "dev"], { TERRAFORM_BINARY_NAME: binary });
    expect(stderr).toContain("is Terraform 1.1.9, which is too old.");
  });

  test("calls nobody, asks nothing, and shares its downloads", async () => {
    const project = new Project(stacks);
    const binary = project.script("recorder", `env > "${project.path("environment")}"; exec terraform "$@"`);
    await project.run(["deploy", "--stage", "dev"], {
      TERRAFORM_BINARY_NAME: binary,
      HTTPS_PROXY: "http://proxy",
    });
    const lines = readFileSync(project.path("environment"), "utf8").split("\n");
    const cache = project.path("home/.terraform.d/plugin-cache");
    expect(lines).toEqual(
      expect.arrayContaining([
        "CHECKPOINT_DISABLE=1",
        "TF_INPUT=0",
        `TF_PLUGIN_CACHE_DIR=${cache}`,
        "HTTPS_PROXY=http://proxy",
      ]),
    );
    expect(existsSync(cache)).toBe(true);
  });

  test("keeps a cache folder of the user's own", async () => {
    const project = new Project(stacks);
    const binary = project.script("recorder", `env > "${project.path("environment")}"; exec terraform "$@"`);
    const own = project.path("own-cache");
    await project.run(["deploy", "--stage", "dev"], {
      TERRAFORM_BINARY_NAME: binary,
      TF_PLUGIN_CACHE_DIR: own,
    });
    expect(readFileSync(project.path("environment"), "utf8")).toContain(`TF_PLUGIN_CACHE_DIR=${own}\n`);
  });
});
