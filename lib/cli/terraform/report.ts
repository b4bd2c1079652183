import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { CommandContext } from "../project/command-context";
import { constructPath } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { countOf, formatDuration } from "../ui/amounts";
import { type Interrupt, interruptedExitCode } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import { hintsFor } from "./hints";
import type { Changes, Diagnostic, Output } from "./messages";

export type StackStatus = "deployed" | "no changes" | "failed" | "not deployed" | "removed" | "not removed";

export interface StackReport {
  readonly id: string;
  readonly status: StackStatus;
  readonly changes: Changes;
  readonly outputs: Outputs;
  /** The error messages, ready to be printed. */
  readonly errors: readonly string[];
  /** Why the stack was not changed. */
  readonly reason?: string;
  /** The changes to rules of event buses in a deployment. @default - nothing */
  readonly rules?: readonly ("create" | "delete")[];
  readonly seconds: number;
}

/** The output of `deploy --json` and `remove --json`. */
export interface DeploymentOutput {
  readonly stage: string;
  readonly seconds: number;
  readonly stacks: readonly {
    readonly id: string;
    readonly status: StackStatus;
    readonly changes: Changes;
    /** The outputs that the app declares, without the sensitive ones. */
    readonly outputs: Readonly<Record<string, unknown>>;
    readonly errors: readonly string[];
    /** Why the stack was not changed. */
    readonly reason?: string;
    readonly seconds: number;
  }[];
}

/** The outcome of each stack for a program. */
export function describeReports(
  stage: string,
  reports: readonly StackReport[],
  seconds: number,
): DeploymentOutput {
  return {
    stage,
    seconds,
    stacks: reports.map(({ id, status, changes, outputs, errors, reason, seconds: own }) => ({
      id,
      status,
      changes,
      outputs: openOutputs(outputs),
      errors,
      ...(reason !== undefined && { reason }),
      seconds: own,
    })),
  };
}

export type StackResult = Omit<StackReport, "id" | "seconds">;

export const noChanges: Changes = { added: 0, changed: 0, destroyed: 0 };

export const sumOf = (one: Changes, other: Changes): Changes => ({
  added: one.added + other.added,
  changed: one.changed + other.changed,
  destroyed: one.destroyed + other.destroyed,
});

const successes: readonly StackStatus[] = ["deployed", "removed", "no changes"];

/** The exit status: 0 if all stacks succeeded, 130 after an interrupt, otherwise 1. */
export function exitCodeOf(reports: readonly StackReport[], { first }: Interrupt): number {
  if (reports.every(({ status }) => successes.includes(status))) return 0;
  return first.aborted ? interruptedExitCode : 1;
}

/** Describes the problems of a run. A hint that several have is given once. */
export function describeProblems(
  stack: SynthesizedStack,
  problems: readonly Diagnostic[],
): readonly string[] {
  const given = new Set<string>();
  return withoutCanceled(problems).map((problem) => {
    const hints = hintsFor(stack, problem).filter((hint) => !given.has(hint));
    for (const hint of hints) given.add(hint);
    return describeWith(stack, problem, hints);
  });
}

/** An interrupt cancels all running operations, and each reports it. Keeps one of these problems. */
function withoutCanceled(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  const isCanceled = ({ summary, detail }: Diagnostic): boolean =>
    /context canceled|^execution halted$/im.test(`${summary}\n${detail}`);
  const canceled = problems.filter(isCanceled);
  if (canceled.length < 2) return problems;
  const addresses = canceled.flatMap(({ address }) => address ?? []);
  const folded: Diagnostic = {
    severity: "error",
    summary: `The interrupt has canceled ${countOf(canceled.length, "operation")}`,
    detail: [...addresses, "Deploy again: Terraform finds what was created, and does the rest."].join("\n"),
  };
  return [...problems.filter((each) => !isCanceled(each)), folded];
}

/** Errors of several stacks. Repeated errors are printed once. */
export class ErrorsOfStacks {
  private readonly known = new Map<string, string>();

  textOf(stack: string, error: string): string {
    const text = error.replace(/\brequest ?id:?\s*[\w-]+/gi, "");
    const first = this.known.get(text) ?? stack;
    this.known.set(text, first);
    return first === stack ? error : `The same as that of ${first}: ${error.split("\n", 1)[0]}`;
  }
}

