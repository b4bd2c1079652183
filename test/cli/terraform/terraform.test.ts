/** @group processes */

import { existsSync, readFileSync } from "node:fs";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const stacks = { "dev-x": { resources: { r: { input: "1" } }, outputs: { a: { value: "1" } } } };

describe("Terraform", () => {
  test("is required before the app is synthesized", async () => {
    const project = new Project(stacks);
    const run = await project.run(["deploy", "--yes", "--stage", "dev"], {
      TERRAFORM_BINARY_NAME: "no-such-terraform",
    });
    expect(run).toMatchObject({
      code: 1,
      stderr:
        "serverform: no-such-terraform was not found.\n" +
        "  Install Terraform (https://developer.hashicorp.com/terraform/install), or name another binary: --terraform tofu.\n" +
        "  [terraform-missing]\n",
    });
    expect(existsSync(project.path("cdktf.out"))).toBe(false);
  });

  test("is searched on the path", async () => {
    const project = new Project(stacks);
    const { stderr } = await project.run(["diff", "--stage", "dev"], { PATH: project.folder });
    expect(stderr).toContain("serverform: terraform was not found.");
  });

  test("is refused if it is too old", async () => {
    const project = new Project(stacks);
    const binary = project.script("old", `echo '{"terraform_version": "1.3.10"}'`);
    const { stderr } = await project.run(["deploy", "--yes", "--stage", "dev"], {
      TERRAFORM_BINARY_NAME: binary,
    });
    expect(stderr).toContain("is Terraform 1.3.10, which is too old.");
    expect(stderr).toContain("[terraform-too-old]");
  });

  test("is refused if it fails", async () => {
    const project = new Project(stacks);
    const binary = project.script("other", "echo cannot start >&2; exit 1");
    const { stderr } = await project.run(["deploy", "--yes", "--stage", "dev"], {
      TERRAFORM_BINARY_NAME: binary,
    });
    expect(stderr).toContain("[terraform-unusable]");
  });

  test("runs without version checks and prompts, and with a shared provider cache", async () => {
    const project = new Project(stacks);
    const binary = project.script("recorder", `env > "${project.path("environment")}"; exec terraform "$@"`);
    await project.run(["deploy", "--yes", "--stage", "dev"], {
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

  test("uses the cache folder that the user has set", async () => {
    const project = new Project(stacks);
    const binary = project.script("recorder", `env > "${project.path("environment")}"; exec terraform "$@"`);
    const own = project.path("own-cache");
    await project.run(["deploy", "--yes", "--stage", "dev"], {
      TERRAFORM_BINARY_NAME: binary,
      TF_PLUGIN_CACHE_DIR: own,
    });
    expect(readFileSync(project.path("environment"), "utf8")).toContain(`TF_PLUGIN_CACHE_DIR=${own}\n`);
  });
});
