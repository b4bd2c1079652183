/** @group processes */

import { goldenApps } from "../golden/apps";
import { type EditPlan, type PlannedSides, plansOf } from "../support/plan/operations";
import { problemsOf } from "../support/plan/problems";
import { plannedJson, plannedTemplate, withoutTypes } from "../support/plan/template";
import { PlanWorkspace } from "../support/plan/workspace";
import { cases, released, withoutHash } from "./released";

/** Types that the oldest provider which may plan here does not have. */
const newer: ReadonlySet<string> = new Set(["aws_cognito_managed_login_branding"]);

/** The losses in Terraform on the way from a version to this one; AWS forces each, and CHANGELOG.md names it. */
const knownProblems: Readonly<Record<string, readonly string[]>> = {};

const planned = PlanWorkspace.isPossible() ? describe : describe.skip;

planned("planned with the AWS provider (skipped where this machine has none)", () => {
  const sides = new Map<string, PlannedSides>();
  const nameOf = (version: string, app: string, id: string) =>
    `v${version}-${app}-${id}`.replace(/[^A-Za-z0-9-]/g, "-");
  let plans: ReadonlyMap<string, EditPlan> = new Map();

  beforeAll(() => {
    for (const [version, app] of cases) {
      const stacks = new Map(goldenApps[app]().stacks.map((stack) => [stack.node.id, stack]));
      for (const [id, json] of Object.entries(released(version, app))) {
        const stack = stacks.get(id);
        if (stack === undefined) continue;
        sides.set(nameOf(version, app, id), {
          before: withoutTypes(plannedJson(json), newer),
          after: withoutTypes(plannedTemplate(stack), newer),
        });
      }
    }
    const workspace = new PlanWorkspace();
    workspace.deploy(Object.fromEntries([...sides].map(([name, { before }]) => [name, before])));
    const { plan, graph } = workspace.plan(
      Object.fromEntries([...sides].map(([name, { after }]) => [name, after])),
    );
    plans = plansOf(plan, graph);
  }, 600_000);

  test.each(cases)("a deployment over version %s of %s loses nothing", (version, app) => {
    const found = Object.keys(released(version, app)).flatMap((id) => {
      const name = nameOf(version, app, id);
      const plan = plans.get(name);
      const each = sides.get(name);
      return plan === undefined || each === undefined ? [] : problemsOf(plan, each);
    });
    expect(found.map(withoutHash).sort()).toEqual(knownProblems[`${version} ${app}`] ?? []);
  });
});