/** Describes a problem: its construct path, the message of Terraform, and hints. */
export function describeProblem(stack: SynthesizedStack, problem: Diagnostic): string {
  return describeWith(stack, problem, hintsFor(stack, problem));
}

function describeWith(
  stack: SynthesizedStack,
  { summary, detail, address }: Diagnostic,
  hints: readonly string[],
): string {
  const path = address === undefined ? undefined : constructPath(stack, address);
  const place = path === undefined ? address : `${path} (${address})`;
  const text = [place === undefined ? summary : `${place}: ${summary}`];
  if (detail !== "") text.push(detail.trim());
  for (const hint of hints) text.push(`Hint: ${hint}`);
  return text.join("\n");
}

/** Prints the outcome of a run of a command, for a program with `json`. Returns the exit status. */
export function endRun(
  { terminal, stage, interrupt }: Pick<CommandContext, "terminal" | "stage" | "interrupt">,
  reports: readonly StackReport[],
  {
    verb,
    start,
    json,
  }: { readonly verb: "Deployed" | "Removed"; readonly start: number; readonly json: boolean | undefined },
): number {
  const seconds = (performance.now() - start) / 1000;
  if (json === true) terminal.data(JSON.stringify(describeReports(stage, reports, seconds)));
  else printReport(terminal, reports, { verb, seconds });
  return exitCodeOf(reports, interrupt);
}

/** Prints the outcome of each stack, and the total. */
export function printReport(
  terminal: Terminal,
  reports: readonly StackReport[],
  { verb, seconds }: { readonly verb: "Deployed" | "Removed"; readonly seconds: number },
): void {
  const errors = new ErrorsOfStacks();
  for (const report of reports) printStack(terminal, report, errors);
  const done = reports.filter(({ status }) => successes.includes(status)).length;
  const sum = reports.map(({ changes }) => changes).reduce(sumOf, noChanges);
  terminal.print();
  terminal.print(
    `${verb} ${done} of ${countOf(reports.length, "stack")} in ${formatDuration(seconds)}: ${countChanges(sum)}.`,
  );
}

/** Describes changes as text: `2 added, 0 changed, 1 destroyed`. */
export function countChanges({ added, changed, destroyed }: Changes): string {
  return `${added} added, ${changed} changed, ${destroyed} destroyed`;
}

function printStack(terminal: Terminal, report: StackReport, known: ErrorsOfStacks): void {
  const { id, status, changes, outputs, reason, seconds } = report;
  const errors = report.errors.map((error) => known.textOf(id, error));
  const { bold } = terminal.colors;
  terminal.print();
  terminal.print(bold(`Stack ${id}`));
  const facts =
    status === "not deployed" || status === "not removed"
      ? []
      : [countChanges(changes), formatDuration(seconds)];
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

export type Outputs = Readonly<Record<string, Output>>;

/** The outputs that the app declares, sorted by name. */
export function visibleOutputs(outputs: Outputs): readonly (readonly [name: string, output: Output])[] {
  return Object.entries(outputs)
    .filter(([name]) => isVisible(name))
    .sort(([a], [b]) => compareNames(a.toLowerCase(), b.toLowerCase()) || compareNames(a, b));
}

/** The values of the outputs that the app declares, without the sensitive ones. */
function openOutputs(outputs: Outputs): Record<string, unknown> {
  const open = visibleOutputs(outputs).filter(([, { sensitive }]) => !sensitive);
  return Object.fromEntries(open.map(([name, { value }]) => [name, value]));
}

/** Outputs generated by CDKTF and this library. */
const generated = /^(cross-stack-output-|site-environment-|live-database-)/;

/** Whether the app declares an output. */
export function isVisible(name: string): boolean {
  return !generated.test(name);
}

/**
 * Writes the outputs of the deployed stacks as `{ "<stack id>": { "<name>": value } }`.
 *
 * Sensitive outputs are left out, as in `cdktf`, because such files are often stored as pipeline artifacts.
 */
export function writeOutputsFile(
  file: string,
  reports: readonly { readonly id: string; readonly outputs: Outputs }[],
): void {
  const content: Record<string, Record<string, unknown>> = {};
  for (const { id, outputs } of reports) {
    const open = openOutputs(outputs);
    if (Object.keys(open).length > 0) content[id] = open;
  }
  const path = resolve(file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

// Compares code units, so that the order does not depend on the locale.
function compareNames(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
