import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { NodeArtifact } from "../artifact";
import type { EsbuildRequest } from "./esbuild/esbuild";
import { withoutEnding } from "./handler";
import { metadataConfig, metadataConfigs } from "./metadata/decorator-metadata";
import { buildOptions, needsOwnOutdir, outputOf, requiresOf } from "./options";
import { shimFactsOf } from "./shims";
import { importPathOf, moduleFoldersOf } from "./source-file";

/**
 * Resolves links in paths, as esbuild does in source maps. The output folder need not exist yet.
 *
 * @param known - results for earlier folders: most artifacts of an app have a common one
 */
export function withoutLinks(artifact: NodeArtifact, known = new Map<string, string>()): NodeArtifact {
  const { appPath, outDir } = artifact;
  const realOutDir = existsSync(outDir)
    ? realpathSync.native(outDir)
    : join(realFolder(dirname(outDir), known), basename(outDir));
  return { ...artifact, appPath: realFolder(appPath, known), outDir: realOutDir };
}

function realFolder(folder: string, known: Map<string, string>): string {
  const before = known.get(folder);
  if (before !== undefined) return before;
  const real = lookUp(folder) ?? join(realFolder(dirname(folder), known), basename(folder));
  known.set(folder, real);
  return real;
}

function lookUp(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

/** Limits memory: esbuild describes all bundles of a call at once, with each of their inputs. */
const artifactsPerCall = 200;

/** Artifacts that one call of esbuild may bundle. */
export function groups(artifacts: readonly NodeArtifact[]): readonly (readonly NodeArtifact[])[] {
  const found = new Map<string, NodeArtifact[][]>();
  const configOf = metadataConfigs();
  for (const artifact of artifacts) {
    const key = JSON.stringify([
      buildOptions(artifact),
      artifact.plugins,
      needsOwnOutdir(artifact) ? artifact.outDir : "",
      artifact.isOfPackage,
      metadataOf(artifact, configOf),
    ]);
    const calls = found.get(key) ?? [];
    const last = calls.at(-1);
    if (last === undefined || last.length === artifactsPerCall) calls.push([artifact]);
    else last.push(artifact);
    found.set(key, calls);
  }
  return [...found.values()].flat();
}

export const withMetafile = ({ options, ...request }: EsbuildRequest): EsbuildRequest => ({
  ...request,
  options: { ...options, metafile: true },
});

/** A request without modules that are not installed. An ES module loads them when they are needed. */
export function withOptional(request: EsbuildRequest, names: readonly string[]): EsbuildRequest {
  if (names.length === 0) return request;
  const { options, requires = [] } = request;
  return {
    ...request,
    options: { ...options, external: [...(options.external ?? []), ...names] },
    ...(options.format === "esm" && { requires: [...requires, ...names] }),
  };
}

export function requestFor(artifacts: readonly NodeArtifact[]): EsbuildRequest {
  const [first] = artifacts;
  if (first === undefined) throw new RangeError("no artifact to bundle");
  if (needsOwnOutdir(first)) return requestInMemory(first);
  const outdir = commonFolder(artifacts.map(({ outDir }) => outDir));
  const entryPoints = artifacts.map((artifact) => ({
    in: importPathOf(artifact),
    out: relative(outdir, join(artifact.outDir, withoutEnding(outputOf(artifact)))).replaceAll(sep, "/"),
  }));
  const nodePaths = moduleFoldersOf(first);
  return {
    options: { ...buildOptions(first), nodePaths, entryPoints, outdir },
    plugins: pluginsOf(first),
    metadataOf: metadataOf(first),
    requires: requiresOf(first),
  };
}

/**
 * The names of chunks and their source maps depend on the output path relative to the sources. So esbuild builds in memory as
 * if the deployed folder were the folder of the app.
 */
export function requestInMemory(artifact: NodeArtifact): EsbuildRequest {
  const { appPath, outDir } = artifact;
  const entryPoints = [{ in: importPathOf(artifact), out: withoutEnding(outputOf(artifact)) }];
  return {
    options: {
      ...buildOptions(artifact),
      nodePaths: moduleFoldersOf(artifact),
      entryPoints,
      outdir: appPath,
      write: false,
      allowOverwrite: true,
    },
    plugins: pluginsOf(artifact),
    metadataOf: metadataOf(artifact),
    requires: requiresOf(artifact),
    outputFolders: { from: appPath, to: outDir, shims: shimFactsOf(artifact) },
  };
}

/** The innermost common parent folder. */
export function commonFolder(folders: readonly string[]): string {
  return folders.reduce((common, folder) => {
    let shared = common;
    while (folder !== shared && !folder.startsWith(shared.endsWith(sep) ? shared : shared + sep)) {
      shared = dirname(shared);
    }
    return shared;
  });
}

/** The project whose compiler a build needs. */
export const metadataOf = (artifact: NodeArtifact, configOf = metadataConfig): string | undefined =>
  configOf(artifact) && artifact.appPath;

export const pluginsOf = ({ appPath, plugins }: NodeArtifact): string | undefined =>
  plugins === undefined ? undefined : resolve(appPath, plugins);
