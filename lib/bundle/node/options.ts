import { posix } from "node:path";
import type { BuildOptions } from "esbuild";
import type { NodeArtifact } from "../artifact";
import { findRuntime } from "../runtimes";

/** Named so that no source is likely to have the same name; `require` itself esbuild keeps free. */
const esmBanner =
  'import { createRequire as serverformCreateRequire } from "node:module"; const require = serverformCreateRequire(import.meta.url);';

/** The first runtime that comes with version 3 of the AWS SDK instead of version 2. */
const firstNodeWithSdk3 = 18;

/** What esbuild is told for an artifact, without the places of input and output. */
export function buildOptions(artifact: NodeArtifact): BuildOptions {
  const esm = artifact.format === "esm";
  const banner = [...(esm ? [esmBanner] : []), ...(artifact.banner === undefined ? [] : [artifact.banner])];
  return {
    absWorkingDir: artifact.appPath,
    bundle: true,
    platform: "node",
    target: findRuntime(artifact.runtime)?.nodeTarget,
    format: artifact.format,
    // "module" is what esbuild has by itself when nothing else is named.
    conditions: esm ? ["module", "serverform-esm"] : undefined,
    mainFields: esm ? ["module", "main"] : ["main", "module"],
    minify: artifact.minify,
    keepNames: artifact.keepNames,
    sourcemap: artifact.sourcemap,
    splitting: artifact.splitting,
    loader: artifact.loader && { ...artifact.loader },
    define: artifact.define && { ...artifact.define },
    banner: banner.length === 0 ? undefined : { js: banner.join("\n") },
    external: [...artifact.externalModules, ...artifact.nodeModules, ...modulesOfRuntime(artifact)],
    logLevel: "silent",
    logLimit: 0,
  };
}

/** The entry file, relative to `appPath`. */
export const entryOf = ({ srcPath, entry }: NodeArtifact): string => posix.join(srcPath, entry);

/** The bundle, relative to the artifact's folder: the same path as the entry, so that the handler keeps its own. */
export const outputOf = (artifact: NodeArtifact): string => `${withoutEnding(entryOf(artifact))}.js`;

export const withoutEnding = (file: string): string => file.replace(/\.[^./]+$/, "");

/** Whether a build of this artifact writes files of which esbuild alone chooses the place: below its `outdir`. */
export function needsOwnOutdir({ splitting, loader = {} }: NodeArtifact): boolean {
  return splitting || Object.values(loader).some((each) => each === "file" || each === "copy");
}

/** ES modules find nothing outside of the deployed folder, so for them nothing is left out. */
function modulesOfRuntime({ format, runtime }: NodeArtifact): readonly string[] {
  if (format === "esm") return [];
  const major = Number(/^nodejs(\d+)/.exec(runtime)?.[1]);
  return major >= firstNodeWithSdk3 ? ["@aws-sdk/*"] : ["aws-sdk"];
}
