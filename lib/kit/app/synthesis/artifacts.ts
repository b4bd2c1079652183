import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { DataArchiveFile } from "@cdktf/provider-archive/lib/data-archive-file";
import { ArchiveProvider } from "@cdktf/provider-archive/lib/provider";
import { Lazy, Manifest } from "cdktf";
import { Construct } from "constructs";
import {
  type Artifact,
  type BundledFunction,
  bundleArtifacts,
  endModuleSearch,
  evaluateHooks,
  findMissingHandlers,
  type PlannedArtifact,
  plannedFolder,
  problemsOf,
  WrittenFolders,
  writeBundlesFile,
  zipFolder,
} from "../../../bundle";
import type { ServerformError } from "../../../facts/errors/error";
import { failTogether } from "../../../facts/errors/problems";
import { shortHash } from "../../core/names/name";
import type { OwningApp, OwningStack } from "../scope/owner";
import type { KeptCode } from "./publish";

type WithoutPlace<Kind> = Kind extends Artifact ? Omit<Kind, "outDir" | "functions" | "hasWrapper"> : never;

export type ArtifactOptions = WithoutPlace<Artifact>;

export interface CodeReference {
  readonly filename: string;
  readonly sourceCodeHash: string;
}

interface Entry {
  readonly name: string;
  readonly options: ArtifactOptions;
  readonly functions: BundledFunction[];
  readonly code: CodeReference;
  /** Whether one of the functions needs the wrapper of `serverform start`. The others ignore it. */
  hasWrapper: boolean;
}

/** Folder of a stack's output with the files that its configuration refers to. */
export const assetsFolder = "assets";

const emptyZip = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);

/**
 * The code folders of the functions of one stack.
 *
 * Functions with the same code share a folder, which is bundled and zipped once.
 */
export class Artifacts extends Construct {
  private readonly entries = new Map<string, Entry>();
  /** Hashes of the zips that this library writes, by artifact name. */
  private readonly hashes = new Map<string, string>();

  private constructor(private readonly stack: OwningStack) {
    super(stack, "_code");
  }

  static of(stack: OwningStack): Artifacts {
    return (stack.node.tryFindChild("_code") as Artifacts | undefined) ?? new Artifacts(stack);
  }

  /** Adds the code of a function. The folder is written by `app.synth()`. */
  add(fn: BundledFunction, options: ArtifactOptions, { hasWrapper = false } = {}): CodeReference {
    const name = artifactName(options, fn);
    const existing = this.entries.get(name);
    if (existing !== undefined) {
      existing.functions.push(fn);
      existing.hasWrapper ||= hasWrapper;
      return existing.code;
    }
    const entry = { name, options, functions: [fn], code: this.reference(name, options), hasWrapper };
    this.entries.set(name, entry);
    return entry.code;
  }

  private reference(name: string, options: ArtifactOptions): CodeReference {
    const folder = `\${path.module}/${assetsFolder}/${name}`;
    const filename = `${folder}.zip`;
    if (this.stack.app.packaging === "synth") {
      return { filename, sourceCodeHash: Lazy.stringValue({ produce: () => this.hashes.get(name) }) };
    }
    // Written as text, because `Fn.filebase64sha256` would escape the reference in the file name.
    if (isZip(options)) return { filename, sourceCodeHash: `\${filebase64sha256("${filename}")}` };
    if (this.stack.node.tryFindChild("_archive") === undefined) new ArchiveProvider(this.stack, "_archive");
    const archive = new DataArchiveFile(this, name, {
      type: "zip",
      sourceDir: folder,
      outputPath: filename,
      // File modes differ between checkouts. Any file may be a program, as in installed modules, and the folder is read-only in Lambda.
      outputFileMode: "0755",
    });
    return { filename: archive.outputPath, sourceCodeHash: archive.outputBase64Sha256 };
  }

  artifacts(outdir: string): readonly Artifact[] {
    const [folder, former] = [this.assets(outdir), this.assets(this.stack.app.outdir)];
    return [...this.entries.values()]
      .filter(({ options }) => !isZip(options))
      .map(({ name, options, functions, hasWrapper }) => ({
        ...options,
        functions,
        outDir: `${folder}${path.sep}${name}`,
        // Otherwise only the zip of a folder is kept.
        ...(this.stack.app.packaging === "archive" && { formerDir: `${former}${path.sep}${name}` }),
        ...(hasWrapper && { hasWrapper }),
      }));
  }

  /** The artifacts that another process bundles on demand, including zips. They are not in the output yet. */
  planned(file: string): readonly PlannedArtifact[] {
    const stack = this.stack.node.id;
    return [...this.entries.values()].map(({ name, options, functions }) => {
      const artifact = { ...options, functions, outDir: plannedFolder(file, { stack, name }) };
      return { stack, name, artifact };
    });
  }

