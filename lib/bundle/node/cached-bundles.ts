import { lstatSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Message, Metafile } from "esbuild";
import type { NodeArtifact } from "../artifact";
import { BundleCache, fileHash } from "../cache/bundle-cache";
import { BundlePacks, type PackedBundle } from "../cache/bundle-packs";
import type { CachedFile, CacheEntry } from "../cache/cache-entry";
import { restoreFiles } from "../cache/cache-entry";
import { FileFacts, NotCacheable } from "../cache/file-facts";
import { version as formatVersion } from "../cache/format";
import { ModuleFacts } from "../cache/module-facts";
import type { NewBundle } from "../cache/pack-file";
import type { WrittenFolders } from "../cache/written-folders";
import { foldersUpwards } from "../files/list-files";
import { formatMessage } from "./esbuild/esbuild-messages";
import { exportNameOf } from "./handler";
import type { LeftBehind } from "./left-behind";
import { metadataConfigs, metadataFact } from "./metadata/decorator-metadata";
import { buildOptions, needsOwnOutdir, outputOf } from "./options";
import { importPathOf, moduleFoldersOf } from "./source-file";

type Notify = (text: string) => void;

/** A build that may be stored: the facts that esbuild reports. */
export interface FinishedBuild {
  readonly metafile: Metafile;
  readonly warnings: readonly Message[];
  /** From `BundleCache.mark`, before the build began. */
  readonly begun: number;
  /** The files that the build leaves out. */
  readonly left: LeftBehind;
}

/** Bundles of the Node artifacts of an app that are kept between builds. */
export class CachedBundles {
  private readonly facts: FileFacts;
  private readonly configOf = metadataConfigs();
  private readonly requests = new WeakMap<NodeArtifact, string>();
  /** Bundles whose facts hold, by request. */
  private readonly found = new Map<string, PackedBundle>();
  private readonly usedAt = new Date();
  private readonly packs: BundlePacks;
  private isChanged = false;

  private constructor(
    private readonly cache: BundleCache,
    appPath: string,
  ) {
    this.packs = new BundlePacks(cache);
    this.facts = new FileFacts(appPath);
  }

  /** Undefined if there is no cache. An instance looks at each file once, so use a new one for each build. */
  static open(appPath: string, notify: Notify): CachedBundles | undefined {
    const cache = BundleCache.open(appPath, notify);
    return cache && new CachedBundles(cache, appPath);
  }

  /** Writes the bundle of an earlier build to the folder of its artifact; undefined if it must be built. */
  restore(
    artifact: NodeArtifact,
    written?: WrittenFolders,
  ): Pick<CacheEntry, "warnings" | "exports"> | undefined {
    const found = this.find(artifact);
    if (found === undefined) return undefined;
    const { entry } = found;
    if (exportsAll(artifact, entry.exports) && written?.keep(artifact, entry.files) === true) {
      this.packs.touch(found, this.usedAt);
      return entry;
    }
    const content = { read: (file: CachedFile) => this.packs.read(found, file) };
    if (!restoreFiles(content, entry.files, artifact.outDir)) return undefined;
    this.packs.touch(found, this.usedAt);
    return entry;
  }

  /** The time to pass to `store` after the build; undefined if nothing can be stored. */
  begin(): number | undefined {
    return this.cache.prepare() ? this.cache.mark() : undefined;
  }

  /**
   * Keeps bundles of one build, each in the folder of its artifact, and returns their entries.
   *
   * @param exportsOf - exports that a bundle certainly has
   */
  store(
    artifacts: readonly NodeArtifact[],
    { metafile, warnings, begun, left }: FinishedBuild,
    exportsOf: (artifact: NodeArtifact) => readonly string[],
  ): ReadonlyMap<NodeArtifact, PackedBundle> {
    const bundles = new Map<NodeArtifact, NewBundle>();
    // Files that were read before the build may have changed since.
    const facts = new FileFacts(artifacts[0]?.appPath ?? "");
    const modules = new Map<string, ModuleFacts>();
    const { appPath = "" } = artifacts[0] ?? {};
    const outputs = outputsIn(appPath, metafile);
    const inputs = Object.keys(metafile.inputs);
    const newer = inputs.filter((file) => isNewer(resolve(appPath, file), begun));
    for (const artifact of artifacts) {
      const resolution = {
        root: artifact.appPath,
        external: buildOptions(artifact).external ?? [],
        nodePaths: moduleFoldersOf(artifact) ?? [],
        sourcemap: artifact.sourcemap,
      };
      const key = JSON.stringify(resolution);
      const known = modules.get(key) ?? new ModuleFacts(facts, metafile.inputs, resolution);
      modules.set(key, known);
      try {
        const { files, entryPoint } = outputsOf(artifact, outputs);
        const found = known.of(entryPoint, importPathOf(artifact));
        if (newer.some((file) => found.files.has(file))) continue;
        const own = [
          ...warnings.filter(({ location }) => location === null || found.files.has(location.file)),
          ...left.in(artifact),
        ];
        bundles.set(artifact, {
          request: this.requestOf(artifact),
          facts: found.lines,
          warnings: own.map(formatMessage),
          exports: exportsOf(artifact),
          contents: () => files.map((path) => ({ path, content: readFileSync(join(artifact.outDir, path)) })),
        });
      } catch (error) {
        if (!(error instanceof NotCacheable)) throw error;
      }
    }
    return bundles.size === 0 ? new Map() : this.add(bundles);
  }

