import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { BuildContext, BuildFailure, BuildOptions, BuildResult, Message } from "esbuild";
import { nodeVersionOf } from "../../facts/aws/runtimes";
import type { NodeArtifact } from "../artifact";
import { type BundleFailure, failure } from "../failure";
import { findUpwards, foldersUpwards, isFile } from "../files/list-files";
import { copyNamedFiles } from "../files/named-files";
import { formatMessage } from "./esbuild/esbuild-messages";
import { pluginsFor } from "./esbuild/plugins";
import { findMissingExports } from "./exports";
import { computedRequires } from "./installed/computed-requires";
import { optionalModules } from "./installed/optional-modules";
import { LeftBehind } from "./left-behind";
import { metadataConfig } from "./metadata/decorator-metadata";
import { writeModuleType } from "./node";
import { entryOf, needsOwnOutdir, outputOf } from "./options";
import { metadataOf, requestInMemory, withOptional, withoutLinks } from "./requests";
import { type OutputFile, withShims } from "./shims";
import { sourceFileOf } from "./source-file";

/** The inputs of a build: a change of one makes its result outdated. */
export interface BuildInputs {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Absolute paths of folders from which the build may have read any file. */
  readonly folders: readonly string[];
  /** Absolute paths of folders in which the build did not find a file: a new file there may be the missing one. */
  readonly searched: readonly string[];
  /** Folders where missing packages would be installed. @default - none */
  readonly absent?: readonly string[];
}

export interface RebuildResult {
  readonly failures: readonly BundleFailure[];
  /** In the form that a synthesis prints, sorted. */
  readonly warnings: readonly string[];
  /** After a failure, also the files with errors. */
  readonly inputs: BuildInputs;
  /** Equal for equal code; empty after a failure. */
  readonly fingerprint: string;
}

/** Bundles a Node artifact repeatedly. */
export interface IncrementalBundle {
  /** The inputs of the last successful build, and the entry file. */
  readonly inputs: BuildInputs;
  /** Fills the artifact's folder. Rejects if esbuild cannot run, for example because a plugin cannot be loaded. */
  rebuild(): Promise<RebuildResult>;
  dispose(): Promise<void>;
}

export interface IncrementalOptions {
  /**
   * Whether a debugger will read the code: it is not minified, and its source map leads to the sources on this machine.
   *
   * @default false
   */
  readonly isDebugged?: boolean;
}

type InMemory = { write: false; metafile: true };

export const createIncrementalBundle = (
  artifact: NodeArtifact,
  mapsFolder: string,
  options: IncrementalOptions = {},
): IncrementalBundle => new EsbuildIncrementalBundle(artifact, mapsFolder, options);

/**
 * Bundles a Node artifact with esbuild's incremental builds, which keep the parsed files.
 *
 * The bytes are those that synthesis deploys, unless a debugger reads them or the Node of this machine lacks syntax of the
 * sources. A source map always exists; if the artifact deploys none, it is written to `mapsFolder`.
 */
class EsbuildIncrementalBundle implements IncrementalBundle {
  private context: Promise<BuildContext<InMemory>> | undefined;
  private inputsOfSuccess: BuildInputs = { files: [], folders: [], searched: [] };

  /** The metadata project of the current context. */
  private metadataOf: string | undefined;
  /** Optional modules that are not installed, and that the current context leaves out. */
  private optional: readonly string[] = [];
  private readonly artifact: NodeArtifact;
  private readonly isDebugged: boolean;

  constructor(
    artifact: NodeArtifact,
    private readonly mapsFolder: string,
    { isDebugged = false }: IncrementalOptions,
  ) {
    this.isDebugged = isDebugged;
    this.artifact = isDebugged ? { ...artifact, minify: false, sourcemap: true } : artifact;
  }

  get inputs(): BuildInputs {
    return this.inputsAfter(this.artifactInPlace(), []);
  }

  async rebuild(): Promise<RebuildResult> {
    const artifact = this.artifactInPlace();
    await this.followMetadata(artifact);
    await this.followOptional(this.optional.filter((name) => !isInstalled(artifact.appPath, name)));
    return this.attempt(artifact);
  }

