/** @group processes */
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

/** The same resources where everything of these names has gone, and everything else is replaced. */
function edited(shapes: ReadonlyMap<string, Shape>, gone: RegExp): ReadonlyMap<string, Shape> {
  return new Map(
    [...shapes]
      .filter(([name]) => !gone.test(name))
      .map(([name, shape]) => [
        name,
        { ...shape, names: shape.names.filter((each) => !gone.test(each)), version: 2 },
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

  test("can all be replaced while some go: no circle", () => {
    const gone = /^aws_(cloudfront_(function|cache)|appsync_datasource|lambda_permission|iam_role|sqs)/;
    workspace.apply(edited(shapes, gone));
    expect([...workspace.state().keys()].filter((name) => gone.test(name))).toEqual([]);
  }, 120_000);
});
