/** @group processes */
import { resourceTypes } from "../../../lib/facts/aws/resource-types";
import { goldenApps } from "../../golden/apps";
import { type Shape, ShapeWorkspace } from "../../support/plan/shapes";
import { directReads, type PlannedTemplate, plannedTemplate, wiringOf } from "../../support/plan/template";

/** Types that AWS protects while another resource refers to them. */
const protectedTypes = Object.entries(resourceTypes).flatMap(([type, { protectedBy }]) =>
  protectedBy === undefined ? [] : [type],
);

const nameOf = (address: string) => address.replace(/[^\w-]/g, "-");

function shapesOf(template: PlannedTemplate): ReadonlyMap<string, Shape> {
  return new Map(
    [...directReads(template)].map(([address, reads]) => {
      const [type = "", name = ""] = address.split(".");
      const { lifecycle } = template.resource[type]?.[name] ?? {};
      const declared = (lifecycle as { create_before_destroy?: boolean } | undefined)?.create_before_destroy;
      return [nameOf(address), { names: [...reads].map(nameOf), isCreatedFirst: declared === true }];
    }),
  );
}

/** The same resources where those of these names have gone, and the others are updated. */
function without(shapes: ReadonlyMap<string, Shape>, gone: RegExp): ReadonlyMap<string, Shape> {
  return new Map(
    [...shapes]
      .filter(([name]) => !gone.test(name))
      .map(([name, shape]) => [
        name,
        { ...shape, names: shape.names.filter((each) => !gone.test(each)), note: "changed" },
      ]),
  );
}

const stacks = Object.entries(goldenApps).flatMap(([app, make]) =>
  make().stacks.map((stack) => [`${app} ${stack.node.id}`, plannedTemplate(stack)] as const),
);

describe.each(stacks)("the resources of %s, in Terraform", (_, template) => {
  const shapes = shapesOf(template);
  const workspace = new ShapeWorkspace();

  test("have the order in the state that the tests of edits expect", () => {
    workspace.apply(shapes);
    const state = workspace.state();
    const wrong = [...wiringOf(template)]
      .filter(
        ([address, { isCreatedFirst }]) => state.get(nameOf(address))?.isCreatedFirst !== isCreatedFirst,
      )
      .map(([address]) => address);
    expect(wrong).toEqual([]);
  }, 120_000);

  test("can go while all others change, without a circle", () => {
    const gone = new RegExp(`^(${protectedTypes.join("|")})-`);
    const planned = [...workspace.plan(without(shapes, gone))];
    const deleted = planned.flatMap(([name, action]) => (action === "delete" ? [name] : []));
    expect(deleted.sort()).toEqual([...shapes.keys()].filter((name) => gone.test(name)).sort());
  }, 120_000);

  test("can all be replaced, without a circle", () => {
    const planned = workspace.plan(
      new Map([...shapes].map(([name, shape]) => [name, { ...shape, version: 2 }])),
    );
    expect(planned).toEqual(new Map([...shapes.keys()].map((name) => [name, "replace"])));
  }, 120_000);
});

test("a plan whose operations wait for one another in a circle is refused", () => {
  const workspace = new ShapeWorkspace();
  const base: Shape = { names: [], isCreatedFirst: false };
  workspace.apply(
    new Map([
      ["base", base],
      ["gone", { names: ["base"], isCreatedFirst: true }],
      ["user", { names: ["gone", "base"], isCreatedFirst: false }],
    ]),
  );
  // The old base is deleted after the removed resource, which is deleted after the user has changed, which waits for the new base.
  const edited = new Map([
    ["base", { ...base, version: 2 }],
    ["user", { names: ["base"], isCreatedFirst: false, note: "changed" }],
  ]);
  expect(() => workspace.plan(edited)).toThrow(/Cycle: /);
});
