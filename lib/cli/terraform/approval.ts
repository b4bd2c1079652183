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

/**
 * Refuses to change anything without a question or `--yes`. Returns whether to ask.
 *
 * Pipelines have no terminal, so they have to say that nobody is asked.
 */
export function asksFirst(command: string, terminal: Terminal, yes: boolean): boolean {
  if (yes) return false;
  return (
    terminal.interactive || fail(`serverform ${command}`, "approval-without-terminal", "--yes", { command })
  );
}

/** Returns the function that asks before each deployment, one question at a time. Undefined with `--yes`. */
export function openApproval(terminal: Terminal, yes: boolean, command = "deploy"): Approval | undefined {
  if (!asksFirst(command, terminal, yes)) return undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (stack, plan) => {
    const ask = async (): Promise<boolean> => {
      printPlan(stack, plan, terminal);
      return terminal.confirm(`Deploy ${stack.id}?`);
    };
    // Stacks are planned in parallel, but only one question can be open at a time.
    const answer = last.then(ask, ask);
    last = answer;
    return answer;
  };
}

/** Asks once whether to remove stacks. */
export function approveRemoval(
  terminal: Terminal,
  stacks: readonly SynthesizedStack[],
  stage: string,
): Promise<boolean> {
  terminal.print();
  terminal.print(`These stacks of stage ${terminal.colors.bold(stage)} will be removed:`);
  for (const { id } of stacks) terminal.print(`  ${id}`);
  return terminal.confirm(`Remove ${stacks.length === 1 ? "it" : "them"}?`);
}

/** Prints what a plan would change. */
export function printPlan(
  { id }: SynthesizedStack,
  plan: Pick<StackPlan, "changes" | "outputs">,
  terminal: Terminal,
): void {
  terminal.print();
  terminal.print(terminal.colors.bold(`Stack ${id}`));
  for (const line of summarizePlan(plan, terminal)) terminal.print(`  ${line}`);
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
