/** @group processes */

import { readFileSync, writeFileSync } from "node:fs";
import { deployStack } from "../../../lib/cli/terraform/deploy";
import { protectedRemovals } from "../../../lib/cli/terraform/protected-removals";
import type { StackResult } from "../../../lib/cli/terraform/report";
import { cleanUp, type FixtureStack, Project } from "../support/cli";
import { openFirstStack } from "../support/engine";

// In place of AWS, whose resources need a provider.
jest.mock("../../../lib/facts/aws/resource-types", () => ({
  ...jest.requireActual<object>("../../../lib/facts/aws/resource-types"),
  resourceTypes: {
    terraform_data: { protectedBy: ["terraform_data"] },
    aws_cloudfront_function: { protectedBy: ["aws_cloudfront_distribution"] },
    aws_sqs_queue: {},
  },
}));

afterAll(cleanUp);

describe("protectedRemovals", () => {
  const fn = "aws_cloudfront_function.Fn";
  const site = "aws_cloudfront_distribution.Site";
  const plan = (changes: Readonly<Record<string, string>>, dependsOn: readonly string[] = [fn]) => ({
    resource_changes: Object.entries(changes).map(([address, action]) => ({
      address,
      change: { actions: action.split(",") },
      ...(action === "no-op" && { previous_address: `${address}_Old` }),
    })),
    prior_state: {
      values: { root_module: { resources: [{ address: site, depends_on: dependsOn }, { address: fn }] } },
    },
  });
  const none = { removed: [], targets: [] };

  test.each([
    [
      "a removed resource that AWS protects while another one changes",
      plan({ [fn]: "delete", [site]: "update" }),
      { removed: [fn], targets: [site] },
    ],
    [
      "an instance of several",
      plan({ [`${fn}["a"]`]: "delete", [site]: "update" }),
      { removed: [`${fn}["a"]`], targets: [site] },
    ],
    [
      "everything that moves, without which Terraform does not plan a part",
      plan({ [fn]: "delete", [site]: "update", "aws_sqs_queue.Q": "no-op" }),
      { removed: [fn], targets: [site, "aws_sqs_queue.Q_Old", "aws_sqs_queue.Q"] },
    ],
    [
      "nothing that is replaced: the configuration has the order",
      plan({ [fn]: "create,delete", [site]: "update" }),
      none,
    ],
    ["nothing if the user is removed, too", plan({ [fn]: "delete", [site]: "delete" }), none],
    [
      "nothing that the changed resource does not refer to",
      plan({ [fn]: "delete", [site]: "update" }, []),
      none,
    ],
    [
      "nothing that AWS does not protect",
      plan({ "aws_sqs_queue.Q": "delete", [site]: "update" }, ["aws_sqs_queue.Q"]),
      none,
    ],
    ["nothing of a plan without values", {}, none],
  ])("has %s", (_, given, expected) => {
    expect(protectedRemovals(given)).toEqual(expected);
  });
});

describe("serverform deploy over a state without the order", () => {
  const before: FixtureStack = {
    resources: { used: { input: "1" }, user: { reads: "dev-a.used" }, other: { input: "1" } },
  };
  const after: FixtureStack = { resources: { user: { input: "2" }, other: { input: "2" } } };

  /** Deploys the app, and then the app in which `used` has gone and `user` has changed. */
  async function deployTwice(
    change: { readonly state?: (text: string) => string; readonly refuse?: boolean } = {},
  ): Promise<{ readonly result: StackResult; readonly calls: readonly string[]; readonly state: string }> {
    const project = new Project();
    const file = project.path("terraform.dev-a.tfstate");
    // Terraform writes the state at the end of a run: the user has changed in an earlier one.
    const destroyCommand = `grep -q '"value": "2"' "${file}"`;
    const used = { input: "1", ...(change.refuse && { destroyCommand }) };
    project.declare({ "dev-a": { resources: { ...before.resources, used } } });
    const deploy = async (): Promise<readonly [StackResult, readonly string[]]> => {
      await project.run(["build"]);
      const { engine, target } = await openFirstStack(project);
      const run = jest.spyOn(engine.terraform, "run");
      const result = await deployStack(target, engine, async () => ({ isApproved: true }));
      return [result, run.mock.calls.map(([, args]) => shown(args))];
    };
    await deploy();
    if (change.state) writeFileSync(file, change.state(readFileSync(file, "utf8")));
    project.declare({ "dev-a": after });
    const [result, calls] = await deploy();
    return { result, calls, state: readFileSync(file, "utf8") };
  }

  const shown = ([command, ...rest]: readonly string[]) =>
    [command, ...rest.filter((each) => each.startsWith("-target"))].join(" ");

  test("changes what refers to the removed resource in a first step, and the rest in a second one", async () => {
    const { result, calls, state } = await deployTwice({ refuse: true });
    expect(result).toMatchObject({
      status: "deployed",
      changes: { added: 0, changed: 2, destroyed: 1 },
      errors: [],
    });
    const first = ["plan", "show", "state", "apply -target=terraform_data.user"];
    expect(calls).toEqual([...first, "plan", "show", "apply"]);
    expect(state).not.toContain('"name": "used"');
  });

  test("needs one step if the state has the order", async () => {
    const mark = (text: string) => {
      const state = JSON.parse(text) as { resources: { name: string; instances: object[] }[] };
      for (const { name, instances } of state.resources)
        if (name === "used") Object.assign(instances[0] ?? {}, { create_before_destroy: true });
      return JSON.stringify(state);
    };
    const { result, calls } = await deployTwice({ state: mark });
    expect(result).toMatchObject({ status: "deployed", changes: { changed: 2, destroyed: 1 } });
    expect(calls).toEqual(["plan", "show", "state", "apply"]);
  });
});
