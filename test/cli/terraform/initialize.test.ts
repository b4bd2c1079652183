/** @group processes */

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cleanUp, overrideTerraformBlock, Project } from "../support/cli";

afterAll(cleanUp);

const stacks = {
  "dev-a": { resources: { r: { input: "1" } } },
  "dev-b": { resources: { r: { input: "1" } } },
};

describe("terraform init", () => {
  // The tests follow one another: each leaves both stacks initialized.
  const project = new Project(stacks);

  /** Deploys stacks, and counts the runs of `terraform init`. */
  async function deploy(names: readonly string[] = [], before = "") {
    project.write("terraform.log", "");
    const { environment, file } = project.recordTerraform(before);
    const { code } = await project.run(["deploy", "--yes", ...names, "--stage", "dev"], environment);
    return { code, inits: readFileSync(file, "utf8").match(/ init /g)?.length ?? 0 };
  }

  test("runs once for each stack, and not again", async () => {
    expect(await deploy()).toEqual({ code: 0, inits: 2 });
    expect(await deploy()).toEqual({ code: 0, inits: 0 });
  });

  test("runs again for a stack whose .terraform folder was deleted", async () => {
    rmSync(project.path("cdktf.out/stacks/dev-a/.terraform"), { recursive: true });
    expect(await deploy()).toEqual({ code: 0, inits: 1 });
  });

  test("runs again when Terraform requires it", async () => {
    // The digest is still valid, but Terraform's own file is missing.
    rmSync(project.path("cdktf.out/stacks/dev-a/.terraform/terraform.tfstate"));
    expect(await deploy(["dev-a"])).toEqual({ code: 0, inits: 1 });
  });

  test("runs again after an incomplete run, even if the change that caused it was reverted", async () => {
    overrideTerraformBlock(project, "required_version", ">= 1.2.0");
    const incomplete = `[ "$1" = init ] && { mkdir -p .terraform; exit 1; }`;
    expect(await deploy(["dev-a"], incomplete)).toEqual({ code: 1, inits: 1 });
    project.write("before.js", "");
    expect(await deploy(["dev-a"])).toEqual({ code: 0, inits: 1 });
  });

  test("runs again when the terraform block has changed", async () => {
    overrideTerraformBlock(project, "required_version", ">= 1.2.0");
    expect(await deploy(["dev-a"])).toEqual({ code: 0, inits: 1 });
  });
});

describe("Before terraform init", () => {
  test("an emptied state file is refused where its backup is beside it", async () => {
    const project = new Project({ "dev-a": { resources: { r: { input: "1" } } } });
    expect((await project.run(["deploy", "--yes", "--stage", "dev"])).code).toBe(0);
    const file = project.path("terraform.dev-a.tfstate");
    writeFileSync(file, "");
    // The files that a killed first run leaves.
    expect(existsSync(`${file}.backup`)).toBe(false);
    expect((await project.run(["diff", "--stage", "dev"])).code).toBe(0);
    writeFileSync(`${file}.backup`, "{}");
    const { code, stdout } = await project.run(["deploy", "--yes", "--stage", "dev"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`The state file is empty: ${file}`)]);
    expect(stdout).toContain(`cp '${file}.backup' '${file}'`);
    expect(readFileSync(file, "utf8")).toBe("");
  });

  test("the lock file of another stack with the same providers is copied", async () => {
    const project = new Project(stacks);
    // Without AWS, because a deployment to AWS first asks whose credentials it has.
    const archive = { source: "hashicorp/archive", version: "2.0.0" };
    overrideTerraformBlock(project, "required_providers", { archive });
    // Records the lock file that it finds, and writes one if it is missing, as Terraform does.
    const binary = project.script(
      "installer",
      `[ "$1" = version ] && exec terraform "$@"
       [ "$1" = init ] || exit 0
       cat .terraform.lock.hcl >> ../../../found 2> /dev/null || echo "of $(basename "$PWD")" > .terraform.lock.hcl`,
    );
    await project.run(["deploy", "--yes", "--stage", "dev"], { TERRAFORM_BINARY_NAME: binary });
    expect(readFileSync(project.path("found"), "utf8")).toBe("of dev-a\n");
  });
});
