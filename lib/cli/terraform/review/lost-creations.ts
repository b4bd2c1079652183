import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importIdOf, secondCreation } from "../../../facts/aws/resource-types";
import { parseObject } from "../../project/json";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { type Engine, runStack } from "../engine";
import type { RunRecord } from "../run-record";
import { nameInService } from "./losses";
import type { ChangedValues } from "./planned-changes";

/**
 * Runs `terraform apply`, and records creations that were interrupted before AWS answered: the resource may exist without being
 * in the state, and AWS would refuse to create its name again.
 */
export async function applyAndNote(
  stack: SynthesizedStack,
  engine: Engine,
  args: readonly string[],
): Promise<RunRecord> {
  const record = await runStack(stack, engine, args);
  const { unanswered } = record;
  const note: Note = { backend: backendOf(stack), addresses: unanswered };
  if (unanswered.length > 0) writeFileSync(fileIn(stack), JSON.stringify(note));
  return record;
}

/**
 * Imports the resources that AWS created without an answer in an interrupted deployment of this machine, and returns their
 * addresses. If AWS did not create one, its import fails, and the plan creates it.
 */
export async function importLostCreations(
  stack: SynthesizedStack,
  { terraform, terminal, interrupt }: Engine,
  planned: readonly ChangedValues[],
): Promise<readonly string[]> {
  const lost = new Set(readNote(stack));
  const imported: string[] = [];
  for (const { address, type, action, after } of planned) {
    if (action !== "create" || !lost.has(address)) continue;
    const again = secondCreation(type, after);
    const id = importIdOf(type, after);
    if (again === "another" || (again === "refused" && id === undefined))
      terminal.warn(
        `${stack.id}: an interrupted deployment may have created ${address} (${nameInService(after) ?? type}) without receiving the answer. If AWS has one that is not in the state, delete it.`,
      );
    if (again !== "refused" || id === undefined) continue;
    // The note stays for the next deployment.
    if (interrupt.first.aborted) return imported;
    const { code } = await terraform.run(stack.folder, ["import", "-input=false", "-no-color", address, id]);
    if (code !== 0) continue;
    imported.push(address);
    terminal.print(
      `${stack.id}: an interrupted deployment had created ${address} (${id}). It is in the state now.`,
    );
  }
  if (!interrupt.first.aborted) rmSync(fileIn(stack), { force: true });
  return imported;
}

interface Note {
  /** The backend of the stack. In the same folder, another backend has another state. */
  readonly backend: string;
  readonly addresses: readonly string[];
}

/** In the folder of the stack, next to Terraform's files for this machine. */
const fileIn = ({ folder }: SynthesizedStack): string => join(folder, "serverform.unanswered.json");

const backendOf = ({ template }: SynthesizedStack): string => JSON.stringify(template.terraform ?? null);

function readNote(stack: SynthesizedStack): readonly string[] {
  const file = fileIn(stack);
  const note = existsSync(file) ? parseObject(readFileSync(file, "utf8")) : undefined;
  if (note?.backend !== backendOf(stack) || !Array.isArray(note.addresses)) return [];
  return note.addresses.map(String);
}
