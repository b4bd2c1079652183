/** @group processes */

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cleanUp, overrideTerraformBlock, Project } from "../support/cli";

afterAll(cleanUp);

describe("terraform init", () => {
  const stacks = {
    "dev-a": { resources: { r: { input: "1" } } },
    "dev-b": { resources: { r: { input: "1" } } },
  };
  const inits = (file: string): number => readFileSync(file, "utf8").match(/ init /g)?.length ?? 0;

  test("runs once for each stack, and not again", async () => {
    const project = new Project(stacks);
    const { environment, file } = project.recordTerraform();
    await project.run(["deploy", "--yes", "--stage", "dev"], environment);
    expect(inits(file)).toBe(2);
    await project.run(["deploy", "--yes", "--stage", "dev"], environment);
    expect(inits(file)).toBe(2);
  });

  test("is not reached where the state file was emptied and its backup is beside it", async () => {
    const project = new Project({ "dev-a": { resources: { r: { input: "1" } } } });
    expect((await project.run(["deploy", "--yes", "--stage", "dev"])).code).toBe(0);
    const file = project.path("terraform.dev-a.tfstate");
    writeFileSync(file, "");
    // What a first run that was killed leaves.
    expect(existsSync(`${file}.backup`)).toBe(false);
    expect((await project.run(["diff", "--stage", "dev"])).code).toBe(0);
    writeFileSync(`${file}.backup`, "{}");
    const { code, stdout } = await project.run(["deploy", "--yes", "--stage", "dev"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`The state file is empty: ${file}`)]);
    expect(stdout).toContain(`cp '${file}.backup' '${file}'`);
    expect(readFileSync(file, "utf8")).toBe("");
  });

  test("runs again for a stack whose .terraform folder was deleted", async () => {
    const project = new Project(stacks);
    const { environment, file } = project.recordTerraform();
    await project.run(["deploy", "--yes", "--stage", "dev"], environment);
    rmSync(project.path("cdktf.out/stacks/dev-a/.terraform"), { recursive: true });
    expect((await project.run(["deploy", "--yes", "--stage", "dev"], environment)).code).toBe(0);
    expect(inits(file)).toBe(3);
  });

  test("runs again after an incomplete run, even if the change that caused it was reverted", async () => {
    const project = new Project(stacks);
    await project.run(["deploy", "--yes", "dev-a", "--stage", "dev"], project.recordTerraform().environment);
    const failing = project.recordTerraform(`[ "$1" = init ] && { mkdir -p .terraform; exit 1; }`);
    overrideTerraformBlock(project, "required_version", ">= 1.2.0");
    expect(
      (await project.run(["deploy", "--yes", "dev-a", "--stage", "dev"], failing.environment)).code,
    ).toBe(1);
    project.write("before.js", "");
    const { environment, file } = project.recordTerraform();
    expect((await project.run(["deploy", "--yes", "dev-a", "--stage", "dev"], environment)).code).toBe(0);
    expect(inits(file)).toBe(3);
  });

  test("runs again when the terraform block has changed", async () => {
    const project = new Project(stacks);
    const { environment, file } = project.recordTerraform();
    await project.run(["deploy", "--yes", "dev-a", "--stage", "dev"], environment);
    overrideTerraformBlock(project, "required_version", ">= 1.2.0");
    await project.run(["deploy", "--yes", "dev-a", "--stage", "dev"], environment);
    expect(inits(file)).toBe(2);
  });

  test("copies the lock file of another stack with the same providers", async () => {
    const project = new Project(stacks);
    // Without AWS, because a deployment to AWS first asks whose credentials it has.
    const archive = { source: "hashicorp/archive", version: "2.0.0" };
    overrideTerraformBlock(project, "required_providers", { archive });
    // Records the lock file that it finds, and writes one if there is none, as Terraform does.
    const binary = project.script(
      "installer",
      `[ "$1" = version ] && exec terraform "$@"
       [ "$1" = init ] || exit 0
       cat .terraform.lock.hcl >> ../../../found 2> /dev/null || echo "of $(basename "$PWD")" > .terraform.lock.hcl`,
    );
    await project.run(["deploy", "--yes", "--stage", "dev"], { TERRAFORM_BINARY_NAME: binary });
    expect(readFileSync(project.path("found"), "utf8")).toBe("of dev-a\n");
  });

  test("runs again when Terraform requires it", async () => {
    const project = new Project(stacks);
    await project.run(["deploy", "--yes", "dev-a", "--stage", "dev"]);
    // The digest is still valid, but Terraform's own file is missing.
    rmSync(project.path("cdktf.out/stacks/dev-a/.terraform/terraform.tfstate"));
    const { environment, file } = project.recordTerraform();
    expect((await project.run(["deploy", "--yes", "dev-a", "--stage", "dev"], environment)).code).toBe(0);
    expect(inits(file)).toBe(1);
  });
});
