import { fail } from "../errors";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Terminal } from "../ui/terminal";
import { changeLines, planCounts } from "./diff-report";
import { isVisible } from "./outputs";
import type { StackPlan } from "./plan";

/** Asks the user whether to apply the plan of a stack. */
export type Approval = (
  stack: SynthesizedStack,
  plan: Pick<StackPlan, "changes" | "outputs">,
) => Promise<boolean>;

/** Returns the function that asks before each deployment, one question at a time. Undefined with `--auto-approve`. */
export function openApproval(terminal: Terminal, autoApprove: boolean): Approval | undefined {
  if (autoApprove) return undefined;
  if (!terminal.interactive)
    return fail("serverform deploy", "approval-without-terminal", "--no-auto-approve", undefined);
  let last: Promise<unknown> = Promise.resolve();
  return (stack, plan) => {
    const ask = async (): Promise<boolean> => {
      terminal.print();
      terminal.print(terminal.colors.bold(`Stack ${stack.id}`));
      for (const line of summarizePlan(plan, terminal)) terminal.print(`  ${line}`);
      return terminal.confirm(`Deploy ${stack.id}?`);
    };
    // Stacks are planned in parallel, but only one question can be open at a time.
    const answer = last.then(ask, ask);
    last = answer;
    return answer;
  };
}

/** The lines that summarize a plan: its changes and their number. */
function summarizePlan(
  { changes, outputs }: Pick<StackPlan, "changes" | "outputs">,
  terminal: Terminal,
): readonly string[] {
  return [
    ...changes.flatMap((change) => changeLines(change, terminal)),
    ...(outputs.some(isVisible) ? [`~ outputs: ${outputs.filter(isVisible).join(", ")}`] : []),
    `Plan: ${planCounts(changes)}.`,
  ];
}
