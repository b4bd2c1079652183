import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Artifact, ArtifactHooks } from "./artifact";
import type { BundleFailure } from "./failure";
import { commandsOf } from "./hooks";

/** An artifact that is bundled when somebody needs it, and what refers to it. */
export interface PlannedArtifact {
  /** Id of the stack that it is deployed with. */
  readonly stack: string;
  /** What its folder and its zip are called in that stack's assets. */
  readonly name: string;
  /** Its `outDir` is for this machine only. */
  readonly artifact: Artifact;
}

/** Commands that a hook has already given: a file cannot hold the hook itself. */
type WrittenHooks = { readonly [Name in keyof ArtifactHooks]?: readonly string[] };

interface BundlesFile {
  /** Seen from the folder of the file. */
  readonly appPath: string;
  readonly artifacts: readonly (Omit<PlannedArtifact, "artifact"> & {
    readonly artifact: Omit<Artifact, "outDir" | "appPath" | "hooks"> & { readonly hooks?: WrittenHooks };
  })[];
}

const hookNames = ["beforeBundling", "beforeInstall", "afterBundling"] as const;

/** Where an artifact is bundled to on demand: beside the file that lists it. */
export const plannedFolder = (file: string, { stack, name }: Omit<PlannedArtifact, "artifact">): string =>
  join(dirname(file), "code", stack, name);

/** Asks the hooks of an artifact for their commands, and keeps these in their place. */
export function evaluateHooks(artifact: Artifact): {
  readonly artifact: Artifact;
  readonly failures: readonly BundleFailure[];
} {
  const asked = hookNames.map((name) => [name, commandsOf(artifact, name)] as const);
  const failures = asked.flatMap(([, each]) => each.failures);
  const hooks: WrittenHooks = Object.fromEntries(
    asked.flatMap(([name, { commands }]) => (commands.length === 0 ? [] : [[name, commands] as const])),
  );
  return { artifact: { ...artifact, hooks: asFunctions(hooks) }, failures };
}

/** Lists artifacts in a file, for a program that bundles each when it is needed. Their hooks must be evaluated. */
export function writeBundlesFile(file: string, appPath: string, planned: readonly PlannedArtifact[]): void {
  const artifacts = planned.map(({ stack, name, artifact }) => {
    const { outDir: _outDir, appPath: _appPath, hooks, ...rest } = artifact;
    const written = Object.entries(hooks ?? {}).map(([key, hook]) => [key, hook?.("", "") ?? []] as const);
    return { stack, name, artifact: { ...rest, hooks: Object.fromEntries(written) } };
  });
  const content = { appPath: relative(dirname(file), appPath).replaceAll(sep, "/"), artifacts };
  mkdirSync(dirname(file), { recursive: true });
  // A reader never sees half of it.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(content, undefined, 2)}\n`);
  renameSync(temporary, file);
}

/** Reads the list; artifacts lie where this machine bundles them to. */
export function readBundlesFile(file: string): {
  readonly appPath: string;
  readonly planned: readonly PlannedArtifact[];
} {
  const { appPath: fromHere, artifacts } = JSON.parse(readFileSync(file, "utf8")) as BundlesFile;
  const appPath = resolve(dirname(file), fromHere);
  const planned = artifacts.map(({ stack, name, artifact }): PlannedArtifact => {
    const places = { appPath, outDir: plannedFolder(file, { stack, name }) };
    const hooks = asFunctions(artifact.hooks ?? {});
    return { stack, name, artifact: { ...artifact, ...places, hooks } as Artifact };
  });
  return { appPath, planned };
}

function asFunctions(hooks: WrittenHooks): ArtifactHooks | undefined {
  const entries = Object.entries(hooks).map(([name, commands]) => [name, () => commands] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
