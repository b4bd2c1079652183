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
  evaluateHooks,
  type PlannedArtifact,
  plannedFolder,
  problemsOf,
  writeBundlesFile,
  zipFolder,
} from "../bundle";
import { shortHash } from "../core/hash";
import type { ServerformError } from "../errors/error";
import type { App } from "./app";
import type { Stack } from "./stack";

type WithoutPlace<Kind> = Kind extends Artifact ? Omit<Kind, "outDir" | "functions"> : never;

/** What decides the content of a folder of code. */
export type ArtifactOptions = WithoutPlace<Artifact>;

/** How a function refers to its code. */
export interface CodeReference {
  readonly filename: string;
  readonly sourceCodeHash: string;
}

interface Entry {
  readonly name: string;
  readonly options: ArtifactOptions;
  readonly functions: BundledFunction[];
  readonly code: CodeReference;
}

const assetsFolder = "assets";

/** The end record of a zip that holds nothing. */
const emptyZip = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);

/**
 * The folders of code that the functions of one stack are deployed from.
 *
 * Functions whose code is the same share one: it is bundled, zipped and read once.
 */
export class Artifacts extends Construct {
  private readonly entries = new Map<string, Entry>();
  /** Hashes of zips that this library wrote itself, by artifact name. */
  private readonly hashes = new Map<string, string>();

  private constructor(private readonly stack: Stack) {
    super(stack, "_code");
  }

  static of(stack: Stack): Artifacts {
    return (stack.node.tryFindChild("_code") as Artifacts | undefined) ?? new Artifacts(stack);
  }

  /** The code of a function; the folder itself is filled at `app.synth()`. */
  add(fn: BundledFunction, options: ArtifactOptions): CodeReference {
    const name = artifactName(options, fn);
    const existing = this.entries.get(name);
    if (existing !== undefined) {
      existing.functions.push(fn);
      return existing.code;
    }
    const entry = { name, options, functions: [fn], code: this.reference(name, options) };
    this.entries.set(name, entry);
    return entry.code;
  }

  private reference(name: string, options: ArtifactOptions): CodeReference {
    const folder = `\${path.module}/${assetsFolder}/${name}`;
    const filename = `${folder}.zip`;
    if (this.stack.app.packaging === "synth") {
      return { filename, sourceCodeHash: Lazy.stringValue({ produce: () => this.hashes.get(name) }) };
    }
    // Written out: CDKTF's own function would escape the reference in the file name.
    if (isZip(options)) return { filename, sourceCodeHash: `\${filebase64sha256("${filename}")}` };
    if (this.stack.node.tryFindChild("_archive") === undefined) new ArchiveProvider(this.stack, "_archive");
    const archive = new DataArchiveFile(this, name, {
      type: "zip",
      sourceDir: folder,
      outputPath: filename,
      // The modes of a checkout differ between machines. Which files are programs is not known here (installed modules
      // may have some), and nobody can write to the folder where the service puts them.
      outputFileMode: "0755",
    });
    return { filename: archive.outputPath, sourceCodeHash: archive.outputBase64Sha256 };
  }

  /** What to bundle, into the folder where the stack will be written. */
  artifacts(outdir: string): readonly Artifact[] {
    return [...this.entries.values()]
      .filter(({ options }) => !isZip(options))
      .map(({ name, options, functions }) => ({ ...options, functions, outDir: this.folder(outdir, name) }));
  }

  /** What somebody else bundles when it is needed, zips too: none of it is in the output yet. */
  planned(file: string): readonly PlannedArtifact[] {
    const stack = this.stack.node.id;
    return [...this.entries.values()].map(({ name, options, functions }) => {
      const artifact = { ...options, functions, outDir: plannedFolder(file, { stack, name }) };
      return { stack, name, artifact };
    });
  }

  /** What is written beside the bundles, once they are there. */
  writeZips(outdir: string): void {
    for (const { name, options } of this.entries.values()) {
      const file = `${this.folder(outdir, name)}.zip`;
      if (isZip(options)) {
        const bytes = fs.readFileSync(path.resolve(options.appPath, options.srcPath));
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, bytes);
        this.hashes.set(name, createHash("sha256").update(bytes).digest("base64"));
      } else if (this.stack.app.packaging === "synth") {
        const folder = this.folder(outdir, name);
        const { bytes, sha256Base64 } = zipFolder(folder);
        fs.writeFileSync(file, bytes);
        fs.rmSync(folder, { recursive: true });
        this.hashes.set(name, sha256Base64);
      }
    }
  }

  /** Puts something where there is no code: Terraform reads it even to remove the functions. */
  placeStandIns(outdir: string): void {
    for (const { name, options } of this.entries.values()) {
      const folder = this.folder(outdir, name);
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

  private folder(outdir: string, name: string): string {
    return path.resolve(outdir, Manifest.stacksFolder, this.stack.node.id, assetsFolder, name);
  }
}

/** Bundles all code of an app at once, and tells what is wrong with all of it. */
export function bundleApp(app: App, outdir: string): readonly ServerformError[] {
  const perStack = artifactsOf(app);
  const failures = bundleArtifacts(
    perStack.flatMap((artifacts) => artifacts.artifacts(outdir)),
    (warning) => app.addNotice(warning),
  );
  if (failures.length > 0) return failures.flatMap(problemsOf);
  for (const artifacts of perStack) artifacts.writeZips(outdir);
  return [];
}

/** A list of all code of an app, to be bundled piece by piece when it is needed. */
export interface BundlingPlan {
  readonly problems: readonly ServerformError[];
  write(): void;
}

/** Plans what `bundleApp` would do at once. */
export function planBundling(app: App, file: string): BundlingPlan {
  const planned = artifactsOf(app).flatMap((artifacts) => artifacts.planned(file));
  const evaluated = planned.map((each) => ({ ...each, ...evaluateHooks(each.artifact) }));
  return {
    problems: evaluated.flatMap(({ failures }) => failures.flatMap(problemsOf)),
    write: () => writeBundlesFile(file, app.appPath, evaluated),
  };
}

/** For a synthesis without bundling: what an earlier one bundled stays, and nothing is missing. */
export function placeStandIns(app: App): void {
  for (const artifacts of artifactsOf(app)) artifacts.placeStandIns(app.outdir);
}

function artifactsOf(app: App): readonly Artifacts[] {
  return app.stacks.flatMap((stack) => (stack.node.tryFindChild("_code") as Artifacts | undefined) ?? []);
}

function isZip(options: ArtifactOptions): boolean {
  return options.kind === "prebuilt" && options.srcPath.endsWith(".zip");
}

/**
 * The folder name of an artifact: its source path, and a hash of its options where they say more than the path.
 *
 * It is an address in Terraform, so it must not depend on which function came first.
 */
function artifactName(options: ArtifactOptions, { owner, handler }: BundledFunction): string {
  const { appPath: _, hooks, ...rest } = options;
  // A Go handler names the program to build; elsewhere the handler only chooses within the folder.
  const entry = { node: "entry" in options ? options.entry : "", go: handler }[options.kind as string] ?? "";
  const source = path.posix.join(options.srcPath, entry);
  const plain = source.replace(/\.[^./]+$/, "").replaceAll("/", "-");
  // Hooks are code and cannot be compared; a function that has some shares its folder with no other.
  const facts = canonicalJson({ ...rest, entry, hooks: hooks === undefined ? undefined : owner });
  const safe = plain.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+/, "") || "source";
  return `${safe}-${shortHash(facts)}`;
}

/** JSON with sorted keys, so that the order in which a caller wrote them does not show. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
