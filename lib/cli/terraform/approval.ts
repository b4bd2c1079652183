import { fail } from "../errors";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Terminal } from "../ui/terminal";
import type { Changes } from "./messages";
import { countChanges } from "./report";
import type { RunRecord } from "./run-record";

/** Asks the user whether to apply the plan of a stack. */
export type Approval = (stack: SynthesizedStack, plan: RunRecord) => Promise<boolean>;

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
      for (const line of summarizePlan(plan)) terminal.print(`  ${line}`);
      return terminal.confirm(`Deploy ${stack.id}?`);
    };
    // Stacks are planned in parallel, but only one question can be open at a time.
    const answer = last.then(ask, ask);
    last = answer;
    return answer;
  };
}

/** The lines that summarize a plan: its changes and their number. */
function summarizePlan({ planned, changedOutputs }: RunRecord): readonly string[] {
  const signs: Readonly<Record<string, string>> = { create: "+", update: "~", delete: "-", replace: "-/+" };
  return [
    ...planned.map(({ address, action }) => `${signs[action] ?? action} ${address}`),
    ...(changedOutputs.length > 0 ? [`~ outputs: ${changedOutputs.join(", ")}`] : []),
    countChanges(plannedChanges(planned)),
  ];
}

function plannedChanges(planned: RunRecord["planned"]): Changes {
  const count = (...actions: string[]): number =>
    planned.filter(({ action }) => actions.includes(action)).length;
  return {
    added: count("create", "replace"),
    changed: count("update"),
    destroyed: count("delete", "replace"),
  };
}