  async dispose(): Promise<void> {
    const context = await this.context?.catch(() => undefined);
    await context?.dispose();
  }

  /** Builds, and again without further optional modules that are not installed. */
  private async attempt(artifact: NodeArtifact): Promise<RebuildResult> {
    this.context ??= createContext(artifact, this.optional);
    try {
      return this.write(artifact, await (await this.context).rebuild());
    } catch (error) {
      const { errors } = error as Partial<BuildFailure>;
      if (errors === undefined) {
        this.context = undefined;
        throw error;
      }
      const more = optionalModules(artifact.appPath, errors).filter((name) => !this.optional.includes(name));
      if (more.length === 0) return this.failed(artifact, errors);
      await this.followOptional([...this.optional, ...more]);
      return this.attempt(artifact);
    }
  }

  private failed(artifact: NodeArtifact, errors: readonly Message[]): RebuildResult {
    const facts = { file: entryOf(artifact), errors: errors.map(formatMessage) };
    const failures = [failure(artifact, "bundle-failed", "handler", facts)];
    return { failures, warnings: [], inputs: this.inputsAfter(artifact, errors), fingerprint: "" };
  }

  /** The options of a context are fixed. */
  private async followOptional(names: readonly string[]): Promise<void> {
    if (names.length === this.optional.length) return;
    this.optional = names;
    await this.dispose();
    this.context = undefined;
  }

  /** The plugins of a context are fixed. */
  private async followMetadata(artifact: NodeArtifact): Promise<void> {
    const asked = metadataOf(artifact);
    if (asked !== this.metadataOf) {
      await this.dispose();
      this.context = undefined;
    }
    this.metadataOf = asked;
  }

  private artifactInPlace(): NodeArtifact {
    mkdirSync(this.artifact.outDir, { recursive: true });
    return withoutLinks(this.artifact);
  }

  private write(artifact: NodeArtifact, result: BuildResult<InMemory>): RebuildResult {
    const { outputFiles, metafile } = result;
    const hash = createHash("sha256");
    for (const { path, hash: ofContent } of outputFiles) {
      if (!path.endsWith(".map") || artifact.sourcemap)
        hash.update(`${relative(artifact.appPath, path)} ${ofContent}\n`);
    }
    for (const file of withShims(outputFiles, artifact)) {
      const isMap = file.path.endsWith(".map");
      const path = relative(artifact.appPath, file.path);
      const target = isMap && !artifact.sourcemap ? this.mapsFolder : artifact.outDir;
      // Commands may have changed the bundle, and the changed one is deployed.
      if (isMap || artifact.hooks?.afterBundling === undefined)
        writeOutput(
          join(target, path),
          isMap && this.isDebugged ? mapForDebugger(file) : contentOf(artifact, file),
        );
    }
    const failures = [
      ...copyNamedFiles(artifact, () => {}, join(artifact.outDir, outputOf(artifact))),
      ...writeModuleType(artifact),
      ...(artifact.isOfPackage === true ? [] : findMissingExports([artifact])),
    ];
    const { appPath, srcPath } = artifact;
    const copied = artifact.copyFiles.map(({ from }) => join(appPath, srcPath, from));
    const sources = Object.keys(metafile.inputs).map((file) => resolve(appPath, file));
    // Editors and version control remove a file for an instant, so it stays an input. Modules that plugins generate are not inputs.
    const own = sources.filter(
      (file) => !file.includes(`${sep}node_modules${sep}`) && (isFile(file) || existsSync(dirname(file))),
    );
    const inputs = {
      files: [
        ...new Set([
          ...(artifact.isOfPackage === true ? [] : [sourceFileOf(artifact)]),
          ...own,
          ...copied,
          ...(metadataConfig(artifact)?.files ?? []),
        ]),
      ],
      folders: copied.filter((path) => !isFile(path)),
      searched: [],
    };
    this.inputsOfSuccess = inputs;
    // The hash does not cover copied files and the results of commands, which may have changed.
    const salt = copied.length > 0 || artifact.hooks !== undefined ? `${process.hrtime.bigint()}` : "";
    const further = new LeftBehind(metafile.inputs).in(artifact);
    const messages = [...result.warnings, ...computedRequires(appPath, metafile), ...further];
    const warnings = [...new Set(messages.map(formatMessage))].sort();
    return { failures, warnings, inputs, fingerprint: hash.digest("hex") + salt };
  }

