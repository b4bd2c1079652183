import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Interrupt } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { forgetInitialization, initialize, requiresInit } from "./initialize";
import { StackProgress } from "./progress";
import { RunRecord } from "./run-record";
import { Terraform } from "./terraform";

/** The objects that every Terraform run on a stack uses. */
export interface Engine {
  readonly terraform: Terraform;
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly progress: StackProgress;
  /** All stacks of the app. */
  readonly stacks: readonly SynthesizedStack[];
}

/** Returns the Terraform binary, after checking that it can be used. */
export async function openTerraform({
  terminal,
  interrupt,
}: Pick<Engine, "terminal" | "interrupt">): Promise<Terraform> {
  const terraform = new Terraform(terminal, interrupt);
  await terraform.requireBinary();
  return terraform;
}

/** Creates an engine. The progress line begins with `verb`. */
export function openEngine(
  { terminal, interrupt }: Pick<Engine, "terminal" | "interrupt">,
  terraform: Terraform,
  stacks: readonly SynthesizedStack[],
  { verb, count }: { readonly verb: string; readonly count: number },
): Engine {
  return { terraform, terminal, interrupt, stacks, progress: new StackProgress(terminal, verb, count) };
}

/** Options of runs whose output is parsed. `-no-color` is for remote runs, whose output is plain text. */
export const machineReadable = ["-input=false", "-json", "-no-color"] as const;

/**
 * Runs Terraform on a stack and records its messages. If the run fails, the record has errors.
 *
 * If Terraform requires another `init` (its providers were deleted, a module has changed), `init` runs and the run is
 * repeated.
 */
export async function runStack(
  stack: SynthesizedStack,
  engine: Engine,
  args: readonly string[],
): Promise<RunRecord> {
  const record = await runOnce(stack, engine, args);
  if (!record.errors.some(requiresInit) || engine.interrupt.first.aborted) return record;
  forgetInitialization(stack);
  const problems = await initialize(stack, engine.terraform, engine.stacks);
  return problems.length > 0 ? record : runOnce(stack, engine, args);
}

async function runOnce(
  stack: SynthesizedStack,
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
