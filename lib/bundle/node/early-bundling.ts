import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Artifact, NodeArtifact } from "../artifact";
import { CachedBundles, isCacheable, withoutShares } from "./cached-bundles";
import { type StartedBuild, startBuild } from "./esbuild/esbuild-process";
import { exportsShown } from "./exports";
import { computedRequires } from "./installed/computed-requires";
import { needsOwnOutdir, outputOf } from "./options";
import { groups, requestFor } from "./requests";
import { mapWithLine, shimLine, withLine } from "./shims";

/** Bundles that were begun early. */
export interface EarlyBundles {
  /** Folders with the files of entries in the cache, by the entries' names. */
  readonly ready: ReadonlyMap<string, string>;
  /** The cache as it was looked at when they were begun. Undefined if sources may have changed since. */
  readonly cached: CachedBundles | undefined;
}

type Notify = (text: string) => void;

interface Begun {
  readonly artifacts: readonly NodeArtifact[];
  readonly build: StartedBuild;
  /** From `CachedBundles.begin`. */
  readonly time: number;
}

/**
 * Bundles handlers in another process while the app is finished, checked and resolved.
 *
 * The bundles go into the cache, and only there: synthesis looks for them by its final requests, and by the content of the
 * sources at that time. Without a cache nothing is bundled early. A build that fails or warns is repeated by the synthesis, which
 * reports it.
 */
export class EarlyBundling {
  private readonly appPath: string;
  private readonly cached: CachedBundles | undefined;
  private readonly notices: string[] = [];
  private notify: Notify = (text) => this.notices.push(text);
  private folder: string | undefined;
  private begun: readonly Begun[] = [];
  private isLookedAt: boolean;

  /** Begins to bundle the artifacts that have no bundles yet. */
  constructor(appPath: string, artifacts: readonly Artifact[]) {
    this.appPath = realpathSync.native(appPath);
    const cached = CachedBundles.open(this.appPath, (text) => this.notify(text));
    this.cached = cached;
    // Commands may write the sources, also those of other artifacts.
    this.isLookedAt = artifacts.every(({ hooks }) => hooks === undefined);
    this.begun = orNothing(() => this.start(artifacts.filter((each) => each.kind === "node")));
  }

  private start(artifacts: readonly NodeArtifact[]): readonly Begun[] {
    const { cached } = this;
    const missing = artifacts
      .map((artifact) => ({ ...artifact, appPath: this.appPath }))
      .filter((each) => isCacheable(each) && each.hooks === undefined && cached?.has(each) === false);
    const time = missing.length === 0 ? undefined : cached?.begin();
    if (cached === undefined || time === undefined) return [];
    const folder = cached.folderForBuilds();
    mkdirSync(folder);
    this.folder = folder;
    const placed = missing.map((artifact, index) => ({ ...artifact, outDir: join(folder, String(index)) }));
    return groups(placed).flatMap((group, index) => {
      const build = startBuild(requestFor(group), join(folder, `build-${index}`));
      return build === undefined ? [] : [{ artifacts: group, build, time }];
    });
  }

  /** Makes `finish` look at all files again, because sources are being generated. */
  forget(): void {
    this.isLookedAt = false;
  }

  /** Whether something is being bundled, or was and has not been asked for. */
  get isRunning(): boolean {
    return this.begun.length > 0;
  }

  /** Waits until everything is bundled. Notices of the cache go to `warn` from then on. */
  finish(warn: Notify = () => {}): EarlyBundles {
    this.notify = warn;
    for (const text of this.notices.splice(0)) warn(text);
    const ready = new Map<string, string>();
    for (const each of this.begun) {
      for (const [name, folder] of orNothing(() => this.store(each))) ready.set(name, folder);
    }
    this.begun = [];
    const cached = this.isLookedAt ? this.cached : undefined;
    if (cached === undefined) this.cached?.close();
    this.isLookedAt = false;
    return { ready, cached };
  }

  private store({ artifacts, build, time }: Begun): readonly (readonly [name: string, folder: string])[] {
    const metafile = build.wait();
    if (this.cached === undefined || metafile === undefined) return [];
    for (const artifact of artifacts) finishBundle(artifact);
    const warnings = computedRequires(artifacts[0]?.appPath ?? "", metafile);
    const finished = { metafile: withoutShares(metafile), warnings, begun: time };
    const stored = this.cached.store(artifacts, finished, exportsShown);
    return [...stored].map(([{ outDir }, { name }]) => [name, outDir]);
  }

  /** Removes bundles that no artifact has asked for. */
  close(): void {
    if (this.folder !== undefined) rmSync(this.folder, { recursive: true, force: true });
    this.folder = undefined;
  }
}

/** The synthesis bundles the missing code, and reports its problems. */
function orNothing<Value>(work: () => readonly Value[]): readonly Value[] {
  try {
    return work();
  } catch {
    return [];
  }
}

/**
 * Finishes a bundle that esbuild has written: adds the shims that it uses, and makes it independent of the folder that it was
 * written to.
 */
export function finishBundle(artifact: NodeArtifact): void {
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
 * esbuild writes paths from the map to the source on this machine. They are replaced with paths as if the deployed
 * folder were the folder of the app, which a reader of a stack trace also expects.
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
