import { resourceTypes } from "../../facts/aws/resource-types";
import { blocksOf } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Approval, ApprovalDecision } from "./approval";
import { type Engine, machineReadable } from "./engine";
import { type StackPlan, withPlan } from "./plan";
import { changesToApplyFirst } from "./protected-removals";
import {
  describeProblem,
  describeProblems,
  noChanges,
  type StackReport,
  type StackResult,
  sumOf,
} from "./report";
import { applyAndNote, importLostCreations } from "./review/lost-creations";
import type { SavedPlan, SavedPlans } from "./review/saved-plans";
import type { RunRecord } from "./run-record";
import { runStacks } from "./stack-runs";

export interface DeployStacksOptions {
  /** Saved plans; stacks without one are not deployed. @default - each stack is planned */
  readonly plans?: SavedPlans["stacks"] | undefined;
}

/** Deploys stacks in the order of their dependencies, and redeploys stacks whose resources a later stack has removed. */
export async function deployStacks(
  stacks: readonly SynthesizedStack[],
  engine: Engine,
  approve: Approval,
  check: () => Promise<ReadonlyMap<string, string>>,
  { plans }: DeployStacksOptions = {},
): Promise<readonly StackReport[]> {
  const reports = await runStacks(stacks, engine, {
    run: async (stack) => {
      const plan = plans?.[stack.id];
      if (plans !== undefined && plan === undefined)
        return notDeployed({ isApproved: false, reason: "not planned" });
      return deployStack(stack, engine, approve, plan);
    },
    check,
    notReached: "not deployed",
  });
  const failures = new Map<string, StackResult>();
  for (const id of lostRules(reports)) {
    const stack = stacks.find((each) => each.id === id);
    if (stack === undefined || engine.interrupt.first.aborted) break;
    const result = await applyStack(stack, engine, ["-auto-approve"]);
    if (result.status === "failed") failures.set(id, result);
  }
  return reports.map((report) => ({ ...report, ...failures.get(report.id) }));
}

/** Plans a stack, and applies the plan if it is approved. Errors that Terraform reports are in the result, not thrown. */
export function deployStack(
  stack: SynthesizedStack,
  engine: Engine,
  approve: Approval,
  saved?: SavedPlan,
): Promise<StackResult> {
  const deployPlan = async (plan: StackPlan): Promise<StackResult> => {
    if (plan.record.errors.length > 0) return failed(stack, plan.record);
    if (engine.interrupt.first.aborted) return notDeployed(interrupted);
    const { createdTwice: kept = [] } = plan;
    if (kept.length > 0) return keepCreated(stack, engine, approve, { kept, isSaved: saved !== undefined });
    if (saved === undefined && !plan.isRemote) {
      const imported = await importLostCreations(stack, engine, plan.values);
      if (imported.length > 0) return deployStack(stack, engine, approve);
    }
    const isSame = plan.changes.length === 0 && plan.outputs.length === 0;
    // Terraform refuses to apply an empty plan of a remote run. An empty plan of this machine may still update the state.
    const isEmpty = isSame && (plan.isRemote || plan.isUnchanged === true);
    if (isEmpty) return unchanged(stack, engine, plan);
    const decision = isSame || engine.interrupt.first.aborted ? undefined : await approve(stack, plan);
    if (decision?.isApproved === false) return notDeployed(decision);
    const first = await changesToApplyFirst(plan, stack, engine);
    // Terraform reads plans and states to their end, and a signal does not end the question.
    if (engine.interrupt.first.aborted) return notDeployed(interrupted);
    if (first.length > 0) return deployInSteps(stack, engine, plan, first);
    return applyStack(stack, engine, argumentsFor(plan), plan);
  };
  return withPlan(stack, engine, deployPlan, { saved });
}

/**
 * Deploys a stack whose state has tainted resources that exist in AWS: removes their taint, so that the plan completes them
 * instead of creating them again.
 */
