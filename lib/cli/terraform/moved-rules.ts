import type { StackReport } from "./report";

const ruleTypes: ReadonlySet<string> = new Set(["aws_cloudwatch_event_rule", "aws_cloudwatch_event_target"]);

/** The changes of a run to rules of event buses and their targets. */
export function changedRules(
  planned: readonly { readonly address: string; readonly action: string }[],
): NonNullable<StackReport["rules"]> {
  const actions = planned
    .filter(({ address }) => ruleTypes.has(address.split(".")[0] ?? ""))
    .map(({ action }) => action);
  return (["create", "delete"] as const).filter((action) => actions.includes(action));
}

/**
 * The stacks whose new rules another stack may have deleted.
 *
 * A rule that moves from one stack to another has the same name in both. AWS takes the second one as a change of the first,
 * so that the stack that gives the rule up deletes it. A second run of the other stack finds it missing and creates it.
 */
export function lostRules(reports: readonly StackReport[]): readonly string[] {
  const deleting = reports.filter(({ rules = [] }) => rules.includes("delete")).map(({ id }) => id);
  return reports
    .filter(({ id, rules = [] }) => rules.includes("create") && deleting.some((other) => other !== id))
    .map(({ id }) => id);
}
