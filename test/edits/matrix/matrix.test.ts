/** @group processes */

import { type EditPlan, type PlannedSides, plansOf } from "../../support/plan/operations";
import { problemsOf } from "../../support/plan/problems";
import { type PlannedTemplate, plannedTemplate } from "../../support/plan/template";
import { PlanWorkspace } from "../../support/plan/workspace";
import { testStack } from "../../support/stack";
import type { Edits } from "./edit";
import { gatewayEdits } from "./gateways";

const edits: Edits = { ...gatewayEdits };
const names = Object.keys(edits);
const hasProvider = PlanWorkspace.isPossible();
const planned = hasProvider ? describe : describe.skip;

const template = (build: Edits[string]["before"]): PlannedTemplate => {
  const stack = testStack();
  build(stack);
  return plannedTemplate(stack);
};

const isComplete = (sides: Partial<PlannedSides>): sides is PlannedSides =>
  sides.before !== undefined && sides.after !== undefined;

planned("edits between two deployments, planned with the AWS provider (skipped where there is none)", () => {
  const before: Record<string, PlannedTemplate> = {};
  const after: Record<string, PlannedTemplate> = {};
  let plans: ReadonlyMap<string, EditPlan> = new Map();

  beforeAll(() => {
    names.forEach((name, index) => {
      const edit = edits[name];
      if (edit === undefined) return;
      before[`edit${index}`] = template(edit.before);
      after[`edit${index}`] = template(edit.after);
    });
    const workspace = new PlanWorkspace();
    workspace.deploy(before);
    const { plan, graph } = workspace.plan(after);
    plans = plansOf(plan, graph);
  }, 600_000);

  test.each(names.map((name, index) => [name, index] as const))("%s", (name, index) => {
    const plan = plans.get(`edit${index}`);
    const sides = { before: before[`edit${index}`], after: after[`edit${index}`] };
    if (plan === undefined || !isComplete(sides)) throw new Error(`no plan for ${name}`);
    expect(problemsOf(plan, sides)).toEqual(edits[name]?.known ?? []);
  });
});