async function keepCreated(
  stack: SynthesizedStack,
  engine: Engine,
  approve: Approval,
  { kept, isSaved }: { readonly kept: readonly string[]; readonly isSaved: boolean },
): Promise<StackResult> {
  const addresses = kept.join("\n");
  if (isSaved)
    return stopped(
      stack,
      "The plan creates again what AWS has",
      `A creation was interrupted. Make a new plan after: terraform untaint '<address>', for each of\n${addresses}`,
    );
  for (const address of kept) {
    const { code, errors } = await engine.terraform.run(stack.folder, ["untaint", address]);
    if (code !== 0) return stopped(stack, `terraform untaint '${address}' failed`, errors.trim());
  }
  return deployStack(stack, engine, approve);
}

/**
 * Applies the changes that must come first, then plans the rest, which may not contain unapproved changes.
 */
async function deployInSteps(
  stack: SynthesizedStack,
  engine: Engine,
  approved: StackPlan,
  first: readonly string[],
): Promise<StackResult> {
  const targets = first.map((address) => `-target=${address}`);
  const record = await applyAndNote(stack, engine, [
    "apply",
    ...machineReadable,
    "-auto-approve",
    ...targets,
  ]);
  if (record.errors.length > 0) return failed(stack, record);
  const deployRest = async (plan: StackPlan): Promise<StackResult> => {
    if (plan.record.errors.length > 0) return failed(stack, plan.record);
    if (engine.interrupt.first.aborted) return stopped(stack, "The interrupt came between the two steps");
    const known = new Set(approved.changes.map(({ address, action }) => `${action} ${address}`));
    const unknown = plan.changes.filter(({ address, action }) => !known.has(`${action} ${address}`));
    if (unknown.length > 0) {
      const addresses = unknown.map(({ address }) => address).join("\n");
      return stopped(stack, "The second step would change what the approved plan does not", addresses);
    }
    const whole = { ...plan, changes: approved.changes, outputs: approved.outputs };
    return applyStack(stack, engine, argumentsFor(plan), whole);
  };
  const rest = await withPlan(stack, engine, deployRest);
  return { ...rest, changes: sumOf(record.changes, rest.changes) };
}

/** The result of a deployment that stopped after its first step. */
function stopped(stack: SynthesizedStack, summary: string, detail = ""): StackResult {
  const text = `The rest was not deployed. Deploy again.\n${detail}`.trim();
  const error = describeProblem(stack, { severity: "error", summary, detail: text });
  return { status: "failed", changes: noChanges, outputs: {}, errors: [error] };
}

type Refused = Extract<ApprovalDecision, { readonly isApproved: false }>;

const interrupted: Refused = { isApproved: false, reason: "interrupted" };

function notDeployed({ reason, problem }: Refused): StackResult {
  const nothing = { changes: noChanges, outputs: {} };
  return problem === undefined
    ? { ...nothing, status: "not deployed", errors: [], ...(reason !== undefined && { reason }) }
    : { ...nothing, status: "failed", errors: [problem] };
}

async function unchanged(
  stack: SynthesizedStack,
  engine: Engine,
  { record }: StackPlan,
): Promise<StackResult> {
  warn(stack, engine, record);
  await readOutputs(stack, engine, record);
  return { status: "no changes", changes: noChanges, outputs: record.outputs ?? {}, errors: [] };
}

/** With -auto-approve, an interrupt cancels a remote run without a question. */
function argumentsFor({ isRemote, file }: StackPlan): readonly string[] {
  if (file === undefined) return ["-auto-approve"];
  return isRemote ? ["-auto-approve", file] : [file];
}

