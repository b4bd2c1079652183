/** @group processes */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, cleanUp, overrideTerraformBlock, Project, type Run } from "../support/cli";

afterAll(cleanUp);

const settings = { app: "notes", stage: "dev" };

/** A stack that others read from, and one that reads from it. */
const twoStacks = {
  "dev-notes-Data": {
    settings,
    resources: { table: { input: "notes-table" } },
    outputs: {
      tableName: { of: "table" },
      Alias: { value: "n" },
      password: { value: "secret", sensitive: true },
    },
  },
  "dev-notes-Api": {
    settings,
    resources: { api: { reads: "dev-notes-Data.table" } },
    outputs: { url: { value: "https://example.com" } },
  },
};

describe("serverform deploy", () => {
  const project = new Project(twoStacks);
  const words = ["deploy", "--yes", "--stage", "dev"];
  let first: Run;

  beforeAll(async () => {
    first = await project.run([...words, "--outputs-file", "out/outputs.json"]);
  });

  test("deploys each stack after its dependencies, and reports on each", () => {
    const { code, stdout, stderr } = first;
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout.split("\n")[0]).toBe("Stage: dev");
    expect(
      stdout
        .replace(/\d+\.\d s/g, "0.1 s")
        .split("\n")
        .slice(4),
    ).toEqual([
      "Stack dev-notes-Data",
      "  Status: deployed (1 added, 0 changed, 0 destroyed, 0.1 s)",
      "  Outputs:",
      "    Alias: n",
      "    password: (sensitive)",
      "    tableName: notes-table",
      "",
      "Stack dev-notes-Api",
      "  Status: deployed (1 added, 0 changed, 0 destroyed, 0.1 s)",
      "  Outputs:",
      "    url: https://example.com",
      "",
      "Deployed 2 of 2 stacks in 0.1 s: 2 added, 0 changed, 0 destroyed.",
      "",
    ]);
  });

  test("writes the outputs that are not sensitive to a file", () => {
    expect(JSON.parse(readFileSync(project.path("out/outputs.json"), "utf8"))).toEqual({
      "dev-notes-Data": { Alias: "n", tableName: "notes-table" },
      "dev-notes-Api": { url: "https://example.com" },
    });
  });

  test.each(Object.keys(twoStacks))("leaves no files of its own in %s, and no changes for a plan", (id) => {
    const folder = project.path(`cdktf.out/stacks/${id}`);
    expect(readdirSync(folder).filter((name) => /\.tf(\.json)?$/.test(name))).toEqual(["cdk.tf.json"]);
    const state = JSON.parse(readFileSync(project.path(`terraform.${id}.tfstate`), "utf8"));
    const template = JSON.parse(readFileSync(join(folder, "cdk.tf.json"), "utf8"));
    expect(Object.keys(state.outputs).sort()).toEqual(Object.keys(template.output).sort());
    // Any exit code but 0 throws.
    execFileSync("terraform", ["plan", "-detailed-exitcode"], { cwd: folder, env: cleanEnvironment() });
  });

  test("plans again, applies nothing, and reports that nothing has changed", async () => {
    const { environment, file } = project.recordTerraform();
    const state = () => readFileSync(project.path("terraform.dev-notes-Data.tfstate"), "utf8");
    const before = state();
    const { code, stdout } = await project.run(words, environment);
    expect(code).toBe(0);
    expect(stdout.match(/Status: no changes \(0 added, 0 changed, 0 destroyed, /g)).toHaveLength(2);
    expect(stdout).toContain("tableName: notes-table");
    const runs = readFileSync(file, "utf8");
    expect([runs.match(/ plan /g)?.length, runs.match(/ apply /g)]).toEqual([2, null]);
    expect(state()).toBe(before);
  });

  test("refuses --plan together with --code-only", async () => {
    const options = ["--code-only", "--plan", "plans", "--stage", "dev"];
    const { code, stderr } = await new Project(twoStacks).run(["deploy", ...options]);
    const text = 'serverform deploy: --code-only is given together with "--plan".';
    expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  });

  test.each([
    ["deploy", "--only-changed"],
    ["deploy", "--refresh"],
    ["diff", "--only-changed"],
    ["stacks", "--state"],
  ])("of %s, %s is an unknown option", async (command, option) => {
    const { code, stderr } = await project.run([command, option, "--stage", "dev"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`unknown option '${option}'`)]);
  });

  test("counts a changed output as a deployment", async () => {
    const own = new Project({ "dev-x": { outputs: { a: { value: "1" } } } });
    await own.run(words);
    own.declare({ "dev-x": { outputs: { a: { value: "2" } } } });
    expect((await own.run(words)).stdout).toContain("Status: deployed");
  });

  test("runs independent stacks at the same time", async () => {
    // Each stack waits for the other one, so a sequential deployment would not end.
    const meet = (own: string, other: string): string =>
      `touch ../../../${own}; while [ ! -e ../../../${other} ]; do sleep 0.05; done`;
    const meeting = new Project({
      "dev-a": { resources: { r: { command: meet("a", "b") } } },
      "dev-b": { resources: { r: { command: meet("b", "a") } } },
    });
    expect((await meeting.run(words)).code).toBe(0);
  });
});

