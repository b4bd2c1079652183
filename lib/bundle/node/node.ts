import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Metafile } from "esbuild";
import type { NodeArtifact } from "../artifact";
import type { PackedBundle } from "../cache/bundle-packs";
import type { WrittenFolders } from "../cache/written-folders";
import { type BundleFailure, failure, failurePerHandler } from "../failure";
import { attributeErrors } from "./attribute-errors";
import { CachedBundles, exportsAll, isCacheable, withoutShares } from "./cached-bundles";
import { type EarlyBundles, finishBundle } from "./early-bundling";
import { type EsbuildOutcome, type EsbuildRequest, runBuilds, succeeded } from "./esbuild/esbuild";
import { formatMessage } from "./esbuild/esbuild-messages";
import { findMissingExports } from "./exports";
import { exportNameOf } from "./handler";
import { computedRequires } from "./installed/computed-requires";
import { optionalModules } from "./installed/optional-modules";
import { inputsOf, LeftBehind } from "./left-behind";
import { entryOf } from "./options";
import { groups, pluginsOf, requestFor, withMetafile, withOptional, withoutLinks } from "./requests";
import { sourceFileOf } from "./source-file";

/**
 * Bundles all Node artifacts. Artifacts with equal options share one call of esbuild, so common files are parsed once.
 *
 * Each bundle is the same as in a separate build.
 *
 * @param early - bundles that were built early
 * @param written - folders of an earlier build, which need not be filled again
 */
export function bundleNode(
  given: readonly NodeArtifact[],
  warn: Warn,
  early?: EarlyBundles,
  written?: WrittenFolders,
): readonly BundleFailure[] {
  const folders = new Map<string, string>();
  const artifacts = given.map((artifact) => withoutLinks(artifact, folders));
  const missing = new Map(artifacts.map((artifact) => [artifact, missingInput(artifact)] as const));
  const absent = [...missing.values()].flat();
  const present = artifacts.filter((artifact) => missing.get(artifact)?.length === 0);
  const cache = present[0] && (early?.cached ?? CachedBundles.open(present[0].appPath, warn));
  if (early !== undefined) cache?.receive(early.ready);
  const restored = new Map(present.map((artifact) => [artifact, cache?.restore(artifact, written)] as const));
  const outdated = present.filter((artifact) => restored.get(artifact) === undefined);
  for (const { outDir } of outdated) mkdirSync(outDir, { recursive: true });
  const outcomes = groups(outdated).flatMap((group) => bundleGroup(group, cache));
  const failures = outcomes.flatMap(([artifact, outcome]) => failuresOf(artifact, outcome));
  const left = new Map<Metafile | undefined, LeftBehind>();
  const warnings = outcomes.flatMap(([artifact, { warnings, metafile }]) => {
    const shared = left.get(metafile) ?? new LeftBehind(metafile?.inputs ?? {});
    left.set(metafile, shared);
    const further = metafile === undefined ? [] : shared.in(artifact, inputsOf(artifact, metafile));
    return [...warnings, ...further].map(formatMessage);
  });
  const former = [...restored.values()].flatMap((entry) => entry?.warnings ?? []);
  // In the same order, whichever bundles are from the cache.
  for (const text of [...new Set([...former, ...warnings])].sort()) warn(text);
  const bundled = outcomes.filter(([, outcome]) => succeeded(outcome));
  const unsure = present.filter((artifact) => !exportsAll(artifact, restored.get(artifact)?.exports));
  const failed = new Set(outcomes.filter(([, outcome]) => !succeeded(outcome)).map(([artifact]) => artifact));
  const misnamed = findMissingExports(unsure.filter((artifact) => !failed.has(artifact)));
  for (const [artifact] of bundled) finishBundle(artifact);
  if (cache !== undefined) {
    const owners = new Set(misnamed.flatMap((each) => each.owners));
    const isSound = ({ functions }: NodeArtifact) => !functions.some(({ owner }) => owners.has(owner));
    for (const [artifact, { entry }] of storeBundles(cache, bundled, isSound))
      written?.note(artifact, entry.files);
    cache.close();
  }
  return [...absent, ...failures, ...misnamed];
}

function storeBundles(
  cache: CachedBundles,
  bundled: readonly Built[],
  isSound: (artifact: NodeArtifact) => boolean,
): readonly (readonly [NodeArtifact, PackedBundle])[] {
  const byBuild = new Map<Built[1], NodeArtifact[]>();
  for (const [artifact, outcome] of bundled) {
    if (isSound(artifact)) byBuild.set(outcome, [...(byBuild.get(outcome) ?? []), artifact]);
  }
  return [...byBuild].flatMap(([{ metafile, warnings, begun }, artifacts]) => {
    if (metafile === undefined || begun === undefined) return [];
    const stored = cache.store(artifacts, { metafile, warnings, begun }, ({ functions, entry }) =>
      functions.map(({ handler }) => exportNameOf(handler, entry)),
    );
    return [...stored];
  });
}

