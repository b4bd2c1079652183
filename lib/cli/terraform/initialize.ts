import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { localStateFile, requiredProviders } from "../project/stack-template";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Diagnostic } from "./messages";
import { problemsInText } from "./remote-text";
import type { Terraform } from "./terraform";

const lockFileName = ".terraform.lock.hcl";

/**
 * Runs `terraform init` for a stack if its inputs have changed since the last successful run.
 *
 * The digest of the inputs is in Terraform's data folder, so it is deleted together with that folder. It is removed
 * before `init` starts and written after it has succeeded, so an incomplete `init` is repeated.
 */
export async function initialize(
  stack: SynthesizedStack,
  terraform: Terraform,
  others: readonly SynthesizedStack[],
): Promise<readonly Diagnostic[]> {
  const lost = lostState(stack);
  if (lost !== undefined) return [lost];
  if (isInitialized(stack, terraform.binary)) return [];
  forgetInitialization(stack);
  const donor = findLockDonor(stack, terraform.binary, others);
  if (donor !== undefined) copyFileSync(join(donor.folder, lockFileName), join(stack.folder, lockFileName));
  let exit = await terraform.run(stack.folder, ["init", "-input=false", "-no-color"]);
  // The lock file has a version that the new constraint does not allow. cdktf upgrades in this case, too.
  if (exit.code !== 0 && /init -upgrade/.test(exit.errors)) {
    exit = await terraform.run(stack.folder, ["init", "-input=false", "-no-color", "-upgrade"]);
  }
  if (exit.code !== 0) return initErrors(exit.errors || exit.output);
  const file = digestFile(stack);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${digestOf(stack, terraform.binary)}\n`);
  return [];
}

/**
 * Refuses an empty state file: Terraform would treat the stack as new, and create everything again. Without a backup next to it,
 * it may come from an interrupted first run.
 */
function lostState(stack: SynthesizedStack): Diagnostic | undefined {
  const file = localStateFile(stack);
  const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;
  if (file === undefined || sizeOf(file) !== 0 || !sizeOf(`${file}.backup`)) return undefined;
  return {
    severity: "error",
    summary: `The state file is empty: ${file}`,
    detail:
      "Terraform would treat the stack as new and create everything again. The state before the last change is beside it. Restore it: " +
      `cp '${file}.backup' '${file}'. To begin again, delete both files.`,
  };
}

/** Makes the next command initialize the stack again. */
export function forgetInitialization(stack: SynthesizedStack): void {
  rmSync(digestFile(stack), { force: true });
}

/** Whether an error says that the folder must be initialized. Terraform reports it before it changes anything. */
export function requiresInit({ summary, detail }: Diagnostic): boolean {
  return /terraform init\b/.test(`${summary}\n${detail}`);
}

function isInitialized(stack: SynthesizedStack, binary: string): boolean {
  // Modules may have any source and their own requirements. Only Terraform can tell whether they are up to date.
  if (stack.template.module !== undefined) return false;
  try {
    return readFileSync(digestFile(stack), "utf8").trim() === digestOf(stack, binary);
  } catch {
    return false;
  }
}

function digestOf({ id, folder, template }: SynthesizedStack, binary: string): string {
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

/** The folder in which Terraform keeps the files of a checkout: providers, the chosen workspace, the backend. */
const dataFolderOf = ({ folder }: Pick<SynthesizedStack, "folder">): string =>
  resolve(folder, process.env.TF_DATA_DIR || ".terraform");

const digestFile = (stack: SynthesizedStack): string =>
  join(dataFolderOf(stack), `serverform-init-${stack.id}`);

/**
 * Finds a stack whose lock file covers the providers of a stack that has no lock file yet.
 *
 * Terraform uses a provider from the shared cache only if the lock file has its checksum. Without a lock file, each
 * stack of a project would download the same provider again.
 */
function findLockDonor(
  stack: SynthesizedStack,
  binary: string,
  others: readonly SynthesizedStack[],
): SynthesizedStack | undefined {
  if (existsSync(join(stack.folder, lockFileName))) return undefined;
  const wanted = Object.values(requiredProviders(stack)).map((each) => JSON.stringify(each));
  if (wanted.length === 0) return undefined;
  return others.find((other) => {
    if (!existsSync(join(other.folder, lockFileName)) || !isInitialized(other, binary)) return false;
    const offered = Object.values(requiredProviders(other)).map((each) => JSON.stringify(each));
    return wanted.every((each) => offered.includes(each));
  });
}

/** The error messages of a failed `init`, without the frame that Terraform draws around them. */
function initErrors(text: string): readonly Diagnostic[] {
  const errors = problemsInText(text)
    .filter(({ severity }) => severity === "error")
    // This message only announces other messages.
    .filter(({ summary }, _, all) => all.length === 1 || !summary.includes("problems during initiali"));
  if (errors.length > 0) return errors;
  return [{ severity: "error", summary: "terraform init failed", detail: text.trim() }];
}
