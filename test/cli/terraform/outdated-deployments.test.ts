/** @group processes */

import { readFileSync } from "node:fs";
import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import { outdatedDeployments } from "../../../lib/cli/terraform/deploy";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const stack: SynthesizedStack = {
  id: "dev-a",
  folder: "",
  dependencies: [],
  annotations: [],
  template: { resource: { aws_api_gateway_deployment: { Api: {}, Other: {} } } },
};
const deployments = ["aws_api_gateway_deployment.Api", "aws_api_gateway_deployment.Other"];

describe("outdatedDeployments", () => {
  test.each([
    ["a method that has gone", "aws_api_gateway_method.Old", "delete", deployments],
    ["a part that was made", "aws_api_gateway_method.New", "create", []],
    ["a part that was replaced", "aws_api_gateway_method.New", "replace", []],
    [
      "an integration that was replaced, and went with the old one",
      "aws_api_gateway_integration.New",
      "replace",
      deployments,
    ],
    ["something else that has gone", "aws_lambda_function.Old", "delete", []],
  ])("after %s", (_, address, action, expected) => {
    expect(outdatedDeployments(stack, [{ address, action }])).toEqual(expected);
  });

  test("is empty for a stack without deployments", () => {
    const planned = [{ address: "aws_api_gateway_method.Old", action: "delete" }];
    expect(outdatedDeployments({ ...stack, template: {} }, planned)).toEqual([]);
  });
});

/** Adds the deployment of a REST API to every stack. */
const deploymentOverride = `
  const { TerraformStack } = require("cdktf");
  const prepare = TerraformStack.prototype.prepareStack;
  TerraformStack.prototype.prepareStack = function () {
    this.addOverride("resource.aws_api_gateway_deployment.Api", {});
    prepare.call(this);
  };`;

describe("serverform deploy of a REST API", () => {
  /** Deploys with a Terraform that reports a removed resource and records its calls, but changes nothing. */
  function deploy(removed: string) {
    const project = new Project({ "dev-a": { resources: { r: { input: "1" } } } });
    project.write("before.js", deploymentOverride);
    const message = { type: "planned_change", change: { resource: { addr: removed }, action: "delete" } };
    const binary = project.script(
      "reporter",
      `[ "$1" = version ] && exec terraform "$@"
       echo "$*" >> "${project.path("calls")}"
       [ "$1" = apply ] && echo '${JSON.stringify(message)}'
       [ "$1" = apply ] && echo "Apply complete! Resources: 0 added, 0 changed, 1 destroyed."
       [ "$1" = show ] && echo '{}'
       exit 0`,
    );
    const ended = project.run(["deploy", "--yes", "--stage", "dev"], { TERRAFORM_BINARY_NAME: binary });
    return ended.then(({ code }) => {
      const calls = readFileSync(project.path("calls"), "utf8").split("\n");
      return { code, applies: calls.filter((call) => call.startsWith("apply")) };
    });
  }

  test("replaces the deployment when a route was removed, so that the route is no longer served", async () => {
    const { code, applies } = await deploy("aws_api_gateway_method.Old");
    expect(code).toBe(0);
    expect(applies).toEqual([
      expect.not.stringContaining("-replace"),
      expect.stringMatching(/-auto-approve .*-replace=aws_api_gateway_deployment\.Api$/),
    ]);
  });

  test("replaces the deployment in a remote workspace, too, where only the plan shows the removals", async () => {
    const project = new Project({ "dev-a": { resources: { r: { input: "1" } } } });
    project.write("before.js", deploymentOverride);
    const cloud = { organization: "acme", workspaces: { name: "dev-a" } };
    const change = { address: "aws_api_gateway_method.Old", change: { actions: ["delete"] } };
    project.write("plan.json", JSON.stringify({ resource_changes: [change] }));
    const binary = project.script(
      "remote",
      `[ "$1" = version ] && exec terraform "$@"
       echo "$*" >> "${project.path("calls")}"
       [ "$1" = show ] && cat "${project.path("plan.json")}"
       for option in "$@"; do
         case "$option" in -out=*) echo '{"run_id":"run-1"}' > "\${option#-out=}" ;; esac
       done
       [ "$1" = output ] && echo '{}'
       [ "$1" = apply ] && echo "Running apply in HCP Terraform. Output will stream here. Pressing Ctrl-C"
       [ "$1" = apply ] && echo "Apply complete! Resources: 0 added, 0 changed, 1 destroyed."
       exit 0`,
    );
    const environment = { TERRAFORM_BINARY_NAME: binary, FIXTURE_CLOUD: JSON.stringify(cloud) };
    const { code } = await project.run(["deploy", "--yes", "--stage", "dev"], environment);
    expect(code).toBe(0);
    const calls = readFileSync(project.path("calls"), "utf8").split("\n");
    expect(calls.filter((call) => call.startsWith("apply"))).toEqual([
      expect.stringMatching(/-auto-approve .*serverform\.tfplan$/),
      expect.stringMatching(/-auto-approve -replace=aws_api_gateway_deployment\.Api$/),
    ]);
  });

  test("applies once if no route was removed", async () => {
    expect((await deploy("aws_lambda_function.Old")).applies).toHaveLength(1);
  });
});
