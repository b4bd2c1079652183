import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { libraryVersion } from "../../command-line";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { recordOutputs } from "../outputs";
import type { Terraform } from "../terraform";
import { digestsOf, type StackDigests, sha256, terraformJson } from "./digests";
import { inputsOf, type StackInputs } from "./inputs";
import { declaredResources, removeRecord, settleRecord, writeRecord } from "./record-file";
import { readState, removeOutput, type StackState } from "./state";

/** Whether a stack is as its last deployment has left it. */
export interface Comparison {
  /** Undefined if the state cannot be read. */
  readonly state: StackState | undefined;
  readonly isUnchanged: boolean;
}

/** Compares stacks with the record in their states, and keeps that record. */
export class LastDeployments {
  private readonly inputs = new Map<string, StackInputs>();
  private readonly digests = new Map<string, StackDigests>();
  private readonly states = new Map<string, Promise<StackState | undefined>>();
  /** Of the last plan or apply of each stack. */
  private readonly runs = new Map<string, string>();

  /** @param stacks - all stacks of the app */
  constructor(
    private readonly terraform: Terraform,
    private readonly stacks: readonly SynthesizedStack[],
  ) {}

  /** Compares an initialized stack with its state. */
  async compare(stack: SynthesizedStack): Promise<Comparison> {
    const { unknown } = this.inputsOf(stack);
    const state = await this.stateOf(stack);
    if (state === undefined || unknown !== undefined) return { state, isUnchanged: false };
    const record = recordIn(state);
    const isUnchanged =
      record !== undefined &&
      !state.isUnfinished &&
      sameSet(state.resources, declaredResources(stack)) &&
      record.digest === (await this.digestOf(stack));
    if (isUnchanged) settleRecord(stack, this.inputsOf(stack), factsOf(stack), record);
    return { state, isUnchanged };
  }

  /** The stacks whose outputs some stacks read. */
  readBy(stacks: readonly SynthesizedStack[]): readonly SynthesizedStack[] {
    const ids = new Set(stacks.flatMap((each) => this.inputsOf(each).outputs.map(({ stack }) => stack)));
    return this.stacks.filter(({ id }) => ids.has(id));
  }

  /** Whether a deployment of the stack leaves a record. */
  isRecorded(stack: SynthesizedStack): boolean {
    return this.inputsOf(stack).unknown === undefined;
  }

  /** Writes the outputs of the record for a plan or an apply. Returns a function that puts back what was there before. */
  begin(stack: SynthesizedStack): () => void {
    const { id, restore } = writeRecord(stack, this.inputsOf(stack), factsOf(stack));
    this.runs.set(stack.id, id);
    return restore;
  }

  /**
   * Takes the record out of the state, because something else than Terraform is about to change the stack.
   *
   * @returns false if the state cannot be written
   */
  async invalidate(stack: SynthesizedStack): Promise<boolean> {
    this.forgetState(stack);
    removeRecord(stack);
    return removeOutput(stack, this.terraform, recordOutputs.complete);
  }

  /** The state is about to change. */
  forgetState({ id }: Pick<SynthesizedStack, "id">): void {
    this.states.delete(id);
  }

  /** The stack was applied completely, by the last plan or apply. A plan of another process has a record that is not known here. */
  async complete(stack: SynthesizedStack): Promise<void> {
    const id = this.runs.get(stack.id);
    const digest = await this.digestOf(stack);
    if (id === undefined || digest === undefined) removeRecord(stack);
    else settleRecord(stack, this.inputsOf(stack), factsOf(stack), { id, digest });
  }

  /** Digests of the synthesized files, which a run does not change: the packages are read once. */
  private digestsOf(stack: SynthesizedStack): StackDigests {
    const known = this.digests.get(stack.id) ?? digestsOf(stack);
    this.digests.set(stack.id, known);
    return known;
  }

  private inputsOf(stack: SynthesizedStack): StackInputs {
    const known = this.inputs.get(stack.id) ?? inputsOf(stack);
    this.inputs.set(stack.id, known);
    return known;
  }

  private stateOf(stack: SynthesizedStack): Promise<StackState | undefined> {
    const known = this.states.get(stack.id) ?? readState(stack, this.terraform);
    this.states.set(stack.id, known);
    return known;
  }

  /** Undefined if the state of a stack whose outputs are read is not known. */
  private async digestOf(stack: SynthesizedStack): Promise<string | undefined> {
    const values: unknown[] = [];
    for (const { stack: id, output } of this.inputsOf(stack).outputs) {
      const other = this.stacks.find((each) => each.id === id);
      const read = (other && (await this.stateOf(other)))?.outputs[output];
      if (read === undefined) return undefined;
      values.push(read.value);
    }
    const { configuration, packages } = this.digestsOf(stack);
    return sha256(terraformJson([configuration, packages, values, factsOf(stack)]));
  }
}

/** Versions that decide what a plan contains: of this library, and of the providers. */
function factsOf({ folder }: SynthesizedStack): readonly string[] {
  const file = join(folder, ".terraform.lock.hcl");
  const lock = existsSync(file) ? readFileSync(file, "utf8") : "";
  const providers = [...lock.matchAll(/^provider "([^"]+)" \{\s*version\s*=\s*"([^"]+)"/gm)];
  return [libraryVersion(), ...providers.map(([, name, version]) => `${name} ${version}`)];
}

/** Undefined if the last deployment was not complete, or something else has applied the stack since. */
function recordIn({ outputs }: StackState): { readonly id: string; readonly digest: string } | undefined {
  const started = outputs[recordOutputs.started]?.value;
  const complete = outputs[recordOutputs.complete]?.value;
  if (typeof complete !== "string" || started !== complete) return undefined;
  const [id = "", digest = ""] = complete.split(" ");
  return { id, digest };
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(some);
  return known.size === new Set(others).size && others.every((each) => known.has(each));
}
