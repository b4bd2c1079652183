import { lstatSync, readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Artifact, NodeArtifact } from "../artifact";
import { listFiles } from "../files/list-files";
import { BundleCache, fileHash } from "./bundle-cache";
import type { CachedFile } from "./cache-entry";

interface Written {
  /** Hash of the bundle that was copied from the cache. */
  readonly bundle: string;
  /** Time and number of each file. A changed file has another time, and a replaced one another number. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Folders of an earlier build that need not be written again.
 *
 * The cache notes the inode numbers and times of the files of a folder that it alone has filled. While these are the same,
 * the content is unchanged.
 */
export class WrittenFolders {
  private readonly cache: BundleCache | undefined;
  private readonly name: string;
  private readonly before: Readonly<Record<string, Written>>;
  private readonly now: Record<string, Written> = {};
  /** By their final folder: the path of `outDir` may be written in several ways. */
  private readonly bundles = new Map<string, string>();
  private readonly unchanged: Artifact[] = [];
  private readonly places = new Map<string, string>();

  /** @param outdir - the output folder of the app */
  constructor(
    private readonly appPath: string,
    outdir: string,
  ) {
    this.cache = BundleCache.open(appPath, () => {});
    this.name = `written-${fileHash(relative(appPath, resolve(outdir))).slice(0, 16)}.json`;
    this.before = (this.cache?.readNote(this.name) ?? {}) as Record<string, Written>;
  }

  /** Whether an artifact may use the folder of an earlier build. */
  mayKeep(artifact: Artifact): boolean {
    const { formerDir } = artifact;
    const isCandidate = artifact.kind === "node" && isOnlyBundle(artifact) && formerDir !== undefined;
    return isCandidate && this.before[this.placeOf(formerDir)] !== undefined;
  }

  /** Uses the folder of an earlier build as that of an artifact. False if it differs from the content of the cache. */
  keep(artifact: NodeArtifact, files: readonly CachedFile[]): boolean {
    if (!isOnlyBundle(artifact) || artifact.formerDir === undefined) return false;
    const place = this.placeOf(artifact.formerDir);
    const written = this.before[place];
    if (written?.bundle !== bundleHash(files) || !isIntact(artifact.formerDir, written)) {
      this.note(artifact, files);
      return false;
    }
    this.now[place] = written;
    this.unchanged.push(artifact);
    return true;
  }

  /** Notes that a folder is being filled with these files of the cache. */
  note(artifact: NodeArtifact, files: readonly CachedFile[]): void {
    const { formerDir } = artifact;
    if (isOnlyBundle(artifact) && formerDir !== undefined) this.bundles.set(formerDir, bundleHash(files));
  }

  /** The artifacts whose folders exist already. */
  get kept(): readonly Artifact[] {
    return this.unchanged;
  }

  /** The kept artifacts whose folders have changed in the meantime. */
  lost(): readonly Artifact[] {
    return this.unchanged.filter(({ formerDir = "" }) => {
      const written = this.now[this.placeOf(formerDir)];
      return written === undefined || !isIntact(formerDir, written);
    });
  }

  /** Notes the written files of artifacts. Their folders will be moved to `formerDir`. */
  save(artifacts: readonly Artifact[]): void {
    for (const { outDir, formerDir } of artifacts) {
      const bundle = formerDir && this.bundles.get(formerDir);
      if (bundle === undefined || formerDir === undefined) continue;
      this.now[this.placeOf(formerDir)] = { bundle, files: factsOf(outDir) };
    }
    if (JSON.stringify(this.now) !== JSON.stringify(this.before)) this.cache?.writeNote(this.name, this.now);
  }

  private placeOf(folder: string): string {
    const known = this.places.get(folder) ?? relative(this.appPath, folder).replaceAll(sep, "/");
    this.places.set(folder, known);
    return known;
  }
}

function isOnlyBundle({ copyFiles, hooks, hasWrapper, nodeModules }: NodeArtifact): boolean {
  return copyFiles.length === 0 && hooks === undefined && hasWrapper !== true && nodeModules.length === 0;
}

const bundleHash = (files: readonly CachedFile[]): string => fileHash(JSON.stringify(files));

/** Whether a folder contains exactly these files. */
function isIntact(folder: string, { files }: Written): boolean {
  let count = 0;
  const hasOnlyFiles = (below: string): boolean =>
    readdirSync(`${folder}${sep}${below}`, { withFileTypes: true }).every((each) => {
      const path = `${below}${each.name}`;
      if (each.isDirectory()) return hasOnlyFiles(`${path}/`);
      count += 1;
      return each.isFile() && files[path] === factOf(`${folder}${sep}${path}`);
    });
  try {
    return hasOnlyFiles("") && count === Object.keys(files).length;
  } catch {
    // The folder or a file in it is missing.
    return false;
  }
}

const factsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(listFiles(folder).map(({ path }) => [path, factOf(join(folder, path))]));

function factOf(file: string): string {
  const { dev, ino, size, mode, mtimeNs, ctimeNs } = lstatSync(file, { bigint: true });
  return `${dev} ${ino} ${size} ${mode} ${mtimeNs} ${ctimeNs}`;
}
