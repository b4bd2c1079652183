import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Message, Metafile } from "esbuild";
import { groupedBy } from "../../facts/text/grouped";
import { writtenText } from "../../facts/text/written-text";
import type { NodeArtifact } from "../artifact";
import type { PackedBundle } from "../cache/bundle-packs";
import type { WrittenFolders } from "../cache/written-folders";
import { type BundleFailure, failure, failurePerHandler } from "../failure";
import { CachedBundles, exportsAll, isCacheable, withoutShares } from "./cached-bundles";
import { type EsbuildOutcome, type EsbuildRequest, runBuilds, succeeded } from "./esbuild/esbuild";
import { formatMessage } from "./esbuild/esbuild-messages";
import { findMissingExports } from "./exports";
import { exportNameOf } from "./handler";
import { computedRequires } from "./installed/computed-requires";
import { optionalModules } from "./installed/optional-modules";
import { LeftBehind } from "./left-behind";
import { entryOf, needsOwnOutdir, outputOf } from "./options";
import { groups, pluginsOf, requestFor, withMetafile, withOptional, withoutLinks } from "./requests";
import { mapWithLine, shimLine, withLine } from "./shims";
import { sourceFileOf } from "./source-file";

/**
 * Bundles all Node artifacts. Artifacts with equal options share one call of esbuild, so common files are parsed once.
 *
 * Each bundle is the same as in a separate build.
 *
 * @param written - folders of an earlier build, which need not be filled again
 */
export function bundleNode(
  given: readonly NodeArtifact[],
  warn: Warn,
  written?: WrittenFolders,
): readonly BundleFailure[] {
  const folders = new Map<string, string>();
  const artifacts = given.map((artifact) => withoutLinks(artifact, folders));
  const missing = new Map(artifacts.map((artifact) => [artifact, missingInput(artifact)] as const));
  const absent = [...missing.values()].flat();
  const present = artifacts.filter((artifact) => missing.get(artifact)?.length === 0);
  const cache = present[0] && CachedBundles.open(present[0].appPath, warn);
  const restored = new Map(present.map((artifact) => [artifact, cache?.restore(artifact, written)] as const));
  const outdated = present.filter((artifact) => restored.get(artifact) === undefined);
  for (const { outDir } of outdated) mkdirSync(outDir, { recursive: true });
  const outcomes = groups(outdated).flatMap((group) => bundleGroup(group, cache));
  const failures = outcomes.flatMap(([artifact, outcome]) => failuresOf(artifact, outcome));
  const warnings = outcomes.flatMap(([artifact, { warnings, left }]) =>
    [...warnings, ...(left?.in(artifact) ?? [])].map(formatMessage),
  );
  const former = [...restored.values()].flatMap((entry) => entry?.warnings ?? []);
  // In the same order, regardless of which bundles come from the cache.
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
  const sound = bundled.filter(([artifact]) => isSound(artifact));
  return [...groupedBy(sound, ([, outcome]) => outcome)].flatMap(
    ([{ metafile, warnings, begun, left }, built]) => {
      if (metafile === undefined || begun === undefined || left === undefined) return [];
      const artifacts = built.map(([artifact]) => artifact);
      const stored = cache.store(artifacts, { metafile, warnings, begun, left }, ({ functions, entry }) =>
        functions.map(({ handler }) => exportNameOf(handler, entry)),
      );
      return [...stored];
    },
  );
}

/**
 * Finishes a bundle that esbuild has written: adds the shims that it uses, and makes it independent of the folder that it was
 * written to.
 */
function finishBundle(artifact: NodeArtifact): void {
  if (needsOwnOutdir(artifact)) return;
  const file = join(artifact.outDir, outputOf(artifact));
  const bundle = readFileSync(file);
  const line = shimLine(bundle, artifact);
  if (line !== "") writeFileSync(file, withLine(bundle, line, artifact));
  if (artifact.sourcemap) finishSourceMap(artifact, `${file}.map`, line !== "");
}

/**
 * Makes the paths in the source map of an artifact independent of its location.
 *
 * esbuild writes paths from the map to the source on this machine. They are replaced with paths as if the deployed folder
 * were the folder of the app, which readers of a stack trace also expect.
 */
