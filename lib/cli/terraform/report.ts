import { constructPath, type Stack } from "../project/synthesized-stack";
import { type Interrupt, interruptedExitCode } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { hintsFor } from "./hints";
import type { Changes, Diagnostic } from "./messages";
import { type Outputs, visibleOutputs } from "./outputs";

export type StackStatus = "deployed" | "no changes" | "failed" | "not deployed" | "removed" | "not removed";

/** What became of one stack. */
export interface StackReport {
  readonly id: string;
  readonly status: StackStatus;
  readonly changes: Changes;
  readonly outputs: Outputs;
  /** What went wrong, ready to be printed. */
  readonly errors: readonly string[];
  /** Why nothing was done. */
  readonly reason?: string;
  readonly seconds: number;
}

export const noChanges: Changes = { added: 0, changed: 0, destroyed: 0 };

const successes: readonly StackStatus[] = ["deployed", "removed", "no changes"];

/** 0 if all went well, 1 if some stack did not get there, another number if that was the user's wish. */
export function exitCodeOf(reports: readonly StackReport[], { first }: Interrupt): number {
  if (reports.every(({ status }) => successes.includes(status))) return 0;
  return first.aborted ? interruptedExitCode : 1;
}

/** A problem as text: where in the app it is, what it is, and what may help. */
export function describeProblem(stack: Stack, problem: Diagnostic): string {
  const { summary, detail, address } = problem;
  const path = address === undefined ? undefined : constructPath(stack, address);
  const place = path === undefined ? address : `${path} (${address})`;
  const text = [place === undefined ? summary : `${place}: ${summary}`];
  if (detail !== "") text.push(detail.trim());
  for (const hint of hintsFor(problem)) text.push(`Hint: ${hint}`);
  return text.join("\n");
}

/** Prints what became of each stack, and the sum of it. */
export function printReport(
  terminal: Terminal,
  reports: readonly StackReport[],
  { verb, seconds }: { readonly verb: "Deployed" | "Removed"; readonly seconds: number },
): void {
  for (const report of reports) printStack(terminal, report);
  const done = reports.filter(({ status }) => successes.includes(status)).length;
  const sum = reports.reduce(
    (total, { changes }) => ({
      added: total.added + changes.added,
      changed: total.changed + changes.changed,
      destroyed: total.destroyed + changes.destroyed,
    }),
    noChanges,
  );
  const stacks = reports.length === 1 ? "stack" : "stacks";
  terminal.print();
  terminal.print(
    `${verb} ${done} of ${reports.length} ${stacks} in ${duration(seconds)}: ${countChanges(sum)}.`,
  );
}

/** Resources as a phrase: `2 added, 0 changed, 1 destroyed`. */
export function countChanges({ added, changed, destroyed }: Changes): string {
  return `${added} added, ${changed} changed, ${destroyed} destroyed`;
}

/** A time as somebody would say it. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${Math.floor(seconds % 60)} s`;
}

function printStack(terminal: Terminal, report: StackReport): void {
  const { id, status, changes, outputs, errors, reason, seconds } = report;
  const { bold } = terminal.colors;
  terminal.print();
  terminal.print(bold(`Stack ${id}`));
  const facts =
    status === "not deployed" || status === "not removed" ? [] : [countChanges(changes), duration(seconds)];
  const detail = reason === undefined ? facts.join(", ") : reason;
  terminal.print(`  Status: ${colorOf(terminal, status)(status)}${detail === "" ? "" : ` (${detail})`}`);
  for (const error of errors) terminal.print(`  Error: ${indent(error, "    ").trimStart()}`);
  const visible = visibleOutputs(outputs);
  if (visible.length === 0) return;
  terminal.print("  Outputs:");
  for (const [name, { value, sensitive }] of visible) {
    terminal.print(`    ${name}: ${sensitive ? "(sensitive)" : outputText(terminal, value)}`);
  }
}

function colorOf({ colors }: Terminal, status: StackStatus): (text: string) => string {
  if (status === "failed") return colors.red;
  return status === "not deployed" || status === "not removed" ? colors.yellow : colors.green;
}

function outputText({ colors }: Terminal, value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return /^(?:https?|wss?):\/\//.test(value) ? colors.cyan(value) : indent(value, "      ").trimStart();
}

function indent(text: string, by: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? line : by + line))
    .join("\n");
}
