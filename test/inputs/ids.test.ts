/** @group slow */

import { Construct } from "constructs";
import { App, Stack } from "../../lib";
import { constructDescriptions } from "../../lib/constructs/list";
import { attempt } from "./attempt";
import { bases } from "./bases";
import { propType } from "./prop-types";
import { problemOf } from "./verdicts";

const names = constructDescriptions.map(({ className }) => className);
const create = (name: string, scope: unknown, id: unknown, props: unknown) => {
  const base = bases[name];
  if (base === undefined) throw new Error(name);
  return new base.create(scope as Construct, id as string, props as never);
};

describe.each(names)("%s", (name) => {
  const valid = (stack: Stack) => bases[name]?.valid(stack);
  const wrongIds = ["", null, undefined, 5, {}, [], true, "9 lives", "ä", "constructor", "__proto__"];
  test.each(wrongIds)("refuses the id %p", (id) => {
    const outcome = attempt((stack) => create(name, stack, id, valid(stack)));
    expect(problemOf(outcome, false)).toBeUndefined();
  });

  test("refuses an id that is taken", () => {
    const outcome = attempt((stack) => {
      new Construct(stack, "It");
      create(name, stack, "It", valid(stack));
    });
    expect(outcome).toMatchObject({ kind: "refused", error: { code: "id-taken" } });
  });

  test.each([null, undefined, 5, "stack", {}])("refuses the scope %p", (scope) => {
    const outcome = attempt((stack) => create(name, scope, "It", valid(stack)));
    expect(problemOf(outcome, false)).toBeUndefined();
  });

  test.each([null, 5, "props", [], () => {}, new Map()])("refuses the props %p", (props) => {
    const outcome = attempt((stack) => create(name, stack, "It", props));
    expect(problemOf(outcome, false)).toBeUndefined();
  });
});

const takeId = names.filter((name) =>
  propType(bases[name]?.props ?? "Absent")
    .members()
    .get("cdk")
    ?.members()
    .has("id"),
);

test.each(takeId)("cdk.id replaces the id of %s everywhere", (name) => {
  const outcome = attempt((stack) => {
    const props = bases[name]?.valid(stack) as { readonly cdk?: object };
    const it = create(name, stack, "It", { ...props, cdk: { ...props.cdk, id: "Renamed" } });
    expect([it.node.id, Reflect.get(it, "id") ?? "Renamed"]).toEqual(["Renamed", "Renamed"]);
  });
  expect(outcome.kind).toBe("accepted");
  expect(outcome).toEqual(attempt((stack) => create(name, stack, "Renamed", bases[name]?.valid(stack))));
});

test("Most constructs take cdk.id", () => {
  expect(takeId.length).toBeGreaterThanOrEqual(21);
});

const stackOf = (id: unknown, props?: unknown) =>
  attempt((stack) => new Stack(stack.app, id as string, props as never));

test.each(["", null, 5, {}, "a b", "ä"])("Stack refuses the id %p", (id) => {
  expect(problemOf(stackOf(id), false)).toBeUndefined();
});

test.each([null, 5, "props", [], new Map()])("Stack and App refuse the props %p", (props) => {
  expect(problemOf(stackOf("Other", props), false)).toBeUndefined();
  expect(
    problemOf(
      attempt(() => new App(props as never)),
      false,
    ),
  ).toBeUndefined();
});

test.each([null, undefined, 5, "app", {}])("Stack refuses the scope %p", (scope) => {
  expect(
    problemOf(
      attempt(() => new Stack(scope as never, "Other")),
      false,
    ),
  ).toBeUndefined();
});
