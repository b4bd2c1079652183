import { isDeepStrictEqual } from "node:util";
import { type EditPlan, type Operation, type PlannedSides, plansOf } from "../../support/plan/operations";
import { problemsOf } from "../../support/plan/problems";
import { type PlannedTemplate, plannedTemplate } from "../../support/plan/template";
import { PlanWorkspace } from "../../support/plan/workspace";
import { testStack } from "../../support/stack";
import type { Edit, Edits } from "./edit";

const template = (edit: Edit, side: "before" | "after"): PlannedTemplate => {
  const stack = testStack();
  edit[side](stack);
  return plannedTemplate(edit.planned?.(stack) ?? stack);
};

/** Addresses end in a hash of their path. */
const withoutHash = (text: string) => text.replace(/_[0-9A-F]{8}\b/g, "");

/** Whether an attribute changes. The provider also updates where AWS would have filled in parts that the mock leaves out. */
const isVisible = ({ action, before, after }: Operation) =>
  action !== "none" && !(action === "update" && isDeepStrictEqual(before, after));

/** Tests what Terraform does between the two deployments of each edit. One plan has all of them, each as a module. */
export function planEdits(edits: Edits): void {
  const sides = Object.entries(edits).map(([name, edit], index): [string, Edit, PlannedSides, string] => {
    return [name, edit, { before: template(edit, "before"), after: template(edit, "after") }, `edit${index}`];
  });
  const planned = PlanWorkspace.isPossible() ? describe : describe.skip;

  planned("planned with the AWS provider (skipped where this machine has none)", () => {
    let plans: ReadonlyMap<string, EditPlan> = new Map();

    beforeAll(() => {
      const workspace = new PlanWorkspace();
      const modules = (of: (each: PlannedSides) => PlannedTemplate) =>
        Object.fromEntries(sides.map(([, , each, module]) => [module, of(each)]));
      const isUnchanged = Object.values(edits).every(({ before, after }) => before === after);
      workspace.deploy(
        modules(({ before }) => before),
        isUnchanged ? 2 : 1,
      );
      const { plan, graph } = workspace.plan(modules(({ after }) => after));
      plans = plansOf(plan, graph);
    }, 600_000);

    test.each(sides)("%s", (_, { known = [], before, after }, each, module) => {
      const isUnchanged = before === after;
      const plan = plans.get(module);
      if (plan === undefined) throw new Error(`Terraform has no resource of ${module}`);
      if (isUnchanged) {
        const types = [...plan.operations.values()].filter(isVisible).map(({ type }) => type);
        expect(types).toEqual([]);
      }
      expect(problemsOf(plan, each).map(withoutHash)).toEqual([...known].sort());
    });
  });
}
