import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../project/json";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { type Engine, machineReadable, runStack } from "./engine";
import { RunRecord } from "./run-record";
import { restorePlan, type SavedPlan } from "./saved-plans";

/** What a plan would change in one resource. */
export interface ResourceChange {
  readonly address: string;
  readonly action: "create" | "update" | "replace" | "delete" | "forget" | "import" | "move";
  /** The changed attributes of an update or a replacement, as text. */
  readonly attributes: readonly string[];
}

/** What a plan would change in one resource, with its attributes before and after. They may be secret: never print them. */
export interface ChangedValues {
  readonly address: string;
  readonly type: string;
  readonly action: ResourceChange["action"] | undefined;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** The attributes of `after` that AWS decides. */
  readonly unknown: Readonly<Record<string, unknown>>;
}

/** A plan of a stack. */
export interface StackPlan {
  readonly record: RunRecord;
  readonly changes: readonly ResourceChange[];
  /** All managed resources of the plan. Empty for a remote plan whose JSON may not be read. */
  readonly values: readonly ChangedValues[];
  /** Names of the outputs that would change, including those that CDKTF generates. */
  readonly outputs: readonly string[];
  /** The saved plan. Undefined if the backend cannot save plans. */
  readonly file: string | undefined;
  /** Whether Terraform Cloud executes the plan. */
  readonly isRemote: boolean;
}

/** How a stack is planned. */
export interface PlanOptions {
  /** A plan that was saved before. @default - a new plan is made */
  readonly saved?: SavedPlan | undefined;
  /** Whether Terraform asks AWS how its resources are. @default true */
  readonly refresh?: boolean;
}

/**
 * Plans a stack, or takes a saved plan, passes the plan on, and deletes the plan file, which contains secret values.
 *
 * A workspace of Terraform Cloud may run Terraform itself or leave that to this machine, and only the plan tells which.
 * A plan can be saved in both modes: the file of a remote plan holds the id of its run.
 */
export async function withPlan<Result>(
  stack: SynthesizedStack,
  engine: Engine,
  use: (plan: StackPlan) => Promise<Result> | Result,
  { saved, refresh = true }: PlanOptions = {},
): Promise<Result> {
  const file = join(stack.folder, "serverform.tfplan");
  try {
    if (saved === undefined) return await use(await planStack(stack, engine, file, refresh));
    restorePlan(stack, saved, file);
    return await use(await readPlan(stack, engine, file, new RunRecord()));
  } finally {
    rmSync(file, { force: true });
  }
}

async function planStack(
  stack: SynthesizedStack,
  engine: Engine,
  file: string,
  refresh: boolean,
): Promise<StackPlan> {
  const more = refresh ? [] : ["-refresh=false"];
  const record = await runStack(stack, engine, ["plan", ...machineReadable, ...more, `-out=${file}`]);
  if (record.errors.some(cannotSavePlans)) {
    return streamedPlan(await runStack(stack, engine, ["plan", ...machineReadable]), undefined);
  }
  return record.errors.length > 0 ? streamedPlan(record, undefined) : readPlan(stack, engine, file, record);
}

async function readPlan(
  stack: SynthesizedStack,
  engine: Engine,
  file: string,
  record: RunRecord,
): Promise<StackPlan> {
  const shown = await engine.terraform.run(stack.folder, ["show", "-json", "-no-color", file]);
  if (shown.code === 0) {
    const plan: unknown = JSON.parse(shown.output);
    return {
      record,
      changes: plannedResources(plan),
      values: plannedValues(plan),
      outputs: plannedOutputs(plan),
      file,
      isRemote: isRemotePlan(file),
    };
  }
  // The plan of a remote run as JSON demands the right to administer the workspace. Its text has the addresses.
  if (!/admin permissions/.test(shown.errors)) {
    record.diagnostics.push({
      severity: "error",
      summary: "The plan cannot be read",
      detail: shown.errors.trim(),
    });
  }
  return streamedPlan(record, file);
}

function streamedPlan(record: RunRecord, file: string | undefined): StackPlan {
  return {
    record,
    changes: record.planned.map(({ address, action }) => ({
      address,
      action: action as ResourceChange["action"],
      attributes: [],
    })),
    values: [],
    outputs: record.changedOutputs,
    file,
    isRemote: record.isRemote,
  };
}

