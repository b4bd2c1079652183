/** @group processes */

import { readFileSync } from "node:fs";
import { changedRules, lostRules } from "../../../lib/cli/terraform/deploy";
import { noChanges, type StackReport } from "../../../lib/cli/terraform/report";
import { cleanUp, Project } from "../support/cli";

afterAll(cleanUp);

const report = (id: string, rules?: StackReport["rules"]): StackReport => ({
  id,
  status: "deployed",
  changes: noChanges,
  outputs: {},
  errors: [],
  seconds: 0,
  ...(rules && { rules }),
});

describe("lostRules", () => {
  test.each<[string, readonly StackReport[], readonly string[]]>([
    ["moved from b to a", [report("a", ["create"]), report("b", ["delete"])], ["a"]],
    ["created and deleted in one stack", [report("a", ["create", "delete"]), report("b")], []],
    ["created only", [report("a", ["create"]), report("b", ["create"])], []],
    ["deleted only", [report("a"), report("b", ["delete"])], []],
  ])("of rules that are %s", (_, reports, expected) => {
    expect(lostRules(reports)).toEqual(expected);
  });

  test("are found by the types of resources", () => {
    const planned = [
      { address: "aws_cloudwatch_event_target.A", action: "delete" },
      { address: "aws_cloudwatch_event_rule.B", action: "update" },
      { address: "aws_lambda_function.C", action: "create" },
    ];
    expect(changedRules(planned)).toEqual(["delete"]);
  });
});

test("serverform deploy applies a stack again whose new rule another stack has deleted", async () => {
  const project = new Project({
    "dev-a": { resources: { r: { input: "1" } } },
    "dev-b": { resources: { r: { reads: "dev-a.r" } } },
  });
  const change = (action: string) =>
    JSON.stringify({
      type: "planned_change",
      change: { resource: { addr: "aws_cloudwatch_event_rule.R" }, action },
    });
  const binary = project.script(
    "reporter",
    `[ "$1" = version ] && exec terraform "$@"
     [ "$1" = apply ] && echo "$(basename "$PWD")" >> "${project.path("calls")}"
     [ "$1" = apply ] && case "$PWD" in *dev-a) echo '${change("create")}';; *) echo '${change("delete")}';; esac
     [ "$1" = apply ] && echo "Apply complete! Resources: 0 added, 0 changed, 0 destroyed."
     [ "$1" = show ] && echo '{}'
     exit 0`,
  );
  const { code } = await project.run(["deploy", "--yes", "--stage", "dev"], {
    TERRAFORM_BINARY_NAME: binary,
  });
  expect(code).toBe(0);
  const applied = readFileSync(project.path("calls"), "utf8").trim().split("\n");
  expect(applied).toEqual(["dev-a", "dev-b", "dev-a"]);
});
