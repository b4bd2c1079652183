/** @group processes */

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { DataResource, TerraformStack, Testing } from "cdktf";
import { type GuardedSetting, guardSettings, guardValue } from "../../../../lib/kit/core";
import { temporaryFolder } from "../../../support/stack";

/** A stack with one guarded resource, as Terraform reads it. */
function guardedStack(value: string): string {
  const stack = new TerraformStack(Testing.app({ outdir: temporaryFolder() }), "Main");
  const resource = new DataResource(stack, "Guarded", { input: { any: "x" } });
  const reason = "It cannot change. Remove customDomain, deploy, and set it again.";
  guardValue(stack, "FirstPath", { resource, value, prop: "customDomain.path", reason });
  return Testing.synth(stack);
}

function terraform(folder: string, ...args: string[]): string {
  const env = { ...process.env, CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: "" };
  try {
    return execFileSync("terraform", [...args, "-no-color"], {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `failed: ${stdout}${stderr}`;
  }
}

describe("a value that must not change", () => {
  const folder = path.join(temporaryFolder(), "guard");
  const write = (value: string) => {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "cdk.tf.json"), guardedStack(value));
  };

  test("is kept by a record that ignores later values", () => {
    const { resource } = JSON.parse(guardedStack("v1"));
    expect(resource.terraform_data.FirstPath).toEqual({
      input: "v1",
      lifecycle: { ignore_changes: ["input"] },
    });
    expect(resource.terraform_data.Guarded.lifecycle.precondition).toEqual([
      {
        condition: '${terraform_data.FirstPath.output == "v1"}',
        error_message:
          'Main: customDomain.path was "${terraform_data.FirstPath.output}" and is now "v1". ' +
          "It cannot change. Remove customDomain, deploy, and set it again.",
      },
    ]);
  });

  test("may be deployed again and again, and a change fails while planning", () => {
    write("v1");
    expect(terraform(folder, "init")).toContain("successfully initialized");
    expect(terraform(folder, "apply", "-auto-approve")).toContain("2 added");
    expect(terraform(folder, "plan")).toContain("No changes");
    write("v2");
    const plan = terraform(folder, "plan").replace(/\s*│?\s+/g, " ");
    expect(plan).toContain('Main: customDomain.path was "v1" and is now "v2".');
    expect(plan).toContain("Remove customDomain, deploy, and set it again.");
  });
});

describe("settings that must not change, in one record", () => {
  const folder = path.join(temporaryFolder(), "settings");

  interface Side {
    readonly keys: Readonly<Record<string, string>>;
    /** Whether the first creation fails. */
    readonly fails?: boolean;
  }

  /** A cluster and its dependents. `new` is a reference to a resource that the same deployment creates. */
  const write = ({ keys, fails = false }: Side) => {
    const stack = new TerraformStack(Testing.app({ outdir: temporaryFolder() }), "Main");
    const cluster = new DataResource(stack, "Cluster", {
      input: keys,
      provisioners: [{ type: "local-exec", command: fails ? "exit 1" : "exit 0" }],
    });
    const instance = new DataResource(stack, "Instance", { input: { of: cluster.id } });
    const created = Object.values(keys).includes("new") ? new DataResource(stack, "Key") : undefined;
    const settings = ["kms_key_id", "region"].map((key, index): GuardedSetting => {
      const given = keys[key] ?? "";
      const value = given === "new" && created !== undefined ? created.id : given;
      return {
        key,
        prop: `cdk.cluster.${key}`,
        value,
        reason: "Make another one.",
        mayBeLeftOut: index === 0,
      };
    });
    guardSettings(stack, "First", { resource: instance, after: cluster }, settings);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, "cdk.tf.json"), Testing.synth(stack));
  };
  const planned = (keys: Side["keys"]): string => {
    write({ keys });
    return terraform(folder, "plan").replace(/[\s│]+/g, " ");
  };

  test("are corrected freely until the resource exists, and fail the plan after that, also by references", () => {
    write({ keys: { kms_key_id: "wrong" }, fails: true });
    expect(terraform(folder, "init")).toContain("successfully initialized");
    expect(terraform(folder, "apply", "-auto-approve")).toContain("failed: ");
    write({ keys: {} });
    expect(terraform(folder, "apply", "-auto-approve")).toContain("Apply complete!");
    expect(terraform(folder, "plan")).toContain("No changes");
    expect(planned({ kms_key_id: "a" })).toContain(
      "Main: cdk.cluster.kms_key_id was not set and is now a. Make another one.",
    );
    expect(planned({ kms_key_id: "new" })).toContain(
      "cdk.cluster.kms_key_id was not set and is now another reference. Make another one.",
    );
    expect(planned({ region: "eu" })).toContain("cdk.cluster.region was not set and is now eu.");
  });

  test("may be left out where that changes nothing", () => {
    fs.rmSync(path.join(folder, "terraform.tfstate"), { force: true });
    write({ keys: { kms_key_id: "new", region: "eu" } });
    terraform(folder, "init");
    expect(terraform(folder, "apply", "-auto-approve")).toContain("Apply complete!");
    expect(terraform(folder, "plan")).toContain("No changes");
    expect(planned({ region: "eu" })).not.toContain("Error");
    expect(planned({})).toContain("cdk.cluster.region was eu and is now not set.");
  });
});
