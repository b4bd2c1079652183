/** @group processes */

import { readFileSync } from "node:fs";
import { outdatedDeployments } from "../../lib/cli/redeploy";
import type { Stack } from "../../lib/cli/stacks";
import { cleanUp, Project } from "./support/cli";

afterAll(cleanUp);

const stack: Stack = {
  id: "dev-a",
  folder: "",
  dependencies: [],
  annotations: [],
  template: { resource: { aws_api_gateway_deployment: { Api: {}, Other: {} } } },
};
const deployments = ["aws_api_gateway_deployment.Api", "aws_api_gateway_deployment.Other"];

describe("the deployments of REST APIs that are made again", () => {
  test.each([
    ["a method that has gone", "aws_api_gateway_method.Old", "delete", deployments],
    ["a part that was made", "aws_api_gateway_method.New", "create", []],
    ["a part that was replaced", "aws_api_gateway_method.New", "replace", []],
    ["something else that has gone", "aws_lambda_function.Old", "delete", []],
  ])("after %s", (_, address, action, expected) => {
    expect(outdatedDeployments(stack, [{ address, action }])).toEqual(expected);
  });

  test("are none in a stack without any", () => {
    const planned = [{ address: "aws_api_gateway_method.Old", action: "delete" }];
    expect(outdatedDeployments({ ...stack, template: {} }, planned)).toEqual([]);
  });
});

describe("serverform deploy of a REST API", () => {
  /** A project whose Terraform reports, and records, but does nothing. */
  function deploy(removed: string) {
    const project = new Project({ "dev-a": { resources: { r: { input: "1" } } } });
    project.write(
      "before.js",
      `const { TerraformStack } = require("cdktf");
       const prepare = TerraformStack.prototype.prepareStack;
       TerraformStack.prototype.prepareStack = function () {
         this.addOverride("resource.aws_api_gateway_deployment.Api", {});
         prepare.call(this);
       };`,
    );
    const message = { type: "planned_change", change: { resource: { addr: removed }, action: "delete" } };
    const binary = project.script(
      "reporter",
      `[ "$1" = version ] && exec terraform "$@"
       echo "$*" >> "${project.path("calls")}"
       [ "$1" = apply ] && echo '${JSON.stringify(message)}'
       exit 0`,
    );
    const ended = project.run(["deploy", "--stage", "dev"], { TERRAFORM_BINARY_NAME: binary });
    return ended.then(({ code }) => {
      const calls = readFileSync(project.path("calls"), "utf8").split("\n");
      return { code, applies: calls.filter((call) => call.startsWith("apply")) };
    });
  }

  test("deploys it once more when a route has gone, so that nobody reaches it any longer", async () => {
    const { code, applies } = await deploy("aws_api_gateway_method.Old");
    expect(code).toBe(0);
    expect(applies).toEqual([
      expect.not.stringContaining("-replace"),
      expect.stringMatching(/-auto-approve .*-replace=aws_api_gateway_deployment\.Api$/),
    ]);
  });

  test("applies once otherwise", async () => {
    expect((await deploy("aws_lambda_function.Old")).applies).toHaveLength(1);
  });
});
