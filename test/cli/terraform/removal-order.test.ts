import type { SynthesizedStack } from "../../../lib/cli/project/synthesized-stack";
import type { Engine } from "../../../lib/cli/terraform/engine";
import { changesToApplyFirst, protectedRemovals } from "../../../lib/cli/terraform/protected-removals";
import { resourceTypes } from "../../../lib/facts/aws/resource-types";

/** A type that AWS protects, and a type that protects it. */
const [protectedType, userType] = ((): [string, string] => {
  for (const [type, { protectedBy = [] }] of Object.entries(resourceTypes))
    if (protectedBy[0] !== undefined) return [type, protectedBy[0]];
  throw new Error("AWS protects nothing.");
})();
const removed = `${protectedType}.Old`;
const user = `${userType}.User`;

const change = (address: string, actions: readonly string[], former?: string) => ({
  address,
  change: { actions },
  ...(former !== undefined && { previous_address: former }),
});
const planOf = (
  changes: readonly object[],
  resources: readonly object[] = [{ address: user, depends_on: [removed] }],
  children: readonly object[] = [],
) => ({
  resource_changes: changes,
  prior_state: { values: { root_module: { resources, child_modules: children } } },
});
const both = [change(removed, ["delete"]), change(user, ["update"])];
const nothing = { removed: [], targets: [] };

describe("protectedRemovals", () => {
  test("are the removed resources, and the changed ones that refer to them", () => {
    expect(protectedRemovals(planOf(both))).toEqual({ removed: [removed], targets: [user] });
  });

  test("are found in modules, for instances with a key, and among moved resources", () => {
    const changes = [
      change(`${removed}["a"]`, ["delete"]),
      change(`${removed}["b"]`, ["delete"]),
      change(user, ["update"]),
      change("aws_x.New", ["no-op"], "aws_x.Old"),
      change("aws_x.Same", ["no-op"], "aws_x.Same"),
    ];
    const children = [{ resources: [{ address: user, depends_on: [removed] }] }];
    expect(protectedRemovals(planOf(changes, [], children))).toEqual({
      removed: [`${removed}["a"]`, `${removed}["b"]`],
      targets: [user, "aws_x.Old", "aws_x.New"],
    });
  });

  test.each<[string, unknown]>([
    ["its dependents do not change", planOf([both[0] as object, change(user, ["no-op"])])],
    ["its dependents are also removed", planOf([both[0] as object, change(user, ["delete"])])],
    ["nothing refers to it", planOf(both, [{ address: user, depends_on: [] }])],
    ["it is replaced", planOf([change(removed, ["delete", "create"]), both[1] as object])],
    [
      "it has a type that AWS does not protect",
      planOf(
        [change("aws_x.Old", ["delete"]), both[1] as object],
        [{ address: user, depends_on: ["aws_x.Old"] }],
      ),
    ],
    [
      "another type refers to it",
      planOf(
        [both[0] as object, change("aws_x.User", ["update"])],
        [{ address: "aws_x.User", depends_on: [removed] }],
      ),
    ],
    ["there is no plan", undefined],
    ["the plan has no state", { resource_changes: both }],
    ["the plan has another form", { resource_changes: {}, prior_state: [] }],
  ])("are empty if %s", (_, plan) => {
    expect(protectedRemovals(plan)).toEqual(nothing);
  });
});

describe("changesToApplyFirst", () => {
  const removals = { removed: [`${removed}["a"]`], targets: [user] };
  const run = (state: unknown, code = 0, given: object = { protected: removals }) => {
    let runs = 0;
    const terraform = {
      run: async () => {
        runs += 1;
        return { code, output: JSON.stringify(state) };
      },
    };
    const stack = { folder: "out", template: {} } as SynthesizedStack;
    return changesToApplyFirst(given, stack, { terraform } as unknown as Engine).then((targets) => ({
      targets,
      runs,
    }));
  };
  const resource = (...marks: readonly unknown[]) => ({
    resources: [
      {
        type: protectedType,
        name: "Old",
        instances: marks.map((create_before_destroy) => ({ create_before_destroy })),
      },
    ],
  });

  test("is nothing if the state has the order for all instances", async () => {
    expect(await run(resource(true, true))).toEqual({ targets: [], runs: 1 });
  });

  test.each<[string, unknown, number]>([
    ["for some instances only", resource(true, false), 0],
    ["not", resource(undefined), 0],
    [
      "in another module",
      { resources: [{ module: "module.m", type: protectedType, name: "Old", instances: [] }] },
      0,
    ],
    ["nowhere, since it is empty", {}, 0],
    ["where it cannot be read", resource(true), 1],
  ])("are the targets if the state has the order %s", async (_, state, code) => {
    expect((await run(state, code)).targets).toEqual([user]);
  });

  test.each([{}, { protected: nothing }])("asks for no state with %j", async (given) => {
    expect(await run({}, 0, given)).toEqual({ targets: [], runs: 0 });
  });
});
