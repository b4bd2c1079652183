import { rmSync } from "node:fs";
import { join } from "node:path";
import { runsRemotely } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Approval } from "./approval";
import { type Engine, machineReadable, runStack } from "./engine";
import { outdatedDeployments } from "./outdated-deployments";
import { describeProblem, noChanges, type StackResult } from "./report";
import type { RunRecord } from "./run-record";

/** Runs `terraform apply` on a stack. Errors that Terraform reports are in the result, not thrown. */
export function deployStack(
  stack: SynthesizedStack,
  engine: Engine,
  approve: Approval | undefined,
): Promise<StackResult> {
  return approve === undefined
    ? applyStack(stack, engine, ["-auto-approve"])
    : deployApproved(stack, engine, approve);
}

async function deployApproved(
  stack: SynthesizedStack,
  engine: Engine,
  approve: Approval,
): Promise<StackResult> {
  const planFile = join(stack.folder, "serverform.tfplan");
  const isRemote = runsRemotely(stack);
  try {
    const save = isRemote ? [] : [`-out=${planFile}`];
    const plan = await runStack(stack, engine, ["plan", ...machineReadable, ...save]);
    if (plan.errors.length > 0) return failed(stack, plan);
    // A remote plan is plain text, so its changes are unknown here. The text has been printed.
    const isSame = !isRemote && plan.planned.length === 0 && plan.changedOutputs.length === 0;
    if (!isSame && !(await approve(stack, plan))) {
      return { status: "not deployed", changes: noChanges, outputs: {}, errors: [], reason: "not approved" };
    }
    return await applyStack(stack, engine, isRemote ? ["-auto-approve"] : [planFile], plan);
  } finally {
    // The plan file contains secret values.
    rmSync(planFile, { force: true });
  }
}

async function applyStack(
  stack: SynthesizedStack,
  engine: Engine,
  rest: readonly string[],
  plan?: RunRecord,
): Promise<StackResult> {
  const record = await runStack(stack, engine, ["apply", ...machineReadable, ...rest]);
  if (record.errors.length > 0) return failed(stack, record);
  const outdated = outdatedDeployments(stack, [...(plan?.planned ?? []), ...record.planned]);
  if (outdated.length > 0 && !engine.interrupt.first.aborted) {
    const replace = outdated.map((address) => `-replace=${address}`);
    const repeated = await runStack(stack, engine, [
      "apply",
      ...machineReadable,
      "-auto-approve",
      ...replace,
    ]);
    if (repeated.errors.length > 0) return failed(stack, repeated);
  }
  for (const warning of record.warnings) engine.terminal.warn(describeProblem(stack, warning));
  if (record.outputs === undefined) await readOutputs(stack, engine, record);
  const { added, changed, destroyed } = record.changes;
  const changedOutputs = [...(plan?.changedOutputs ?? []), ...record.changedOutputs];
  const isSame = added + changed + destroyed === 0 && changedOutputs.length === 0;
  return {
    status: isSame ? "no changes" : "deployed",
    changes: record.changes,
    outputs: record.outputs ?? {},
    errors: [],
  };
}

function failed(stack: SynthesizedStack, record: RunRecord): StackResult {
  const errors = record.errors.map((each) => describeProblem(stack, each));
  return { status: "failed", changes: record.changes, outputs: {}, errors };
}

/** Reads the outputs after a remote run, which prints them as plain text only. */
async function readOutputs(
  { folder }: SynthesizedStack,
  { terraform }: Engine,
  record: RunRecord,
): Promise<void> {
  const { code, output } = await terraform.run(folder, ["output", "-json"]);
  if (code === 0) record.onLine(`{"type":"outputs","outputs":${output}}`);
}
