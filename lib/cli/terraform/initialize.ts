import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isObject } from "../project/json";
import type { Stack } from "../project/synthesized-stack";
import type { Diagnostic } from "./messages";
import type { Terraform } from "./terraform";

const lockFileName = ".terraform.lock.hcl";

/**
 * Runs `terraform init` for a stack if something that it depends on has changed since it last succeeded.
 *
 * The digest of that lies in Terraform's own data folder, so it goes when that is deleted; it is taken away before
 * `init` starts and written after it has succeeded, so one that stopped half-way is repeated.
 */
export async function initialize(
  stack: Stack,
  terraform: Terraform,
  others: readonly Stack[],
): Promise<readonly Diagnostic[]> {
  if (isInitialized(stack, terraform.binary)) return [];
  forgetInitialization(stack);
  const donor = lockDonor(stack, terraform.binary, others);
  if (donor !== undefined) copyFileSync(join(donor.folder, lockFileName), join(stack.folder, lockFileName));
  let exit = await terraform.run(stack.folder, ["init", "-input=false", "-no-color"]);
  // A new version constraint against the version of the lock file; cdktf upgrades then, too.
  if (exit.code !== 0 && /init -upgrade/.test(exit.errors)) {
    exit = await terraform.run(stack.folder, ["init", "-input=false", "-no-color", "-upgrade"]);
  }
  if (exit.code !== 0) return initErrors(exit.errors || exit.output);
  const file = digestFile(stack);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${digestOf(stack, terraform.binary)}\n`);
  return [];
}

/** Makes the next command initialise the stack again. */
export function forgetInitialization(stack: Stack): void {
  rmSync(digestFile(stack), { force: true });
}

/** Whether an error says that the folder has to be initialised; it does before anything has been touched. */
export function asksForInit({ summary, detail }: Diagnostic): boolean {
  return /terraform init\b/.test(`${summary}\n${detail}`);
}

function isInitialized(stack: Stack, binary: string): boolean {
  // Modules may come from anywhere and have requirements of their own; only Terraform knows whether they are current.
  if (stack.template.module !== undefined) return false;
  try {
    return readFileSync(digestFile(stack), "utf8").trim() === digestOf(stack, binary);
  } catch {
    return false;
  }
}

function digestOf({ id, folder, template }: Stack, binary: string): string {
  const lockFile = join(folder, lockFileName);
  const parts = [
    id,
    binary,
    template.terraform,
    existsSync(lockFile) ? readFileSync(lockFile, "utf8") : "",
    process.env.TF_CLI_ARGS ?? "",
    process.env.TF_CLI_ARGS_init ?? "",
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

function digestFile({ id, folder }: Stack): string {
  const dataFolder = resolve(folder, process.env.TF_DATA_DIR || ".terraform");
  return join(dataFolder, `serverform-init-${id}`);
}

/**
 * A stack whose lock file answers for the providers of a stack that has none yet.
 *
 * Terraform takes a provider from the shared cache only if the lock file knows its checksum; without that each stack
 * of a project would download the same provider anew.
 */
function lockDonor(stack: Stack, binary: string, others: readonly Stack[]): Stack | undefined {
  if (existsSync(join(stack.folder, lockFileName))) return undefined;
  const wanted = Object.values(requiredProviders(stack)).map((each) => JSON.stringify(each));
  if (wanted.length === 0) return undefined;
  return others.find((other) => {
    if (!existsSync(join(other.folder, lockFileName)) || !isInitialized(other, binary)) return false;
    const offered = Object.values(requiredProviders(other)).map((each) => JSON.stringify(each));
    return wanted.every((each) => offered.includes(each));
  });
}

/** The providers that a stack requires: source and version by local name. */
export function requiredProviders({ template }: Stack): Readonly<Record<string, unknown>> {
  const block = template.terraform;
  const providers = isObject(block) ? block.required_providers : undefined;
  // cdktf writes a list of one object when a construct adds to it through an override.
  const first: unknown = Array.isArray(providers) ? providers[0] : providers;
  return isObject(first) ? first : {};
}

/** Terraform's messages of a failed `init`, freed from the box around each. */
function initErrors(text: string): readonly Diagnostic[] {
  const errors = text
    .replace(/^[╷│╵] ?/gm, "")
    .split(/^Error: /m)
    .slice(1)
    .map((block): Diagnostic => {
      const [summary = "", ...detail] = block.trim().split("\n");
      return { severity: "error", summary, detail: detail.join("\n").trim() };
    })
    // Says only that another message follows.
    .filter(({ summary }, _, all) => all.length === 1 || !summary.includes("problems during initiali"));
  if (errors.length > 0) return errors;
  return [{ severity: "error", summary: "terraform init failed", detail: text.trim() }];
}
