import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Artifact, ArtifactHooks } from "./artifact";
import type { BundleFailure } from "./failure";
import { commandsOf } from "./hooks";
import { endModuleSearch } from "./node/module-format";

/** An artifact that is bundled on demand, with the references to it. */
export interface PlannedArtifact {
  readonly stack: string;
  /** Name of its folder and zip in the assets of the stack. */
  readonly name: string;
  /** Its `outDir` is only valid on this machine. */
  readonly artifact: Artifact;
}

/** The commands that the hooks returned: a file cannot contain the hooks themselves. */
type WrittenHooks = { readonly [Name in keyof ArtifactHooks]?: readonly string[] };

interface BundlesFile {
  /** Relative to the folder of the file. */
  readonly appPath: string;
  readonly artifacts: readonly (Omit<PlannedArtifact, "artifact"> & {
    readonly artifact: Omit<Artifact, "outDir" | "appPath" | "hooks"> & { readonly hooks?: WrittenHooks };
  })[];
}

const hookNames = ["beforeBundling", "beforeInstall", "afterBundling"] as const;

/** The folder for an artifact that is bundled on demand: next to the file that lists it. */
export const plannedFolder = (file: string, { stack, name }: Omit<PlannedArtifact, "artifact">): string =>
  join(dirname(file), codeFolder, stack, name);

const codeFolder = "code";

/** Calls the hooks of an artifact, and replaces them with their commands. */
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

/** Writes a list of artifacts, for a program that bundles each on demand. Their hooks must be evaluated. */
export function writeBundlesFile(file: string, appPath: string, planned: readonly PlannedArtifact[]): void {
  const artifacts = planned.map(({ stack, name, artifact }) => {
    const { outDir: _outDir, appPath: _appPath, hooks, ...rest } = artifact;
    const written = Object.entries(hooks ?? {}).map(([key, hook]) => [key, hook?.("", "") ?? []] as const);
    return { stack, name, artifact: { ...rest, hooks: Object.fromEntries(written) } };
  });
  const content = { appPath: relative(dirname(file), appPath).replaceAll(sep, "/"), artifacts };
  endModuleSearch(join(dirname(file), codeFolder));
  // Renamed when complete, so that no reader sees a partial file.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(content, undefined, 2)}\n`);
  renameSync(temporary, file);
}

/** Reads the list, with the output folders of this machine. */
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
