import { relative } from "node:path";
import type { CommandContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { Terminal } from "../ui/terminal";
import { digestsOf, type StackDigests } from "./digests";

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
}

/** @param stacks - all stacks of the app, each after its dependencies */
export function listStacks(
  { stage, project }: Pick<CommandContext, "stage" | "project">,
  stacks: readonly SynthesizedStack[],
  selected: readonly SynthesizedStack[],
): StacksOutput {
  const steps = deploymentSteps(stacks);
  return {
    stage,
    stacks: selected.map((stack) => ({
      id: stack.id,
      folder: relative(project.root, stack.folder) || ".",
      dependencies: stack.dependencies,
      step: steps.get(stack.id) ?? 1,
      digests: digestsOf(stack),
    })),
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

/** Prints a line for each stack. */
export function printStacks(terminal: Terminal, { stacks }: StacksOutput): void {
  for (const { id, folder, step } of stacks) {
    terminal.print();
    terminal.print(terminal.colors.bold(`Stack ${id}`));
    terminal.print(`  Step ${step}`);
    terminal.print(`  In ${folder}`);
  }
}
