import { fail } from "../../errors/error";
import type { Terminal } from "../ui/terminal";
import { type Approval, summarizePlan } from "./deploy";

/** Asks before each change, one question at a time; undefined when nobody wants to be asked. */
export function approval(terminal: Terminal, autoApprove: boolean): Approval | undefined {
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
    // Stacks are planned at the same time; their questions must not run into each other.
    const answer = last.then(ask, ask);
    last = answer;
    return answer;
  };
}