  /** Writes the zips, after bundling. */
  writeZips(outdir: string): void {
    const isFolder = this.stack.app.packaging === "archive";
    const hasNode = [...this.entries.values()].some(
      ({ options }) => !isZip(options) && options.runtime.startsWith("nodejs"),
    );
    const assets = this.assets(outdir);
    if (isFolder && hasNode) endModuleSearch(assets);
    for (const { name, options } of this.entries.values()) {
      if (isZip(options)) {
        const file = path.join(assets, `${name}.zip`);
        const bytes = fs.readFileSync(path.resolve(options.appPath, options.srcPath));
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, bytes);
        this.hashes.set(name, createHash("sha256").update(bytes).digest("base64"));
      } else if (this.stack.app.packaging === "synth") {
        const folder = path.join(assets, name);
        const { bytes, sha256Base64 } = zipFolder(folder);
        fs.writeFileSync(`${folder}.zip`, bytes);
        fs.rmSync(folder, { recursive: true });
        this.hashes.set(name, sha256Base64);
      }
    }
  }

  /** Writes placeholders for missing code, because Terraform reads the files even to remove the functions. */
  writePlaceholders(outdir: string): void {
    const assets = this.assets(outdir);
    for (const { name, options } of this.entries.values()) {
      const folder = path.join(assets, name);
      const isArchived = this.stack.app.packaging === "archive" && !isZip(options);
      if (isArchived && !fs.existsSync(folder)) {
        fs.mkdirSync(folder, { recursive: true });
        fs.writeFileSync(path.join(folder, "not-bundled.txt"), "Synthesized without bundling.\n");
      } else if (!isArchived && !fs.existsSync(`${folder}.zip`)) {
        fs.mkdirSync(path.dirname(folder), { recursive: true });
        fs.writeFileSync(`${folder}.zip`, emptyZip);
      }
    }
  }

  private assets(outdir: string): string {
    return path.resolve(outdir, Manifest.stacksFolder, this.stack.node.id, assetsFolder);
  }
}

/** Bundles all code of an app together, and returns all problems. */
export function bundleApp(
  app: OwningApp,
  outdir: string,
): { readonly problems: readonly ServerformError[]; readonly kept: KeptCode } {
  const perStack = artifactsOf(app);
  const warn = (warning: string) => app.addNotice(warning);
  const written = new WrittenFolders(app.appPath, app.outdir);
  const failures = bundleArtifacts(
    perStack.flatMap((artifacts) => artifacts.artifacts(outdir)),
    warn,
    written,
  );
  if (failures.length === 0) for (const artifacts of perStack) artifacts.writeZips(outdir);
  const kept: KeptCode = {
    folders: written.kept.flatMap(({ formerDir = [] }) => formerDir),
    complete: () => failTogether(problemsOf(bundleArtifacts(written.lost(), warn))),
  };
  return { problems: problemsOf(failures), kept };
}

/** A list of all code of an app, for bundling on demand. */
export interface BundlingPlan {
  readonly problems: readonly ServerformError[];
  write(): void;
}

export function planBundling(app: OwningApp, file: string): BundlingPlan {
  const planned = artifactsOf(app).flatMap((artifacts) => artifacts.planned(file));
  const evaluated = planned.map((each) => ({ ...each, ...evaluateHooks(each.artifact) }));
  return {
    problems: problemsOf([
      ...evaluated.flatMap(({ failures }) => failures),
      ...findMissingHandlers(evaluated.map(({ artifact }) => artifact)),
    ]),
    write: () => writeBundlesFile(file, app.appPath, evaluated),
  };
}

/** Completes a synthesis without bundling: earlier bundles stay, and missing ones get placeholders. */
export function writePlaceholders(app: OwningApp): void {
  for (const artifacts of artifactsOf(app)) artifacts.writePlaceholders(app.outdir);
}

function artifactsOf(app: OwningApp): readonly Artifacts[] {
  return app.stacks.flatMap((stack) => (stack.node.tryFindChild("_code") as Artifacts | undefined) ?? []);
}

function isZip(options: ArtifactOptions): boolean {
  return options.kind === "prebuilt" && options.srcPath.endsWith(".zip");
}

/**
 * The folder name of an artifact: its source path and a hash of its options.
 *
 * It is part of a Terraform address, so it must not depend on the order of the functions.
 */
function artifactName(options: ArtifactOptions, { owner, handler }: BundledFunction): string {
  const { appPath: _, hooks, ...rest } = options;
  // A Go handler is the program to build. Other handlers are only a function in the folder.
  const entry = { node: "entry" in options ? options.entry : "", go: handler }[options.kind as string] ?? "";
  const source = path.posix.join(options.srcPath, entry);
  const plain = source.replace(/\.[^./]+$/, "").replaceAll("/", "-");
  // Hooks are code and cannot be compared, so a function with hooks has its own folder. Sorted, so that the caller's order does not matter.
  const facts = JSON.stringify(sorted({ ...rest, entry, hooks: hooks === undefined ? undefined : owner }));
  const safe = plain.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+/, "") || "source";
  return `${safe}-${shortHash(facts)}`;
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}