/** Receives warnings, which do not prevent a deployment. */
export type Warn = (text: string) => void;

function missingInput(artifact: NodeArtifact): readonly BundleFailure[] {
  const entry = sourceFileOf(artifact);
  if (!existsSync(entry)) {
    return failurePerHandler(artifact, "file-not-found", "handler", (value) => ({ value, absolute: entry }));
  }
  const plugins = pluginsOf(artifact);
  if (plugins !== undefined && !existsSync(plugins)) {
    const facts = { value: artifact.plugins ?? "", absolute: plugins };
    return [failure(artifact, "file-not-found", pluginsProp, facts)];
  }
  return [];
}

type Built = readonly [NodeArtifact, EsbuildOutcome & { readonly begun?: number | undefined }];

function bundleGroup(artifacts: readonly NodeArtifact[], cache: CachedBundles | undefined): readonly Built[] {
  const begun = artifacts.every(isCacheable) ? cache?.begin() : undefined;
  const request = withMetafile(requestFor(artifacts));
  const outcome = withComputedRequires(request, buildWithoutOptional(request));
  if (outcome === undefined) return [];
  const together = { ...outcome, metafile: outcome.metafile && withoutShares(outcome.metafile), begun };
  if (artifacts.length === 1 || succeeded(together)) return artifacts.map((artifact) => [artifact, together]);
  const errorsByArtifact =
    together.errors.length > 0 ? attributeErrors(artifacts, together.errors, bundleWithout) : undefined;
  if (errorsByArtifact !== undefined) {
    return artifacts.map((artifact) => [
      artifact,
      { errors: errorsByArtifact.get(artifact) ?? [], warnings: [] },
    ]);
  }
  const apart = runBuilds(artifacts.map((artifact) => requestFor([artifact])));
  return artifacts.map((artifact, index) => [artifact, apart[index] ?? together]);
}

/** Builds again without optional modules that are not installed. */
function buildWithoutOptional(request: EsbuildRequest): EsbuildOutcome | undefined {
  const [outcome] = runBuilds([request]);
  const optional = optionalModules(request.options.absWorkingDir ?? "", outcome?.errors ?? []);
  if (optional.length === 0) return outcome;
  const [again] = runBuilds([withOptional(request, optional)]);
  return again;
}

const withComputedRequires = (
  { options }: EsbuildRequest,
  outcome: EsbuildOutcome | undefined,
): EsbuildOutcome | undefined =>
  outcome?.metafile === undefined
    ? outcome
    : {
        ...outcome,
        warnings: [...outcome.warnings, ...computedRequires(options.absWorkingDir ?? "", outcome.metafile)],
      };

function bundleWithout(artifacts: readonly NodeArtifact[], files: readonly string[]) {
  const request = requestFor(artifacts);
  const { appPath = "" } = artifacts[0] ?? {};
  const external = [...(request.options.external ?? []), ...files.map((file) => resolve(appPath, file))];
  const [outcome] = runBuilds([{ ...request, options: { ...request.options, external, metafile: true } }]);
  return { outcome: outcome ?? { errors: [], warnings: [] }, outdir: request.options.outdir ?? "" };
}

const pluginsProp = "bundle.esbuildConfig.plugins";

function failuresOf(artifact: NodeArtifact, outcome: EsbuildOutcome): readonly BundleFailure[] {
  if (outcome.pluginsProblem !== undefined) return [unusablePlugins(artifact, outcome.pluginsProblem)];
  if (outcome.errors.length === 0) return [];
  const facts = { file: entryOf(artifact), errors: outcome.errors.map(formatMessage) };
  return [failure(artifact, "bundle-failed", "handler", facts)];
}

function unusablePlugins(artifact: NodeArtifact, reason: string): BundleFailure {
  const facts = { value: artifact.plugins ?? "", reason };
  return failure(artifact, "plugins-unusable", pluginsProp, facts);
}

/**
 * Writes the module type to the package.json of the deployed folder, after all files have been copied.
 *
 * Keeps the other content of a package.json that the caller copied.
 */
export function writeModuleType(artifact: NodeArtifact): readonly BundleFailure[] {
  const { outDir, format } = artifact;
  const file = join(outDir, "package.json");
  const copied = existsSync(file);
  if (format === "cjs" && !copied) return [];
  let content: unknown = {};
  try {
    if (copied) content = JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const index = artifact.copyFiles.findIndex(({ from, to = from }) => file === join(outDir, to));
    const prop = index < 0 ? "copyFiles" : `copyFiles[${index}]`;
    return [failure(artifact, "json-invalid", prop, { reason: `package.json: ${error.message}` })];
  }
  const type = format === "esm" ? "module" : "commonjs";
  writeFileSync(file, `${JSON.stringify({ ...Object(content), type }, undefined, 2)}\n`);
  return [];
}