async function applyStack(
  stack: SynthesizedStack,
  engine: Engine,
  rest: readonly string[],
  plan: Partial<StackPlan> = {},
): Promise<StackResult> {
  const record = await applyAndNote(stack, engine, ["apply", ...machineReadable, ...rest]);
  if (record.errors.length > 0) return failed(stack, record);
  const outdated = outdatedDeployments(stack, [...(plan.changes ?? []), ...record.planned]);
  if (outdated.length > 0 && !engine.interrupt.first.aborted) {
    const replace = outdated.map((address) => `-replace=${address}`);
    const args = ["apply", ...machineReadable, "-auto-approve", ...replace];
    const repeated = await applyAndNote(stack, engine, args);
    if (repeated.errors.length > 0) return failed(stack, repeated);
  }
  warn(stack, engine, record);
  if (record.outputs === undefined) await readOutputs(stack, engine, record);
  const { added, changed, destroyed } = record.changes;
  const changedOutputs = [...(plan.outputs ?? []), ...record.changedOutputs];
  const isSame = added + changed + destroyed === 0 && changedOutputs.length === 0;
  const rules = changedRules([...(plan.changes ?? []), ...record.planned]);
  return {
    ...(rules.length > 0 && { rules }),
    status: isSame ? "no changes" : "deployed",
    changes: record.changes,
    outputs: record.outputs ?? {},
    errors: [],
  };
}

function warn(stack: SynthesizedStack, { terminal }: Engine, { warnings }: RunRecord): void {
  for (const warning of warnings) terminal.warn(describeProblem(stack, warning));
}

function failed(stack: SynthesizedStack, record: RunRecord): StackResult {
  const errors = describeProblems(stack, record.errors);
  return { status: "failed", changes: record.changes, outputs: {}, errors };
}

/** Reads the outputs after a remote run, which prints them only as plain text, and after a plan, which does not print them. */
async function readOutputs(
  { folder, template }: SynthesizedStack,
  { terraform }: Engine,
  record: RunRecord,
): Promise<void> {
  if (template.output === undefined) return;
  const { code, output } = await terraform.run(folder, ["output", "-json"]);
  if (code === 0) record.onLine(`{"type":"outputs","outputs":${output}}`);
}

const ruleTypes: ReadonlySet<string> = new Set(["aws_cloudwatch_event_rule", "aws_cloudwatch_event_target"]);

/** The changes of a run to rules and targets of event buses. */
export function changedRules(
  planned: readonly { readonly address: string; readonly action: string }[],
): NonNullable<StackReport["rules"]> {
  const actions = planned
    .filter(({ address }) => ruleTypes.has(address.split(".")[0] ?? ""))
    .map(({ action }) => action);
  return (["create", "delete"] as const).filter((action) => actions.includes(action));
}

/**
 * The stacks whose new rules another stack may have deleted.
 *
 * A rule that moves to another stack has the same name in both. AWS treats its creation as an update of the existing rule, and
 * the former stack then deletes it. A second run of the new stack finds it missing and creates it.
 */
export function lostRules(reports: readonly StackReport[]): readonly string[] {
  const deleting = reports.filter(({ rules = [] }) => rules.includes("delete")).map(({ id }) => id);
  return reports
    .filter(({ id, rules = [] }) => rules.includes("create") && deleting.some((other) => other !== id))
    .map(({ id }) => id);
}

const deploymentType = "aws_api_gateway_deployment";

/**
 * The REST API deployments that a second run must create again.
 *
 * Terraform creates the new deployment before it destroys the removed resources, because the old deployment depends on them and
 * is destroyed after the new one exists. The new deployment therefore still serves, for example, a removed method. For the same
 * reason it creates a replaced integration before it destroys the old one. A method has only one integration, so the new one is
 * destroyed, too; the second run finds it missing and creates it.
 */
export function outdatedDeployments(
  stack: SynthesizedStack,
  planned: RunRecord["planned"],
): readonly string[] {
  const isDone = planned.every(({ address, action }) => {
    const [type = ""] = address.split(".");
    if (action === "replace") return type !== "aws_api_gateway_integration";
    return action !== "delete" || resourceTypes[type]?.isDeployed !== true;
  });
  if (isDone) return [];
  return Object.keys(blocksOf(stack, deploymentType)).map((name) => `${deploymentType}.${name}`);
}