  /** The inputs of the last successful build, the entry file, files with errors, and folders where modules were not found. */
  private inputsAfter(artifact: NodeArtifact, errors: readonly Message[]): BuildInputs {
    const { appPath } = artifact;
    const before = this.inputsOfSuccess;
    const places = errors.flatMap(({ location }) =>
      location === null ? [] : resolve(appPath, location.file),
    );
    const missing = errors.flatMap(({ text, location }) => {
      const module = /^Could not resolve "(\.[^"]*)"/.exec(text)?.[1];
      const from = location === null ? appPath : dirname(resolve(appPath, location.file));
      return module === undefined ? [] : dirname(resolve(from, module));
    });
    return {
      files: [...new Set([...before.files, sourceFileOf(artifact), ...places])],
      folders: before.folders,
      searched: [...new Set(missing)],
      absent: [
        ...new Set(errors.flatMap(({ text, location }) => absentFolders(appPath, text, location?.file))),
      ],
    };
  }
}

/** The places where an import looked for a missing package: `node_modules` in the folder of the file and in all folders above it. */
function absentFolders(appPath: string, text: string, file = "."): readonly string[] {
  const name = /^Could not resolve "((?:@[^/"]+\/)?[^./"][^/"]*)/.exec(text)?.[1];
  if (name === undefined) return [];
  return [...foldersUpwards(dirname(resolve(appPath, file)))].map((folder) =>
    join(folder, "node_modules", name),
  );
}

/** Starts the process of esbuild, so that the first incremental bundle does not wait for it. Never rejects: the bundle reports failures. */
export async function startBundler(): Promise<void> {
  try {
    const { build } = await import("esbuild");
    await build({ stdin: { contents: "" }, bundle: true, metafile: true, write: false, logLevel: "silent" });
  } catch {
    // For example, esbuild is not installed for this machine.
  }
}

const isInstalled = (appPath: string, name: string): boolean =>
  findUpwards(appPath, join("node_modules", name)) !== undefined;

async function createContext(
  artifact: NodeArtifact,
  optional: readonly string[],
): Promise<BuildContext<InMemory>> {
  const { context } = await import("esbuild");
  const { options, ...asked } = withOptional(requestInMemory(artifact), optional);
  return context({
    ...options,
    target: targetHere(artifact.runtime, options.target),
    plugins: await pluginsFor(asked),
    sourcemap: artifact.sourcemap ? true : "external",
    metafile: true,
    write: false,
  });
}

/** The code must also run on this machine, whose Node may be older than the deployed one. */
function targetHere(runtime: string, target: BuildOptions["target"]): BuildOptions["target"] {
  const here = process.versions.node;
  const isOlder = Number.parseInt(here, 10) < (nodeVersionOf(runtime) ?? 0);
  return isOlder ? [target ?? [], `node${here}`].flat() : target;
}

/** Source maps contain the text that synthesis writes. */
function contentOf(artifact: NodeArtifact, { path, contents }: OutputFile): Uint8Array | string {
  const isRewritten = path.endsWith(".js.map") && artifact.sourcemap && !needsOwnOutdir(artifact);
  return isRewritten ? JSON.stringify(JSON.parse(textOf(contents))) : contents;
}

const textOf = (contents: Uint8Array): string => Buffer.from(contents).toString("utf8");

/**
 * A source map whose sources are files of this machine.
 *
 * Its own paths are relative to the path of the bundle in the app's folder.
 */
function mapForDebugger({ path, contents }: OutputFile): string {
  const sourceRoot = `${pathToFileURL(dirname(path)).href}/`;
  return JSON.stringify({ ...(JSON.parse(textOf(contents)) as object), sourceRoot });
}

function writeOutput(file: string, content: Uint8Array | string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
