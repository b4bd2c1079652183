import { cloudWorkspace } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { formatDuration } from "../ui/amounts";
import type { Interrupt } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { type ApiRun, CloudApi } from "./cloud-api";
import { forgetInitialization, initialize, requiresInit } from "./initialize";
import type { Diagnostic, HookEvent, TerraformMessage } from "./messages";
import { problemsInText } from "./remote-text";
import { RunRecord } from "./run-record";
import { Terraform } from "./terraform";

const done: Readonly<Record<string, string>> = { create: "created", update: "changed", delete: "destroyed" };
const doing: Readonly<Record<string, string>> = {
  create: "creating",
  update: "changing",
  delete: "destroying",
};

/** Interval of lines about a slow resource, in seconds. CI systems cancel jobs that print nothing for some minutes. */
const repeatSeconds = 60;

/** The line for a step of a Terraform run. Undefined if the step is not printed. */
export function progressLine(message: TerraformMessage): string | undefined {
  if (message.type === "text") return message.text;
  if (message.type !== "hook") return undefined;
  const { address, action, seconds, output } = message.hook;
  // Reads of data sources are not printed: they happen on every run.
  if (!(action in done) && message.event !== "provisioner") return undefined;
  const lines: Record<HookEvent, string | undefined> = {
    start: undefined,
    progress:
      seconds % repeatSeconds === 0 ? `${doing[action]} ${address} (${formatDuration(seconds)})` : undefined,
    complete: `${done[action]} ${address}${seconds === 0 ? "" : ` (${seconds} s)`}`,
    errored: `failed ${address}`,
    provisioner: output === undefined ? undefined : `${address}: ${output}`,
  };
  return lines[message.event];
}

/** Shows in the status line which stacks Terraform is working on. */
export class StackProgress {
  private readonly running = new Set<string>();
  private finished = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly verb: string,
    private readonly total: number,
  ) {}

  start(id: string): void {
    this.running.add(id);
    this.show();
  }

  end(id: string): void {
    this.running.delete(id);
    this.finished += 1;
    this.show();
  }

  /** Prints a step of a Terraform run on a stack. */
  step(id: string, message: TerraformMessage): void {
    const line = progressLine(message);
    if (line !== undefined) this.terminal.print(`${this.terminal.colors.dim(id)}  ${line}`);
  }

  private show(): void {
    const names = [...this.running].join(", ");
    const text = `${this.verb} ${names} (${this.finished} of ${this.total} done)`;
    this.terminal.status(this.running.size === 0 ? undefined : text);
  }
}

export interface Engine {
  readonly terraform: Terraform;
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly progress: StackProgress;
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

/** Creates an engine. The status line begins with `verb`, and counts the selected stacks. */
export function openEngine(
  { terminal, interrupt }: Pick<Engine, "terminal" | "interrupt">,
  terraform: Terraform,
  stacks: readonly SynthesizedStack[],
  verb: string,
  selected = stacks,
): Engine {
  const progress = new StackProgress(terminal, verb, selected.length);
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
  // A run in a locked workspace would wait indefinitely for the user who locked it.
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
 * Prints the user and page of an earlier run, and returns whether there is one. Terraform only prints the number of earlier runs,
 * and nothing about one that waits for confirmation.
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

interface Ending {
  readonly code: number;
  readonly errors: string;
  readonly isInterrupted: boolean;
}

/** The problem of a run without a reported error. */
function unfinished(
  { isApplied, isRemote, runUrl }: RunRecord,
  [command]: readonly string[],
  { code, errors, isInterrupted }: Ending,
): Problem | undefined {
  // Terraform may end with an error status and no message while it still cancels a remote run.
  if (code !== 0 && !(isInterrupted && isRemote)) {
    const [problem] = problemsInText(errors);
    if (problem !== undefined) return problem;
    const detail = [errors.trim(), isRemote ? runUrl : undefined].filter(Boolean).join("\n");
    return { summary: `terraform ${command} ended with exit code ${code}`, detail };
  }
  if (code === 0 && (command === "plan" || isApplied)) return undefined;
  if (!isRemote)
    return { summary: `terraform ${command} ended without reporting that it is complete`, detail: "" };
  return {
    summary: "The run ended before its changes were complete",
    detail:
      `It was interrupted or cancelled, or it is still running. See what it has changed:\n${runUrl ?? ""}`.trim(),
  };
}

/** The states of a run in words. Source: https://developer.hashicorp.com/terraform/cloud-docs/api-docs/run#run-states */
const states: Readonly<Record<string, string>> = {
  pending: "is queued",
  plan_queued: "is queued",
  planning: "is planning",
  planned: "waits for its confirmation",
  cost_estimated: "waits for its confirmation",
  policy_checked: "waits for its confirmation",
  policy_override: "waits for an override of its policies",
  apply_queued: "is confirmed and queued",
  confirmed: "is confirmed",
  applying: "is applying",
};
const finished = /^(?:applied|discarded|errored|(?:force_)?canceled|planned_and_\w+|policy_soft_failed)$/;
const waitsForPerson = ["planned", "cost_estimated", "policy_checked", "policy_override"];

/**
 * The unfinished run that locks the workspace of a stack, with its user, time and page. Undefined without one, or if the API does
 * not return it.
 *
 * @param ownRun - the page of the waiting run
 */
export async function describeHolder(
  stack: SynthesizedStack,
  ownRun: string | undefined,
  now = Date.now(),
): Promise<string | undefined> {
  const place = cloudWorkspace(stack);
  const holder = place && (await CloudApi.of(stack)?.findCurrentRun(place.name));
  if (place === undefined || holder === undefined || finished.test(holder.status)) return undefined;
  if (ownRun?.endsWith(`/${holder.id}`) === true) return undefined;
  const { host, organization, name } = place;
  const page = `https://${host}/app/${organization}/workspaces/${name}/runs/${holder.id}`;
  const remedy = waitsForPerson.includes(holder.status) ? " Confirm or discard it there." : "";
  return `Waiting for ${sentenceOf(holder, now)}: ${page}${remedy}`;
}

function sentenceOf({ id, status, createdAt, createdBy, message }: ApiRun, now: number): string {
  const who = createdBy === undefined ? id : `${id} of ${createdBy}`;
  const age = createdAt === undefined ? Number.NaN : (now - Date.parse(createdAt)) / 1000;
  const since = Number.isNaN(age)
    ? ""
    : `, since ${createdAt} (${formatDuration(Math.max(0, Math.floor(age)))})`;
  const title = message === undefined || message === "" ? "" : ` ("${message}")`;
  return `${who}${title}, which ${states[status] ?? `is in the state ${status}`}${since}`;
}
