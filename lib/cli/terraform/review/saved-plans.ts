import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { ownValue } from "../../../facts/errors/own-value";
import { isRecord } from "../../../facts/text/record";
import { hashFolder } from "../../../kit/core";
import { fail } from "../../errors";
import { readJsonObject } from "../../project/json";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import type { ResourceChange } from "./planned-changes";

export interface SavedPlan {
  /** Hash of the output of the stack. */
  readonly configuration: string;
  /** Terraform's plan file, in base64. For a remote run it contains the id of the run. */
  readonly plan: string;
  /** The changes of the plan, for a remote run whose plan cannot be read again. */
  readonly changes: readonly ResourceChange[];
  /** Names of the outputs that it changes. */
  readonly outputs: readonly string[];
  /** Zip files that Terraform wrote when it planned, by their path in the folder of the stack, in base64. */
  readonly zips: Readonly<Record<string, string>>;
}

export interface SavedPlans {
  readonly stage: string;
  /** The commit of the working tree. @default - it is not in a repository */
  readonly commit?: string;
  readonly stacks: Readonly<Record<string, SavedPlan>>;
}

export function savedPlan(
  stack: SynthesizedStack,
  planFile: string,
  { changes, outputs }: Pick<SavedPlan, "changes" | "outputs">,
): SavedPlan {
  const zips = writtenZips(stack).filter((path) => existsSync(join(stack.folder, path)));
  return {
    configuration: configurationHash(stack),
    plan: readFileSync(planFile, "base64"),
    changes,
    outputs,
    zips: Object.fromEntries(zips.map((path) => [path, readFileSync(join(stack.folder, path), "base64")])),
  };
}

/** Writes a saved plan, and the zip files that it deploys, to the paths of the stack from which Terraform reads them. */
export function restorePlan(stack: SynthesizedStack, { plan, zips }: SavedPlan, planFile: string): void {
  writeFileSync(planFile, plan, { encoding: "base64", mode: 0o600 });
  for (const path of writtenZips(stack)) {
    const content = ownValue(zips, path);
    if (content === undefined) continue;
    const file = join(stack.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, "base64");
  }
}

/** Writes plans to a file that only its owner can read: plans contain secret values. */
export function writePlans(file: string, plans: SavedPlans): void {
  const path = resolve(file);
  mkdirSync(dirname(path), { recursive: true });
  // A new file: one that exists may have other rights.
  rmSync(path, { force: true });
  writeFileSync(path, `${JSON.stringify(plans)}\n`, { mode: 0o600, flag: "wx" });
}

/** Reads plans, and refuses those of another stage, commit or configuration. */
export function readPlans(
  file: string,
  present: {
    readonly stage: string;
    readonly commit: string | undefined;
    readonly stacks: readonly SynthesizedStack[];
  },
): SavedPlans {
  const plans = parsePlans(file);
  const differs = (what: string, planned: string, now: string): never =>
    fail("serverform deploy", "plan-differs", "--plan", { value: file, what, planned, now });
  if (plans.stage !== present.stage) differs("stage", plans.stage, present.stage);
  if (plans.commit !== present.commit) differs("commit", plans.commit ?? "none", present.commit ?? "none");
  for (const stack of present.stacks) {
    const planned = plans.stacks[stack.id];
    if (planned !== undefined && planned.configuration !== configurationHash(stack))
      differs("configuration", `that of ${stack.id} then`, "what the app synthesizes");
  }
  return plans;
}

function parsePlans(file: string): SavedPlans {
  const unreadable = (reason: string): never =>
    fail("serverform deploy", "plan-unreadable", "--plan", { value: file, reason });
  if (!existsSync(file)) return unreadable("there is no such file");
  const plans = readJsonObject(resolve(file));
  if (typeof plans.stage !== "string" || !isRecord(plans.stacks)) return unreadable("it holds no plans");
  return plans as unknown as SavedPlans;
}

/** The commit of a working tree; undefined outside of a repository. */
export function commitOf(folder: string): string | undefined {
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** Files that Terraform and this command leave in the folder of a stack. */
const leftFile = /^(?:\.terraform|(?:serverform\.unanswered\.json|errored\.tfstate|crash\.log)$)/;

/** A hash of the output of a stack, without the files that are added to its folder later. */
function configurationHash(stack: SynthesizedStack): string {
  const zips = new Set(writtenZips(stack));
  const isAdded = (path: string): boolean => zips.has(path) || leftFile.test(path);
  return hashFolder(stack.folder, isAdded);
}

/** Paths of the zip files that Terraform writes when it plans. */
function writtenZips({ template, folder }: SynthesizedStack): readonly string[] {
  const archives = isRecord(template.data) ? template.data.archive_file : undefined;
  return Object.values(isRecord(archives) ? archives : {}).flatMap((archive) => {
    const path = isRecord(archive) ? archive.output_path : undefined;
    if (typeof path !== "string") return [];
    return [relative(folder, resolve(folder, path.replace("${path.module}/", ""))).replaceAll("\\", "/")];
  });
}
