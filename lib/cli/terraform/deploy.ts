import { rmSync } from "node:fs";
import { join } from "node:path";
import { runsRemotely, type Stack } from "../project/synthesized-stack";
import { type Engine, machineReadable, runStack } from "./engine";
import type { Changes } from "./messages";
import { outdatedDeployments } from "./outdated-deployments";
import { countChanges, describeProblem, noChanges, type StackReport } from "./report";
import type { RunRecord } from "./run-record";

/** Asks whether a stack is to be changed as planned. */
export type Approval = (stack: Stack, plan: RunRecord) => Promise<boolean>;

type Result = Omit<StackReport, "id" | "seconds">;

/** Runs `terraform apply` on a stack; never throws for what Terraform reports. */
export function deployStack(stack: Stack, engine: Engine, approve: Approval | undefined): Promise<Result> {
  return approve === undefined
    ? applyStack(stack, engine, ["-auto-approve"])
    : deployApproved(stack, engine, approve);
}

/** A plan in the words of the report, for somebody who is asked about it. */
export function summarizePlan({ planned, changedOutputs }: RunRecord): readonly string[] {
  const signs: Readonly<Record<string, string>> = { create: "+", update: "~", delete: "-", replace: "-/+" };
  return [
    ...planned.map(({ address, action }) => `${signs[action] ?? action} ${address}`),
    ...(changedOutputs.length > 0 ? [`~ outputs: ${changedOutputs.join(", ")}`] : []),
    countChanges(plannedChanges(planned)),
  ];
}

async function deployApproved(stack: Stack, engine: Engine, approve: Approval): Promise<Result> {
  const planFile = join(stack.folder, "serverform.tfplan");
  const isRemote = runsRemotely(stack);
  try {
    const save = isRemote ? [] : [`-out=${planFile}`];
    const plan = await runStack(stack, engine, ["plan", ...machineReadable, ...save]);
    if (plan.errors.length > 0) return failed(stack, plan);
    // A remote plan comes as text, so nothing is known of it; it has been printed.
    const isSame = !isRemote && plan.planned.length === 0 && plan.changedOutputs.length === 0;
    if (!isSame && !(await approve(stack, plan))) {
      return { status: "not deployed", changes: noChanges, outputs: {}, errors: [], reason: "you said no" };
    }
    return await applyStack(stack, engine, isRemote ? ["-auto-approve"] : [planFile], plan);
  } finally {
    // It holds every value of the plan, also secret ones.
    rmSync(planFile, { force: true });
  }
}

async function applyStack(
  stack: Stack,
  engine: Engine,
  rest: readonly string[],
  plan?: RunRecord,
): Promise<Result> {
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

function failed(stack: Stack, record: RunRecord): Result {
  const errors = record.errors.map((each) => describeProblem(stack, each));
  return { status: "failed", changes: record.changes, outputs: {}, errors };
}

/** A run on a remote backend tells of its outputs in text only. */
async function readOutputs({ folder }: Stack, { terraform }: Engine, record: RunRecord): Promise<void> {
  const { code, output } = await terraform.run(folder, ["output", "-json"]);
  if (code === 0) record.onLine(`{"type":"outputs","outputs":${output}}`);
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
