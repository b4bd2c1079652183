import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { listFiles } from "../../bundle";
import type { CommandContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
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

export function printStacks(terminal: Terminal, { stacks }: StacksOutput): void {
  for (const { id, folder, step } of stacks) {
    terminal.print();
    terminal.print(terminal.colors.bold(`Stack ${id}`));
    terminal.print(`  Step ${step}`);
    terminal.print(`  In ${folder}`);
  }
}

/** The content that a stack deploys. The same app has the same digests on every machine, but for states in local files, whose path is in the configuration. */
interface StackDigests {
  /** SHA-256 of the Terraform JSON, in hexadecimal digits. */
  readonly configuration: string;
  /** SHA-256 of the paths and contents of all packages. */
  readonly packages: string;
}

export function digestsOf({ folder }: Pick<SynthesizedStack, "folder">): StackDigests {
  const packages = join(folder, "assets");
  const paths = existsSync(packages) ? listFiles(packages).map(({ path }) => path) : [];
  const files = withoutWrittenZips(paths).map((path) => [path, sha256(readFileSync(join(packages, path)))]);
  return {
    configuration: sha256(readFileSync(join(folder, "cdk.tf.json"))),
    packages: sha256(JSON.stringify(files)),
  };
}

/** Terraform writes the zip of a package beside its folder. */
function withoutWrittenZips(paths: readonly string[]): readonly string[] {
  const folders = new Set(paths.filter((path) => path.includes("/")).map((path) => path.split("/")[0]));
  return paths
    .filter((path) => !(path.endsWith(".zip") && folders.has(path.slice(0, -".zip".length))))
    .sort();
}

const sha256 = (content: Uint8Array | string): string => createHash("sha256").update(content).digest("hex");
