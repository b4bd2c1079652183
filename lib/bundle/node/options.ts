import { posix } from "node:path";
import type { BuildOptions } from "esbuild";
import type { NodeArtifact } from "../artifact";
import { findRuntime, packagesOfRuntime } from "../runtimes";
import { deployedPath } from "./handler";

/** The name is unlikely to collide with the source; esbuild does not use `require` itself. */
const esmBanner =
  'import { createRequire as serverformCreateRequire } from "node:module"; const require = serverformCreateRequire(import.meta.url);';

/** The options of esbuild for an artifact, without the paths of input and output. */
export function buildOptions(artifact: NodeArtifact): BuildOptions {
  const esm = artifact.format === "esm";
  const banner = [...(esm ? [esmBanner] : []), ...(artifact.banner === undefined ? [] : [artifact.banner])];
  return {
    absWorkingDir: artifact.appPath,
    bundle: true,
    platform: "node",
    target: findRuntime(artifact.runtime)?.nodeTarget,
    format: artifact.format,
    // "module" is the default of esbuild, which must be repeated.
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

/** The bundle, relative to the folder of the artifact. It has the path of the entry, so the handler does not change. */
export const outputOf = (artifact: NodeArtifact): string =>
  `${withoutEnding(deployedPath(entryOf(artifact)))}.js`;

export const withoutEnding = (file: string): string => file.replace(/\.[^./]+$/, "");

/** Whether a build of this artifact writes files whose paths esbuild chooses, below its `outdir`. */
export function needsOwnOutdir({ splitting, loader = {} }: NodeArtifact): boolean {
  return splitting || Object.values(loader).some((each) => each === "file" || each === "copy");
}

/** ES modules cannot import from outside the deployed folder, so nothing is external for them. */
function modulesOfRuntime({ format, runtime }: NodeArtifact): readonly string[] {
  if (format === "esm") return [];
  // Packages of the SDK's own parts are bundled: only the SDK itself is documented.
  return packagesOfRuntime(runtime).filter((name) => name.includes("aws-sdk"));
}
