import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Interrupt } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { forgetInitialization, initialize, requiresInit } from "./initialize";
import type { Diagnostic } from "./messages";
import { StackProgress } from "./progress";
import { problemsInText } from "./remote-text";
import { RunRecord } from "./run-record";
import { Terraform } from "./terraform";
import { describeHolder } from "./waiting-run";

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
  const progress = new StackProgress(terminal, verb, count);
  return { terraform, terminal, interrupt, stacks, progress };
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
  { terraform, progress, interrupt }: Engine,
  args: readonly string[],
): Promise<RunRecord> {
  // A run in a locked workspace would wait forever for the user who has locked it.
  const locked = new AbortController();
  let holder: Promise<void> | undefined;
  const record = new RunRecord((message) => {
    progress.step(stack.id, message);
    if (record.waitsForUnlock) locked.abort();
  });
  record.onWaiting = () => {
    holder ??= printHolder(stack, progress, record).then((isPrinted) => {
      if (!isPrinted) holder = undefined;
    });
  };
  const { code, errors } = await terraform.run(stack.folder, args, {
    onLine: record.onLine,
    stop: locked.signal,
  });
  await holder;
  record.end();
  if (record.errors.length > 0) return record;
  const isInterrupted = interrupt.first.aborted;
  const problem = record.waitsForUnlock
    ? lockedWorkspace(record)
    : unfinished(record, args, { code, errors, isInterrupted });
  if (problem !== undefined) record.diagnostics.push({ severity: "error", ...problem });
  return record;
}

/**
 * Prints whose run comes first, if there is one, and returns whether it has. Terraform says only how many there are, and of one that waits
 * for its confirmation nothing.
 */
async function printHolder(
  stack: SynthesizedStack,
  progress: StackProgress,
  record: RunRecord,
): Promise<boolean> {
  const text = await describeHolder(stack, record.runUrl).catch(() => undefined);
  if (text !== undefined) progress.step(stack.id, { type: "text", text });
  return text !== undefined;
}

type Problem = Pick<Diagnostic, "summary" | "detail">;

function lockedWorkspace({ runUrl = "" }: RunRecord): Problem {
  return {
    summary: "The workspace is locked",
    detail: `A user has locked it. Nothing was changed.\n${runUrl}`.trim(),
  };
}

/** The end of a run of Terraform. */
interface Ending {
  readonly code: number;
  /** Its output on standard error. */
  readonly errors: string;
  readonly isInterrupted: boolean;
}

/** The problem of a run that has reported no error. */
function unfinished(
  { isApplied, isRemote, runUrl }: RunRecord,
  [command]: readonly string[],
  { code, errors, isInterrupted }: Ending,
): Problem | undefined {
  // Terraform may end with a status and no words while it still cancels a remote run.
  if (code !== 0 && !(isInterrupted && isRemote)) {
    const [problem] = problemsInText(errors);
    if (problem !== undefined) return problem;
    const detail = [errors.trim(), isRemote ? runUrl : undefined].filter(Boolean).join("\n");
    return { summary: `terraform ${command} ended with exit code ${code}`, detail };
  }
  if (code === 0 && (command === "plan" || isApplied)) return undefined;
  if (!isRemote)
    return { summary: `terraform ${command} ended without saying that it is complete`, detail: "" };
  return {
    summary: "The run ended before its changes were complete",
    detail:
      `It was interrupted or cancelled, or it is still running. See what it has changed:\n${runUrl ?? ""}`.trim(),
  };
}
