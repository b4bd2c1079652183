import { posix } from "node:path";
import type { BuildOptions } from "esbuild";
import { findRuntime, nodeVersionOf, sdkOf } from "../../facts/aws/runtimes";
import type { NodeArtifact } from "../artifact";
import { deployedStem, withoutEnding } from "./handler";
import { firstNodeWithModules, importsOutside } from "./module-format";
import { shimDefinitions } from "./shims";

/** The options of esbuild for an artifact, without the paths of input and output. */
export function buildOptions(artifact: NodeArtifact): BuildOptions {
  const esm = artifact.format === "esm";
  const version = nodeVersionOf(artifact.runtime) ?? 0;
  return {
    absWorkingDir: artifact.appPath,
    bundle: true,
    platform: "node",
    target: findRuntime(artifact.runtime)?.nodeTarget,
    // esbuild sets the boundary within version 14.
    supported: esm && version === firstNodeWithModules ? { "top-level-await": true } : undefined,
    format: artifact.format,
    // "module" is the default of esbuild, and must be repeated here.
    conditions: esm ? ["module", "serverform-esm"] : undefined,
    mainFields: esm ? ["module", "main"] : ["main", "module"],
    minify: artifact.minify,
    keepNames: artifact.keepNames,
    sourcemap: artifact.sourcemap,
    splitting: artifact.splitting,
    loader: artifact.loader && { ...artifact.loader },
    define: { ...shimDefinitions(artifact), ...artifact.define },
    banner: artifact.banner === undefined ? undefined : { js: artifact.banner },
    external: [...artifact.externalModules, ...artifact.nodeModules, ...modulesOfRuntime(artifact)],
    logLevel: "silent",
    logLimit: 0,
  };
}

/** The entry file, relative to `appPath`. */
export const entryOf = ({ srcPath, entry }: NodeArtifact): string => posix.join(srcPath, entry);

/** The bundle, relative to the folder of the artifact. It has the path of the entry, so the handler does not change. */
export const outputOf = (artifact: NodeArtifact): string =>
  `${deployedStem(withoutEnding(entryOf(artifact)))}.js`;

/** Whether a build of this artifact writes files whose paths below `outdir` are chosen by esbuild. */
export function needsOwnOutdir({ splitting, loader = {} }: NodeArtifact): boolean {
  return splitting || Object.values(loader).some((each) => each === "file" || each === "copy");
}

/**
 * Modules that an ES module loads with `require`, because an import does not find them in its runtime. Undefined if an import
 * does.
 *
 * The packages of `nodeModules` are next to the bundle, where both find them.
 */
export function requiresOf({
  format,
  runtime,
  externalModules,
}: NodeArtifact): readonly string[] | undefined {
  if (format !== "esm" || externalModules.length === 0) return undefined;
  return importsOutside(runtime) ? undefined : externalModules;
}

/**
 * ES modules outside Lambda import only from the deployed folder. `externalModules` has the modules of Lambda's runtimes.
 */
function modulesOfRuntime({ format, runtime }: NodeArtifact): readonly string[] {
  // Packages that are internal to the SDK are bundled: only the SDK itself is documented.
  return format === "esm" ? [] : sdkOf(runtime);
}
