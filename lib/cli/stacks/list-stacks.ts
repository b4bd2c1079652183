import { relative } from "node:path";
import type { CommandContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import { openEngine, openTerraform } from "../terraform/engine";
import { digestsOf, type StackDigests } from "../terraform/record/digests";
import { initializeStacks } from "../terraform/stack-runs";
import type { Terminal } from "../ui/terminal";

/** The output of `stacks --json`. */
export interface StacksOutput {
  readonly stage: string;
  /** Each stack after its dependencies. */
  readonly stacks: readonly ListedStack[];
}

interface ListedStack {
  readonly id: string;
  /** The folder with its Terraform configuration, relative to the project. */
  readonly folder: string;
  /** Ids of the stacks that are deployed before it. */
  readonly dependencies: readonly string[];
  /** When it can be deployed: all stacks of one step in parallel, after those of the steps before. The first step is 1. */
  readonly step: number;
  readonly digests: StackDigests;
  /**
   * Whether nothing has changed since its last deployment by `serverform deploy`.
   *
   * @default - it is not known: without `--state`, and if the state cannot be read
   */
  readonly unchanged?: boolean;
}

/** Describes stacks. With `readsStates`, each is compared with its state. */
export async function listStacks(
  context: CommandContext,
  stacks: readonly SynthesizedStack[],
  selected: readonly SynthesizedStack[],
  readsStates: boolean,
): Promise<StacksOutput> {
  const unchanged = readsStates ? await compareStates(context, stacks, selected) : new Map<string, boolean>();
  const steps = deploymentSteps(stacks);
  return {
    stage: context.stage,
    stacks: selected.map((stack) => {
      const { id, folder, dependencies } = stack;
      const isUnchanged = unchanged.get(id);
      return {
        id,
        folder: relative(context.project.root, folder) || ".",
        dependencies,
        step: steps.get(id) ?? 1,
        digests: digestsOf(stack),
        ...(isUnchanged !== undefined && { unchanged: isUnchanged }),
      };
    }),
  };
}

/** @param stacks - each after its dependencies */
export function deploymentSteps(
  stacks: readonly Pick<SynthesizedStack, "id" | "dependencies">[],
): ReadonlyMap<string, number> {
  const steps = new Map<string, number>();
  for (const { id, dependencies } of stacks) {
    steps.set(id, 1 + Math.max(0, ...dependencies.map((each) => steps.get(each) ?? 0)));
  }
  return steps;
}

async function compareStates(
  context: CommandContext,
  stacks: readonly SynthesizedStack[],
  selected: readonly SynthesizedStack[],
): Promise<ReadonlyMap<string, boolean>> {
  const terraform = await openTerraform(context);
  const engine = openEngine(context, terraform, stacks, { verb: "Comparing", count: selected.length });
  const read = [...new Set([...selected, ...engine.lastDeployments.readBy(selected)])];
  const failed = await initializeStacks(read, engine);
  if (failed !== undefined) {
    context.terminal.warn(`The states are not known. ${failed.id}: ${failed.errors.join("\n")}`);
    return new Map();
  }
  const found = new Map<string, boolean>();
  for (const stack of selected) {
    const { state, isUnchanged } = await engine.lastDeployments.compare(stack);
    if (state !== undefined) found.set(stack.id, isUnchanged);
  }
  return found;
}

/** Prints a line for each stack. */
export function printStacks(terminal: Terminal, { stacks }: StacksOutput): void {
  for (const { id, folder, step, unchanged } of stacks) {
    const state = unchanged === undefined ? "" : unchanged ? ", unchanged" : ", changed";
    terminal.print();
    terminal.print(terminal.colors.bold(`Stack ${id}`));
    terminal.print(`  Step ${step}${state}`);
    terminal.print(`  In ${folder}`);
  }
}
