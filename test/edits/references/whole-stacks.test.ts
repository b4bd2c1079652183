/** @group processes */
import { createdFirstTypes } from "../../../lib/app/references/order/created-first-types";
import { goldenApps } from "../../golden/apps";
import { type Shape, ShapeWorkspace } from "../../support/plan/shapes";
import { directReads, type PlannedTemplate, plannedTemplate, wiringOf } from "../../support/plan/template";

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
    const gone = new RegExp(`^(${Object.keys(createdFirstTypes).join("|")})-`);
    workspace.apply(without(shapes, gone));
    expect([...workspace.state().keys()].filter((name) => gone.test(name))).toEqual([]);
  }, 120_000);

  test("can all be replaced, without a circle", () => {
    workspace.apply(shapes);
    workspace.apply(new Map([...shapes].map(([name, shape]) => [name, { ...shape, version: 2 }])));
    expect(workspace.state().size).toBe(shapes.size);
  }, 120_000);
});