function finishSourceMap({ outDir, appPath }: NodeArtifact, file: string, hasLine: boolean): void {
  if (!existsSync(file)) return;
  const written = JSON.parse(readFileSync(file, "utf8")) as { sources: string[]; mappings: string };
  const map = hasLine ? mapWithLine(written) : written;
  const asIfAt = dirname(join(appPath, relative(outDir, file)));
  const sources = map.sources.map((source) =>
    relative(asIfAt, resolve(dirname(file), source)).replaceAll(sep, "/"),
  );
  writeFileSync(file, JSON.stringify({ ...map, sources }));
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

type Built = readonly [
  NodeArtifact,
  EsbuildOutcome & { readonly begun?: number | undefined; readonly left?: LeftBehind | undefined },
];

function bundleGroup(artifacts: readonly NodeArtifact[], cache: CachedBundles | undefined): readonly Built[] {
  const begun = artifacts.every(isCacheable) ? cache?.begin() : undefined;
  const request = withMetafile(requestFor(artifacts));
  const outcome = withComputedRequires(request, buildWithoutOptional(request));
  if (outcome === undefined) return [];
  const metafile = outcome.metafile && withoutShares(outcome.metafile);
  const together = { ...outcome, metafile, begun, left: metafile && new LeftBehind(metafile.inputs) };
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
    if (copied) content = JSON.parse(writtenText(file));
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

/** Bundles artifacts with some files marked as external, and returns a metafile. */
type BuildWithout = (
  artifacts: readonly NodeArtifact[],
  files: readonly string[],
) => { readonly outcome: EsbuildOutcome; readonly outdir: string };

/**
 * Assigns the errors of a common build to artifacts, and bundles the artifacts without errors.
 *
 * esbuild lists the errors of all entries together. So the build is repeated without the files that have errors, and an
 * artifact that imports one of these files gets its errors. This takes one more build instead of one for each artifact.
 * Returns undefined if an error has no file.
 */
function attributeErrors(
  artifacts: readonly NodeArtifact[],
  errors: readonly Message[],
  build: BuildWithout,
): ReadonlyMap<NodeArtifact, readonly Message[]> | undefined {
  const known = withoutRepeats(errors);
  for (;;) {
    const places = known.map(fileOf);
    if (places.includes(undefined)) return undefined;
    const broken = new Set(places.filter((file) => file !== undefined));
    const whole = artifacts.filter((artifact) => !broken.has(entryOf(artifact)));
    if (whole.length === 0) return attribute(artifacts, known, (artifact) => new Set([entryOf(artifact)]));
    const { outcome, outdir } = build(whole, [...broken]);
    const { metafile } = outcome;
    if (metafile !== undefined) {
      return attribute(artifacts, known, (artifact) =>
        broken.has(entryOf(artifact))
          ? new Set([entryOf(artifact)])
          : filesLeftOut(artifact, metafile, outdir),
      );
    }
    // esbuild checks imports only after it has parsed all files, so new errors may appear.
    const more = outcome.errors.filter((error) => !broken.has(fileOf(error) ?? ""));
    if (more.length === 0) return undefined;
    known.push(...withoutRepeats(more));
  }
}

/** Removes errors that esbuild reports once per entry. */
function withoutRepeats(errors: readonly Message[]): Message[] {
  return [...new Map(errors.map((error) => [JSON.stringify([error.text, error.location]), error])).values()];
}

/** Relative to the folder of the app; undefined for virtual files of plugins. */
function fileOf({ location }: Message): string | undefined {
  return location === null || !["", "file"].includes(location.namespace) ? undefined : location.file;
}

function filesLeftOut(artifact: NodeArtifact, { inputs }: Metafile, outdir: string): ReadonlySet<string> {
  const leftOut = new Set<string>();
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, external } of inputs[file]?.imports ?? []) {
      // The path of an external file is relative to the output.
      if (external) leftOut.add(relative(artifact.appPath, resolve(outdir, path)).replaceAll(sep, "/"));
      else walk(path);
    }
  };
  walk(entryOf(artifact));
  return leftOut;
}

function attribute(
  artifacts: readonly NodeArtifact[],
  errors: readonly Message[],
  filesOf: (artifact: NodeArtifact) => ReadonlySet<string>,
): ReadonlyMap<NodeArtifact, readonly Message[]> {
  const found = new Map<NodeArtifact, readonly Message[]>();
  for (const artifact of artifacts) {
    const files = filesOf(artifact);
    const own = errors.filter((error) => files.has(fileOf(error) ?? ""));
    if (own.length > 0) found.set(artifact, own);
  }
  // The imports of a file with errors are unknown, so unassigned errors go to all failed artifacts.
  const assigned = new Set([...found.values()].flat());
  const unassigned = errors.filter((error) => !assigned.has(error));
  for (const [artifact, own] of found) found.set(artifact, [...own, ...unassigned]);
  return found;
}
