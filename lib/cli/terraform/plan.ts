import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { CloudApi } from "./cloud-api";
import { type Engine, machineReadable, runStack } from "./engine";
import type { Diagnostic } from "./messages";
import { type ProtectedRemovals, protectedRemovals } from "./protected-removals";
import {
  type ChangedValues,
  createdTwice,
  plannedOutputs,
  plannedResources,
  plannedValues,
  type ResourceChange,
  replacementReasons,
} from "./review/planned-changes";
import { refusedChanges } from "./review/refused-changes";
import { restorePlan, type SavedPlan } from "./review/saved-plans";
import { RunRecord } from "./run-record";

export interface StackPlan {
  readonly record: RunRecord;
  readonly changes: readonly ResourceChange[];
  /** All managed resources of the plan. Empty if nothing changes, and for a remote plan whose JSON may not be read. */
  readonly values: readonly ChangedValues[];
  /** Names of the outputs that would change, including those that CDKTF generates. */
  readonly outputs: readonly string[];
  /** The saved plan. Undefined if the backend cannot save plans. */
  readonly file: string | undefined;
  /** Whether there is nothing to apply, not even to the state. @default false */
  readonly isUnchanged?: boolean;
  /** Whether Terraform Cloud executes the plan. */
  readonly isRemote: boolean;
  /** Removed resources that AWS protects until another change. @default - unknown */
  readonly protected?: ProtectedRemovals;
  /** Tainted resources that would be created although they exist in AWS. @default - unknown */
  readonly createdTwice?: readonly string[];
}

interface PlanOptions {
  /** A saved plan. @default - a new plan is made */
  readonly saved?: SavedPlan | undefined;
  /** Whether Terraform reads the current resources from AWS. @default true */
  readonly refresh?: boolean;
}

/**
 * Plans a stack, or uses a saved plan, passes the plan on, and deletes the plan file, which contains secret values.
 *
 * A workspace of Terraform Cloud may run Terraform itself or leave that to this machine, which only the plan shows. A plan can be
 * saved in both modes: the file of a remote plan contains the id of its run.
 */
export async function withPlan<Result>(
  stack: SynthesizedStack,
  engine: Engine,
  use: (plan: StackPlan) => Promise<Result> | Result,
  { saved, refresh = true }: PlanOptions = {},
): Promise<Result> {
  // Another command may plan the stack at the same time, and replace the plan that waits for its approval.
  const folder = mkdtempSync(join(tmpdir(), "serverform-plan-"));
  const file = join(folder, "serverform.tfplan");
  try {
    if (saved === undefined) return await use(await planStack(stack, engine, file, refresh));
    restorePlan(stack, saved, file);
    return await use(await readPlan(stack, engine, file, new RunRecord(), saved));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function planStack(
  stack: SynthesizedStack,
  engine: Engine,
  file: string,
  refresh: boolean,
): Promise<StackPlan> {
  const more = refresh ? [] : ["-refresh=false"];
  const plan = (...args: readonly string[]) => runStack(stack, engine, ["plan", ...machineReadable, ...args]);
  const record = await plan(...more, `-out=${file}`);
  if (record.errors.some(cannotSavePlans)) return streamedPlan(await plan(), undefined);
  if (record.errors.length > 0) return streamedPlan(record, undefined);
  // Reading a plan starts the provider again, which takes seconds.
  const isUnchanged = record.isUnchanged && !isRemotePlan(file);
  if (isUnchanged) return { ...streamedPlan(record, file), isUnchanged };
  const read = await readPlan(stack, engine, file, record);
  if (!read.isRemote) return read;
  const isUnsaved =
    read.record.errors.some(wasNotSaved) ||
    (await CloudApi.of(stack)
      ?.awaitsConfirmation(runOf(file))
      .catch(() => false)) === true;
  return isUnsaved ? unsavedPlan(stack, engine, file, read) : read;
}

/**
 * The plan of a server that does not support saved plans (Terraform Enterprise before September 2023, OTF): its text lists the
 * changes, but it cannot be applied. It would lock the workspace until it is confirmed, so it is discarded.
 */
async function unsavedPlan(
  stack: SynthesizedStack,
  { terminal }: Engine,
  file: string,
  plan: StackPlan,
): Promise<StackPlan> {
  const { record } = plan;
  const run = runOf(file);
  const isDiscarded = await CloudApi.of(stack)
    ?.discardRun(run)
    .catch(() => false);
  if (isDiscarded !== true)
    terminal.warn(
      `The run that has planned ${stack.id} could not be discarded. The next run of its workspace waits until you discard it: ${record.runUrl ?? run}`,
    );
  record.diagnostics.splice(
    0,
    record.diagnostics.length,
    ...record.diagnostics.filter((each) => !wasNotSaved(each)),
  );
  // Reports the readable part; the next run plans again.
  return plan.values.length > 0 ? { ...plan, file: undefined } : streamedPlan(record, undefined);
}

/** The id of a remote run, from the bookmark that Terraform saves instead of a plan. */
const runOf = (file: string): string =>
  /"run_id"\s*:\s*"([^"]+)"/.exec(readFileSync(file, "utf8"))?.[1] ?? "";

/** Terraform cannot read the plan of a run that was not saved. */
function wasNotSaved({ summary, detail }: Diagnostic): boolean {
  return (
    summary === unreadable &&
    /can't display a cloud plan|not (?:been )?saved/i.test(detail.replace(/\s+/g, " "))
  );
}

const unreadable = "The plan cannot be read";

async function readPlan(
  stack: SynthesizedStack,
  engine: Engine,
  file: string,
  record: RunRecord,
  saved?: SavedPlan,
): Promise<StackPlan> {
  const shown = await engine.terraform.run(stack.folder, ["show", "-json", "-no-color", file]);
  if (shown.code === 0) {
    const plan: unknown = JSON.parse(shown.output);
    const values = plannedValues(plan);
    record.diagnostics.push(...refusedChanges(values));
    return {
      record,
      changes: plannedResources(plan),
      values,
      outputs: plannedOutputs(plan),
      file,
      isRemote: isRemotePlan(file),
      protected: protectedRemovals(plan),
      createdTwice: createdTwice(plan),
    };
  }
  // Reading the plan of a remote run as JSON requires admin permissions for the workspace. Its text and the copy that was saved
  // with the plan contain the addresses.
  if (!/admin permissions/.test(shown.errors)) {
    record.diagnostics.push({
      severity: "error",
      summary: unreadable,
      detail: shown.errors.trim(),
    });
  }
  const known = saved && { changes: saved.changes, outputs: saved.outputs };
  return { ...streamedPlan(record, file), ...known, isRemote: isRemotePlan(file) };
}

function streamedPlan(record: RunRecord, file: string | undefined): StackPlan {
  return {
    record,
    changes: record.planned.map(({ address, action, reason = "" }) => ({
      address,
      action: action as ResourceChange["action"],
      attributes: [],
      ...(replacementReasons[reason] && { reason: replacementReasons[reason] }),
    })),
    values: [],
    outputs: record.changedOutputs,
    file,
    isRemote: record.isRemote,
  };
}

/** Terraform before 1.6 and the `remote` backend cannot save plans of remote runs. */
function cannotSavePlans({ summary }: { readonly summary: string }): boolean {
  return /^Saving a generated plan is currently not supported/.test(summary);
}

/** Whether a plan file is the bookmark of a remote run, which is JSON. A plan of this machine is a zip archive. */
function isRemotePlan(file: string): boolean {
  return existsSync(file) && readFileSync(file).subarray(0, 1).toString() === "{";
}
