import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { countOf } from "../ui/amounts";
import type { Terminal } from "../ui/terminal";
import { blocksOf, typesIn } from "./stack-template";
import type { SynthesizedStack } from "./synthesized-stack";

/** A packaged function or other asset of a stack. */
export interface Package {
  readonly name: string;
  readonly bytes: number;
}

/** Prints the resources, the packages and the folder of each stack. */
export function printBuild(
  terminal: Terminal,
  stacks: readonly SynthesizedStack[],
  root: string,
  outputFolder: string,
): void {
  for (const stack of stacks) {
    terminal.print();
    terminal.print(terminal.colors.bold(`Stack ${stack.id}`));
    for (const [type, count] of resourceCounts(stack))
      terminal.print(`  ${String(count).padStart(4)}  ${type}`);
    const packages = packagesOf(stack);
    if (packages.length > 0) terminal.print("  Packages:");
    for (const { name, bytes } of packages) terminal.print(`  ${size(bytes).padStart(10)}  ${name}`);
    terminal.print(`  In ${relative(root, stack.folder) || "."}`);
  }
  terminal.print();
  terminal.print(`Built ${countOf(stacks.length, "stack")} in ${relative(root, outputFolder) || "."}.`);
  if (stacks.length === 0)
    terminal.print(
      "The app has no stacks. Declare one before app.synth(): app.stack(function Main({ stack }) { ... }).",
    );
}

/** The output of `build --json`. */
export interface BuildOutput {
  readonly stage: string;
  readonly stacks: readonly {
    readonly id: string;
    /** Relative to the project. */
    readonly folder: string;
    /** Ids of the stacks that are deployed before it. */
    readonly dependencies: readonly string[];
    /** The number of resources by type. */
    readonly resources: Readonly<Record<string, number>>;
    readonly packages: readonly Package[];
  }[];
}

/** The output of `build --json`. */
export function describeBuild(stacks: readonly SynthesizedStack[], stage: string, root: string): BuildOutput {
  return {
    stage,
    stacks: stacks.map((stack) => ({
      id: stack.id,
      folder: relative(root, stack.folder) || ".",
      dependencies: stack.dependencies,
      resources: Object.fromEntries(resourceCounts(stack)),
      packages: packagesOf(stack),
    })),
  };
}

function resourceCounts(stack: SynthesizedStack): readonly (readonly [type: string, count: number])[] {
  return [...typesIn(stack)].sort().map((type) => [type, Object.keys(blocksOf(stack, type)).length]);
}

/** The packages in the `assets` folder of a stack, with their sizes: folders and zips. */
export function packagesOf({ folder }: SynthesizedStack): readonly Package[] {
  const assets = join(folder, "assets");
  if (!existsSync(assets)) return [];
  return readdirSync(assets, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith(".zip"))
    .map(({ name }) => ({ name, bytes: bytesOf(join(assets, name)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function bytesOf(path: string): number {
  const status = statSync(path);
  if (!status.isDirectory()) return status.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

function size(bytes: number): string {
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
