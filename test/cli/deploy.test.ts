/** @group processes */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { cleanEnvironment, cleanUp, Project } from "./support/cli";

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

/** Lets the app write something else under `terraform`. */
function overrideTerraformBlock(project: Project, path: string, value: unknown): void {
  project.write(
    "before.js",
    `const { TerraformStack } = require("cdktf");
     const prepare = TerraformStack.prototype.prepareStack;
     TerraformStack.prototype.prepareStack = function () {
       this.addOverride("terraform.${path}", ${JSON.stringify(value)});
       prepare.call(this);
     };`,
  );
}

describe("serverform deploy", () => {
  test("deploys the stacks after those that they read from, and reports on each", async () => {
    const project = new Project(twoStacks);
    const { code, stdout, stderr } = await project.run(["deploy", "--stage", "dev"]);
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

  test("leaves the state that plain Terraform finds nothing to change in", async () => {
    const project = new Project(twoStacks);
    await project.run(["deploy", "--stage", "dev"]);
    const plan = execFileSync("terraform", ["plan", "-detailed-exitcode", "-no-color"], {
      cwd: project.path("cdktf.out/stacks/dev-notes-Api"),
      env: cleanEnvironment(),
    });
    expect(plan.toString()).toContain("No changes.");
    expect(existsSync(project.path("terraform.dev-notes-Api.tfstate"))).toBe(true);
  });

  test("says so when nothing has changed", async () => {
    const project = new Project(twoStacks);
    await project.run(["deploy", "--stage", "dev"]);
    const { code, stdout } = await project.run(["deploy", "--stage", "dev"]);
    expect(code).toBe(0);
    expect(stdout.match(/Status: no changes/g)).toHaveLength(2);
    expect(stdout).toContain("tableName: notes-table");
  });

  test("counts a changed output as a deployment", async () => {
    const project = new Project({ "dev-x": { outputs: { a: { value: "1" } } } });
    await project.run(["deploy", "--stage", "dev"]);
    project.declare({ "dev-x": { outputs: { a: { value: "2" } } } });
    expect((await project.run(["deploy", "--stage", "dev"])).stdout).toContain("Status: deployed");
  });

  test("runs independent stacks at the same time", async () => {
    // Each one waits for the other, so one after the other they would never end.
    const meet = (own: string, other: string): string =>
      `touch ../../../${own}; while [ ! -e ../../../${other} ]; do sleep 0.05; done`;
    const project = new Project({
      "dev-a": { resources: { r: { command: meet("a", "b") } } },
      "dev-b": { resources: { r: { command: meet("b", "a") } } },
    });
    expect((await project.run(["deploy", "--stage", "dev"])).code).toBe(0);
  });

  test("writes the open outputs of the stacks to a file", async () => {
    const project = new Project(twoStacks);
    await project.run(["deploy", "--stage", "dev", "--outputs-file", "out/outputs.json"]);
    expect(JSON.parse(readFileSync(project.path("out/outputs.json"), "utf8"))).toEqual({
      "dev-notes-Data": { Alias: "n", tableName: "notes-table" },
      "dev-notes-Api": { url: "https://example.com" },
    });
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

  test("ends with 1, tells the error, and skips the stacks that wait for it", async () => {
    const { code, stdout } = await new Project(failing).run(["deploy", "--stage", "dev"]);
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
  });

  test("still writes the outputs of what has been deployed", async () => {
    const project = new Project(failing);
    await project.run(["deploy", "--stage", "dev", "--outputs-file", "outputs.json"]);
    expect(JSON.parse(readFileSync(project.path("outputs.json"), "utf8"))).toEqual({
      "dev-first": { a: "1" },
    });
  });

  test("prints the message of a condition that does not hold", async () => {
    const project = new Project({
      "dev-x": { resources: { pool: { precondition: "The sign-in cannot change." } } },
    });
    const { code, stdout } = await project.run(["deploy", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "dev-x/pool (terraform_data.pool): Resource precondition failed\n    The sign-in cannot change.",
    );
  });

  test("that cannot initialise prints Terraform's message without its frame", async () => {
    const project = new Project({ "dev-x": { resources: { r: {} } } });
    overrideTerraformBlock(project, "backend", { nowhere: {} });
    const { code, stdout } = await project.run(["deploy", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Status: failed.*\n {2}Error: Duplicate backend configuration\n/);
    expect(stdout).not.toMatch(/[│╷]/);
  });
});

describe("the stack argument", () => {
  test.each([["dev-notes-Data"], ["Data"], ["dev-notes-D*"], ["*ata"]])(
    "%s deploys that stack alone",
    async (argument) => {
      const { code, stdout } = await new Project(twoStacks).run(["deploy", argument, "--stage", "dev"]);
      expect(code).toBe(0);
      expect(stdout.match(/^Stack .*/gm)).toEqual(["Stack dev-notes-Data"]);
    },
  );

  test("that matches nothing is refused with the stacks that there are", async () => {
    const { code, stderr } = await new Project(twoStacks).run(["deploy", "Dat", "--stage", "dev"]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'serverform deploy: [stack] is "Dat", which matches no stack.\n' +
        '  There is: "dev-notes-Data", "dev-notes-Api".\n' +
        "  [stack-not-found]\n",
    );
  });

  test.each([["prod"], ["us-east-1"]])(
    "%s draws a warning about options that npm swallows",
    async (argument) => {
      const { stderr } = await new Project(twoStacks).run(["deploy", argument, "--stage", "dev"]);
      expect(stderr).toContain(`npm run deploy -- --stage ${argument}`);
    },
  );
});

describe("terraform init", () => {
  const stacks = {
    "dev-a": { resources: { r: { input: "1" } } },
    "dev-b": { resources: { r: { input: "1" } } },
  };
  const inits = (file: string): number => readFileSync(file, "utf8").match(/ init /g)?.length ?? 0;

  test("runs once for each stack, and not again", async () => {
    const project = new Project(stacks);
    const { environment, file } = project.recordTerraform();
    await project.run(["deploy", "--stage", "dev"], environment);
    expect(inits(file)).toBe(2);
    await project.run(["deploy", "--stage", "dev"], environment);
    expect(inits(file)).toBe(2);
  });

  test("runs again for a stack whose .terraform folder was deleted", async () => {
    const project = new Project(stacks);
    const { environment, file } = project.recordTerraform();
    await project.run(["deploy", "--stage", "dev"], environment);
    rmSync(project.path("cdktf.out/stacks/dev-a/.terraform"), { recursive: true });
    expect((await project.run(["deploy", "--stage", "dev"], environment)).code).toBe(0);
    expect(inits(file)).toBe(3);
  });

  test("runs again after it has failed half-way, also if what it failed for was taken back", async () => {
    const project = new Project(stacks);
    await project.run(["deploy", "dev-a", "--stage", "dev"], project.recordTerraform().environment);
    const failing = project.recordTerraform(`[ "$1" = init ] && { mkdir -p .terraform; exit 1; }`);
    overrideTerraformBlock(project, "required_version", ">= 1.2.0");
    expect((await project.run(["deploy", "dev-a", "--stage", "dev"], failing.environment)).code).toBe(1);
    project.write("before.js", "");
    const { environment, file } = project.recordTerraform();
    expect((await project.run(["deploy", "dev-a", "--stage", "dev"], environment)).code).toBe(0);
    expect(inits(file)).toBe(3);
  });

  test("runs again when the terraform block has changed", async () => {
    const project = new Project(stacks);
    const { environment, file } = project.recordTerraform();
    await project.run(["deploy", "dev-a", "--stage", "dev"], environment);
    overrideTerraformBlock(project, "required_version", ">= 1.2.0");
    await project.run(["deploy", "dev-a", "--stage", "dev"], environment);
    expect(inits(file)).toBe(2);
  });

  test("takes over the lock file of another stack with the same providers", async () => {
    const project = new Project(stacks);
    const aws = { source: "hashicorp/aws", version: "6.0.0" };
    overrideTerraformBlock(project, "required_providers", { aws });
    // Says which lock file it has found, and writes one if there is none, like the real one.
    const binary = project.script(
      "installer",
      `[ "$1" = version ] && exec terraform "$@"
       [ "$1" = init ] || exit 0
       cat .terraform.lock.hcl >> ../../../found 2> /dev/null || echo "of $(basename "$PWD")" > .terraform.lock.hcl`,
    );
    await project.run(["deploy", "--stage", "dev"], { TERRAFORM_BINARY_NAME: binary });
    expect(readFileSync(project.path("found"), "utf8")).toBe("of dev-a\n");
  });

  test("runs again when Terraform says that it has to", async () => {
    const project = new Project(stacks);
    await project.run(["deploy", "dev-a", "--stage", "dev"]);
    // The digest is still good, but what Terraform had written beside it is gone.
    rmSync(project.path("cdktf.out/stacks/dev-a/.terraform/terraform.tfstate"));
    const { environment, file } = project.recordTerraform();
    expect((await project.run(["deploy", "dev-a", "--stage", "dev"], environment)).code).toBe(0);
    expect(inits(file)).toBe(1);
  });
});
