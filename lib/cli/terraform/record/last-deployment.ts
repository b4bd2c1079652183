import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { libraryVersion } from "../../command-line";
import type { SynthesizedStack } from "../../project/synthesized-stack";
import { recordOutputs } from "../outputs";
import type { Terraform } from "../terraform";
import { type ConfigurationPart, configurationParts, partDigest } from "./configuration-parts";
import { digestsWith, fileDigestsOf, type StackDigests, sha256, terraformJson } from "./digests";
import { inputsOf, type StackInputs } from "./inputs";
import { type Narrowing, narrow, type PlanScope } from "./narrow";
import {
  declaredResources,
  partsIn,
  type RecordContent,
  removeRecord,
  settleRecord,
  writeRecord,
} from "./record-file";
import { readState, removeOutput, type StackState } from "./state";

/** Whether a stack is as its last deployment has left it. */
export interface Comparison {
  /** Undefined if the state cannot be read. */
  readonly state: StackState | undefined;
  readonly isUnchanged: boolean;
}

/** The synthesized files of a stack, as far as they are compared. */
interface StackContent {
  readonly digests: StackDigests;
  /** Undefined if no plan of single blocks is sound. */
  readonly parts: readonly ConfigurationPart[] | undefined;
}

/** Compares stacks with the record in their states, and keeps that record. */
export class LastDeployments {
  private readonly inputs = new Map<string, StackInputs>();
  private readonly contents = new Map<string, StackContent>();
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
    if (isUnchanged) settleRecord(stack, this.recordOf(stack), record);
    return { state, isUnchanged };
  }

  /** Finds what must be planned of an initialized stack that has changed since its last deployment. */
  async narrow(stack: SynthesizedStack): Promise<PlanScope> {
    const { unknown, outputs } = this.inputsOf(stack);
    if (unknown !== undefined) return { wholeBecause: `it ${unknown}` };
    const state = await this.stateOf(stack);
    const { parts } = this.contentOf(stack);
    if (parts === undefined) return { wholeBecause: "it has blocks such as check, which may read others" };
    if (state === undefined || recordIn(state) === undefined)
      return { wholeBecause: "its state has no record of a complete deployment" };
    if (state.isUnfinished) return { wholeBecause: "a resource is tainted, or was not replaced completely" };
    const digests = partsIn(state.outputs[recordOutputs.parts]?.value);
    if (digests === undefined) return { wholeBecause: "its state does not say which blocks were applied" };
    const values = await this.valuesOf(stack);
    const current = new Map(outputs.map(({ reference }, at) => [reference, values[at]]));
    const known = parts.map((part) =>
      part.kind === "read" && current.get(part.id) !== undefined
        ? { ...part, digest: partDigest(part.id, current.get(part.id)) }
        : part,
    );
    return narrow(known, { digests, state });
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

  /**
   * Writes the outputs of the record for a plan or an apply. Returns a function that puts back what was there before.
   *
   * @param narrowing - of a plan of single blocks: nothing else has changed, so that it completes a deployment
   */
  begin(stack: SynthesizedStack, narrowing?: Pick<Narrowing, "declared">): () => void {
    const { id, restore } = writeRecord(stack, this.recordOf(stack), narrowing?.declared);
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
    else settleRecord(stack, this.recordOf(stack), { id, digest });
  }

  private recordOf(stack: SynthesizedStack): RecordContent {
    const { digests, parts = [] } = this.contentOf(stack);
    const own = parts.flatMap(({ digest }) => (digest === undefined ? [] : [digest]));
    return { inputs: this.inputsOf(stack), versions: versionsOf(stack), digests, parts: own };
  }

  /** A run does not change the synthesized files: the packages are read once. */
  private contentOf(stack: SynthesizedStack): StackContent {
    const known = this.contents.get(stack.id);
    if (known !== undefined) return known;
    const files = fileDigestsOf(stack);
    const { outputs } = this.inputsOf(stack);
    const parts = configurationParts(stack, { files, outputs, versions: versionsOf(stack) });
    const content = { digests: digestsWith(stack, files), parts };
    this.contents.set(stack.id, content);
    return content;
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
    const values = await this.valuesOf(stack);
    if (values.some((each) => each === undefined)) return undefined;
    const { configuration, packages } = this.contentOf(stack).digests;
    return sha256(terraformJson([configuration, packages, values, versionsOf(stack)]));
  }

  /** The values of the outputs of other stacks that a stack reads; undefined where they are not known. */
  private valuesOf(stack: SynthesizedStack): Promise<readonly unknown[]> {
    const { outputs } = this.inputsOf(stack);
    return Promise.all(
      outputs.map(async ({ stack: id, output }) => {
        const other = this.stacks.find((each) => each.id === id);
        return (other && (await this.stateOf(other)))?.outputs[output]?.value;
      }),
    );
  }
}

/** Versions that decide what a plan contains: of this library, and of the providers. */
function versionsOf({ folder }: SynthesizedStack): readonly string[] {
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