/** Terraform before 1.6, and the `remote` backend, save no plans of remote runs. */
function cannotSavePlans({ summary }: { readonly summary: string }): boolean {
  return /^Saving a generated plan is currently not supported/.test(summary);
}

/** Whether a plan file is the bookmark of a remote run, which is JSON. A plan of this machine is a zip archive. */
function isRemotePlan(file: string): boolean {
  return existsSync(file) && readFileSync(file).subarray(0, 1).toString() === "{";
}

/** The resource changes in the JSON form of a saved plan. */
export function plannedResources(plan: unknown): readonly ResourceChange[] {
  const changes = isObject(plan) && Array.isArray(plan.resource_changes) ? plan.resource_changes : [];
  return changes.filter(isObject).flatMap((entry) => {
    const change = isObject(entry.change) ? entry.change : {};
    const action = actionOf(change, entry);
    if (action === undefined) return [];
    const attributes = action === "update" || action === "replace" ? changedAttributes(change) : [];
    return [{ address: String(entry.address), action, attributes }];
  });
}

/** The resources in the JSON form of a saved plan, also those that stay as they are. */
export function plannedValues(plan: unknown): readonly ChangedValues[] {
  const changes = isObject(plan) && Array.isArray(plan.resource_changes) ? plan.resource_changes : [];
  return changes
    .filter((entry) => isObject(entry) && entry.mode !== "data")
    .map((entry) => {
      const change = isObject(entry.change) ? entry.change : {};
      return {
        address: String(entry.address),
        type: typeOfAddress(String(entry.address)),
        action: actionOf(change, entry),
        before: isObject(change.before) ? change.before : {},
        after: isObject(change.after) ? change.after : {},
        unknown: isObject(change.after_unknown) ? change.after_unknown : {},
      };
    });
}

/** `aws_s3_bucket` of `aws_s3_bucket.Files` and of `module.web.aws_s3_bucket.Files[0]`. */
export function typeOfAddress(address: string): string {
  return address.replace(/^(?:module\.[^.]+\.)+/, "").split(".")[0] ?? "";
}

/** The names of the outputs that would change, in the JSON form of a saved plan. */
export function plannedOutputs(plan: unknown): readonly string[] {
  const outputs = isObject(plan) && isObject(plan.output_changes) ? plan.output_changes : {};
  return Object.entries(outputs).flatMap(([name, change]) =>
    isObject(change) && Array.isArray(change.actions) && change.actions.join() !== "no-op" ? [name] : [],
  );
}

function actionOf(
  change: Record<string, unknown>,
  { address, previous_address: previous }: Record<string, unknown>,
): ResourceChange["action"] | undefined {
  const actions = Array.isArray(change.actions) ? change.actions.map(String) : [];
  if (actions.includes("create") && actions.includes("delete")) return "replace";
  const [action] = actions;
  if (action === "create" || action === "update" || action === "delete" || action === "forget") return action;
  if (change.importing !== undefined) return "import";
  return previous !== undefined && previous !== address ? "move" : undefined;
}

function changedAttributes(change: Record<string, unknown>): readonly string[] {
  const before = isObject(change.before) ? change.before : {};
  const after = isObject(change.after) ? change.after : {};
  const unknown = isObject(change.after_unknown) ? change.after_unknown : {};
  const secret = [change.before_sensitive, change.after_sensitive].filter(isObject);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...Object.keys(unknown)])].sort();
  return names.flatMap((name) => {
    const isUnknown = hasTrue(unknown[name]);
    if (!isUnknown && JSON.stringify(before[name]) === JSON.stringify(after[name])) return [];
    if (secret.some((marks) => hasTrue(marks[name]))) return [`${name}: (sensitive)`];
    return [
      `${name}: ${shortText(before[name])} -> ${isUnknown ? "(known after apply)" : shortText(after[name])}`,
    ];
  });
}

/** Whether a mark, or any value nested in it, is true. */
function hasTrue(mark: unknown): boolean {
  return mark === true || (typeof mark === "object" && mark !== null && Object.values(mark).some(hasTrue));
}

function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