describe("serverform deploy --plan", () => {
  const one = (input: string) => ({
    "dev-x": { settings, resources: { r: { input } }, outputs: { a: { of: "r" } } },
  });

  test("applies what diff --out has saved, and refuses it once the app or the stage differs", async () => {
    const project = new Project(one("1"));
    const run = (...words: readonly string[]) => project.run([...words, "--stage", "dev"]);
    const planned = await run("diff", "--out", "plans/dev.json");
    expect(planned.stdout).toContain("Saved the plans of dev-x: plans/dev.json\n");
    expect(statSync(project.path("plans/dev.json")).mode & 0o777).toBe(0o600);

    const record = project.recordTerraform();
    const apply = ["deploy", "--plan", "plans/dev.json", "--yes", "--stage", "dev"];
    const deployed = await project.run(apply, record.environment);
    expect(deployed.stdout).toMatch(/Status: deployed \(1 added, 0 changed, 0 destroyed, /);
    expect(deployed.stdout).toContain("    a: 1\n");
    expect(readFileSync(record.file, "utf8")).not.toMatch(/^dev-x plan/m);

    const stale = await run("deploy", "--plan", "plans/dev.json", "--yes");
    expect([stale.code, stale.stdout]).toEqual([
      1,
      expect.stringContaining("Hint: The stack has changed since it was planned."),
    ]);
    project.declare(one("2"));
    const changed = await run("deploy", "--plan", "plans/dev.json", "--yes");
    expect([changed.code, changed.stderr]).toEqual([
      1,
      expect.stringContaining("which is for another configuration"),
    ]);
  });

  test("leaves out stacks whose plan needs the others deployed first", async () => {
    const project = new Project(twoStacks);
    const { stderr } = await project.run(["diff", "--out", "plans.json", "--stage", "dev"]);
    expect(stderr).toContain("Without a plan: dev-notes-Api.");
    const { code, stdout } = await project.run(["deploy", "--plan", "plans.json", "--yes", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Stack dev-notes-Data\n {2}Status: deployed/);
    expect(stdout).toMatch(/Stack dev-notes-Api\n {2}Status: not deployed \(not planned\)/);
  });
});

describe("a failing deployment", () => {
  const failing = {
    "dev-first": { resources: { r: { input: "1" } }, outputs: { a: { value: "1" } } },
    "dev-broken": {
      dependsOn: ["dev-first"],
      resources: { good: { input: "1" }, bad: { command: "echo no disk >&2; exit 1" } },
      outputs: { b: { value: "2" } },
    },
    "dev-waiting": { dependsOn: ["dev-broken"], outputs: { c: { value: "3" } } },
  };

  test("ends with 1, prints the error, skips dependent stacks, and writes the outputs of those that were deployed", async () => {
    const project = new Project(failing);
    const words = ["deploy", "--yes", "--stage", "dev", "--outputs-file", "outputs.json"];
    const { code, stdout } = await project.run(words);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Stack dev-first\n {2}Status: deployed/);
    expect(stdout).toMatch(
      /Stack dev-broken\n {2}Status: failed \(\d added.*\n {2}Error: dev-broken\/bad \(terraform_data.bad\): local-exec provisioner error/,
    );
    expect(stdout).toContain("no disk");
    expect(stdout).toMatch(
      /Stack dev-waiting\n {2}Status: not deployed \(skipped, because dev-broken failed\)/,
    );
    expect(stdout).toContain("Deployed 1 of 3 stacks");
    expect(JSON.parse(readFileSync(project.path("outputs.json"), "utf8"))).toEqual({
      "dev-first": { a: "1" },
    });
  });

  test.each([
    { command: "deploy", option: "--outputs-file", file: "there", reason: "it is a folder" },
    {
      command: "deploy",
      option: "--outputs-file",
      file: "there/file/o.json",
      reason: "/there/file is a file",
    },
    { command: "diff", option: "--out", file: "there", reason: "it is a folder" },
    { command: "start", option: "--outputs-file", file: "there", reason: "it is a folder" },
  ])("$command refuses $option $file before it does anything", async ({ command, option, file, reason }) => {
    const project = new Project(failing);
    project.write("there/file", "");
    const { code, stdout, stderr } = await project.run([command, "--stage", "dev", option, file]);
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toContain(`serverform ${command}: ${option} is "${file}", which cannot be written: `);
    expect(stderr).toContain(reason);
    expect(stderr).toContain("[file-not-writable]");
  });

  test("prints what a provisioner prints", async () => {
    const project = new Project({ "dev-x": { resources: { r: { command: "echo made it" } } } });
    const { stdout } = await project.run(["deploy", "--yes", "--stage", "dev"]);
    expect(stdout).toContain("dev-x  terraform_data.r: made it\n");
  });

  test("prints the message of a failed condition", async () => {
    const project = new Project({
      "dev-x": { resources: { pool: { precondition: "The sign-in cannot change." } } },
    });
    const { code, stdout } = await project.run(["deploy", "--yes", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "dev-x/pool (terraform_data.pool): Resource precondition failed\n    The sign-in cannot change.",
    );
  });

  test("prints what Terraform says outside of its JSON", async () => {
    const project = new Project({ "dev-a": { resources: { r: { input: "1" } } } });
    const binary = project.script(
      "talker",
      `[ "$1" = version ] && exec terraform "$@"
       [ "$1" = plan ] && { printf 'Error: The plugin crashed\\n\\nIt is gone.\\n' >&2; exit 1; }
       exit 0`,
    );
    const environment = { TERRAFORM_BINARY_NAME: binary };
    const { code, stdout } = await project.run(["deploy", "--yes", "--stage", "dev"], environment);
    expect(code).toBe(1);
    expect(stdout).toContain("Error: The plugin crashed\n");
    expect(stdout).not.toContain("exit code");
  });

  test("prints Terraform's message without its frame if init fails", async () => {
    const project = new Project({ "dev-x": { resources: { r: {} } } });
    overrideTerraformBlock(project, "backend", { nowhere: {} });
    const { code, stdout } = await project.run(["deploy", "--yes", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Status: failed.*\n {2}Error: Duplicate backend configuration\n/);
    expect(stdout).not.toMatch(/[│╷]/);
  });
});

describe("the stack argument", () => {
  test("deploys that stack alone", async () => {
    const { code, stdout } = await new Project(twoStacks).run(["deploy", "--yes", "D*", "--stage", "dev"]);
    expect(code).toBe(0);
    expect(stdout.match(/^Stack .*/gm)).toEqual(["Stack dev-notes-Data"]);
  });

  test("is refused if it matches no stack, with the list of stacks", async () => {
    const { code, stderr } = await new Project(twoStacks).run(["deploy", "--yes", "Dat", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'serverform deploy: [stack] is "Dat", which matches no stack.\n' +
        '  Known stacks: "dev-notes-Data", "dev-notes-Api".\n' +
        "  [stack-not-found]\n",
    );
  });

  test.each([["prod"], ["us-east-1"]])(
    "%s draws a warning about options that npm swallows",
    async (argument) => {
      const { stderr } = await new Project(twoStacks).run(["deploy", "--yes", argument, "--stage", "dev"]);
      expect(stderr).toContain(`npm run deploy -- --stage ${argument}`);
    },
  );
});