  private add(bundles: ReadonlyMap<NodeArtifact, NewBundle>): ReadonlyMap<NodeArtifact, PackedBundle> {
    const added = this.packs.add([...bundles.values()]);
    if (added === undefined) return new Map();
    this.isChanged = true;
    for (const each of added) this.found.set(each.entry.request, each);
    const stored = [...bundles].flatMap(([artifact, { request }]) => {
      const bundle = this.found.get(request);
      return bundle === undefined ? [] : [[artifact, bundle] as const];
    });
    return new Map(stored);
  }

  /** Sorts the added entries, and removes those that were not used for long. */
  close(): void {
    if (!this.isChanged) return;
    this.packs.merge();
    this.cache.prune();
  }

  private find(artifact: NodeArtifact): PackedBundle | undefined {
    if (!isCacheable(artifact)) return undefined;
    const request = this.requestOf(artifact);
    const known = this.found.get(request);
    if (known !== undefined) return known;
    const entries = this.packs.entriesOf(request);
    const found = entries.find(({ entry }) => entry.facts.every((line) => this.facts.holds(line)));
    if (found !== undefined) this.found.set(request, found);
    return found;
  }

  private requestOf(artifact: NodeArtifact): string {
    const known = this.requests.get(artifact);
    if (known !== undefined) return known;
    const request = requestOf(artifact, metadataFact(artifact, this.configOf));
    this.requests.set(artifact, request);
    return request;
  }
}

export const exportsAll = ({ functions, entry }: NodeArtifact, exports: readonly string[] = []): boolean =>
  functions.every(({ handler }) => exports.includes(exportNameOf(handler, entry)));

/** Plugins may read and do anything. */
export const isCacheable = ({ plugins }: NodeArtifact): boolean => plugins === undefined;

/** Hash of all inputs of a bundle except the files. */
function requestOf(artifact: NodeArtifact, compiler: string | undefined): string {
  const { absWorkingDir: _, ...options } = buildOptions(artifact);
  const entry = importPathOf(artifact);
  const facts = [
    formatVersion,
    versions(),
    // Relative, so that it is the same in another checkout.
    artifact.isOfPackage === true ? relative(artifact.appPath, entry) : entry,
    outputOf(artifact),
    options,
    needsOwnOutdir(artifact),
    // Warnings are about files that are not copied.
    ...(artifact.copyFiles.length > 0 ? [artifact.copyFiles] : []),
    process.platform,
    process.env.NODE_PATH ?? "",
    compiler,
  ];
  return fileHash(JSON.stringify(facts)).slice(0, 32);
}

let knownVersions: readonly string[] | undefined;

function versions(): readonly string[] {
  knownVersions ??= [
    (require("../../../package.json") as { version: string }).version,
    versionOfEsbuild(),
    process.env.ESBUILD_BINARY_PATH ?? "",
  ];
  return knownVersions;
}

/** Read from its package, because loading esbuild takes long. */
function versionOfEsbuild(): string {
  const file = join(dirname(require.resolve("esbuild")), "../package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** Leaves out the share of each input in each bundle, which is most of a large metafile. */
export function withoutShares({ inputs, outputs }: Metafile): Metafile {
  const slim = Object.entries(outputs).map(([path, output]) => [
    path,
    { ...output, inputs: {}, imports: [] },
  ]);
  return { inputs, outputs: Object.fromEntries(slim) };
}

interface Output {
  readonly path: string;
  readonly entryPoint: string | undefined;
}

/** Absolute paths of the files that a build has written, or would have written, by each folder above them. */
function outputsIn(appPath: string, { outputs }: Metafile): ReadonlyMap<string, readonly Output[]> {
  const found = new Map<string, Output[]>();
  for (const [name, { entryPoint }] of Object.entries(outputs)) {
    const path = resolve(appPath, name);
    for (const folder of foldersUpwards(dirname(path))) {
      const known = found.get(folder);
      if (known === undefined) found.set(folder, [{ path, entryPoint }]);
      else known.push({ path, entryPoint });
    }
  }
  return found;
}

/** Files that a build has written for an artifact. Paths are relative to its folder. */
function outputsOf(
  artifact: NodeArtifact,
  outputs: ReadonlyMap<string, readonly Output[]>,
): { readonly files: readonly string[]; readonly entryPoint: string } {
  const base = needsOwnOutdir(artifact) ? artifact.appPath : artifact.outDir;
  const own = outputs.get(base) ?? [];
  const { entryPoint } = own.find(({ path }) => path === join(base, outputOf(artifact))) ?? {};
  if (entryPoint === undefined) throw new NotCacheable("esbuild names no entry");
  const files = own.map(({ path }) => path.slice(base.length + 1).replaceAll(sep, "/"));
  return { files, entryPoint };
}

/** Whether a file was written after a time: the build may have read the former content. */
const isNewer = (file: string, begun: number): boolean =>
  (lstatSync(file, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY) >= begun;
