import type { Stack } from "../project/synthesized-stack";
import type { Interrupt } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { asksForInit, forgetInitialization, initialize } from "./initialize";
import { StackProgress } from "./progress";
import { RunRecord } from "./run-record";
import { Terraform } from "./terraform";

/** What the work on a stack needs. */
export interface Engine {
  readonly terraform: Terraform;
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly progress: StackProgress;
  /** All stacks of the app. */
  readonly stacks: readonly Stack[];
}

/** The Terraform binary, after a look whether it is there. */
export async function openTerraform({
  terminal,
  interrupt,
}: Pick<Engine, "terminal" | "interrupt">): Promise<Terraform> {
  const terraform = new Terraform(terminal, interrupt);
  await terraform.requireBinary();
  return terraform;
}

/** An engine for work that is called `verb` while it goes on. */
export function openEngine(
  { terminal, interrupt }: Pick<Engine, "terminal" | "interrupt">,
  terraform: Terraform,
  stacks: readonly Stack[],
  { verb, count }: { readonly verb: string; readonly count: number },
): Engine {
  return { terraform, terminal, interrupt, stacks, progress: new StackProgress(terminal, verb, count) };
}

/** Options of every run whose output is read: no colour is for remote runs, which answer in text. */
export const machineReadable = ["-input=false", "-json", "-no-color"] as const;

/**
 * Runs Terraform on a stack and collects what it says; a failure is in the errors of the record.
 *
 * When Terraform asks for another `init` after all (its providers were deleted, a module has changed), it gets it.
 */
export async function runStack(stack: Stack, engine: Engine, args: readonly string[]): Promise<RunRecord> {
  const record = await runOnce(stack, engine, args);
  if (!record.errors.some(asksForInit) || engine.interrupt.first.aborted) return record;
  forgetInitialization(stack);
  const problems = await initialize(stack, engine.terraform, engine.stacks);
  return problems.length > 0 ? record : runOnce(stack, engine, args);
}

async function runOnce(
  stack: Stack,
  { terraform, progress }: Engine,
  args: readonly string[],
): Promise<RunRecord> {
  const record = new RunRecord((message) => progress.step(stack.id, message));
  const { code, errors } = await terraform.run(stack.folder, args, { onLine: record.onLine });
  if (code !== 0 && record.errors.length === 0) {
    record.diagnostics.push({
      severity: "error",
      summary: `terraform ${args[0]} ended with exit code ${code}`,
      detail: errors.replace(/^[╷│╵] ?/gm, "").trim(),
    });
  }
  return record;
}
