import { createHash } from "node:crypto";
import { mkdirSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { BuildContext, BuildFailure, BuildResult, Message, OutputFile } from "esbuild";
import type { NodeArtifact } from "../../bundle";
import { failure } from "../../bundle/failure";
import { copyNamedFiles } from "../../bundle/files/copy-files";
import { formatErrors } from "../../bundle/node/esbuild-messages";
import { requestInMemory, writeModuleType } from "../../bundle/node/node";
import { needsOwnOutdir } from "../../bundle/node/options";
import { loadPlugins } from "../../bundle/node/plugins";
import { type Build, type BuildOutcome, needsTools, textOf } from "./build";
import { CompleteBuild } from "./complete-build";
import type { Inputs } from "./watcher";

type Context = BuildContext<{ write: false; metafile: true }>;

/**
 * Bundles a Node artifact with what esbuild remembers of the last time.
 *
 * The bytes are those that synthesis deploys; a source map is made in any case, and kept elsewhere where the deployed
 * folder has none.
 */
export class NodeBuild implements Build {
  private context: Promise<Context> | undefined;
  private readonly complete = new CompleteBuild();
  private isComplete = false;
  private inputs: Inputs = { files: [], folders: [], searched: [] };

  constructor(
    private readonly artifact: NodeArtifact,
    private readonly mapsFolder: string,
  ) {}

  async run(): Promise<BuildOutcome> {
    const artifact = this.inPlace();
    const problem = await this.runTools(artifact);
    if (problem !== undefined) return this.failed(artifact, problem, []);
    this.context ??= this.createContext(artifact);
    try {
      const context = await this.context;
      const result = await context.rebuild();
      return this.place(artifact, result);
    } catch (error) {
      const { errors } = error as Partial<BuildFailure>;
      if (errors === undefined) {
        this.context = undefined;
        return this.failed(artifact, error instanceof Error ? error.message : String(error), []);
      }
      const facts = { file: join(artifact.srcPath, artifact.entry), errors: formatErrors(errors) };
      return this.failed(artifact, textOf([failure(artifact, "bundle-failed", "handler", facts)]), errors);
    }
  }

  async stop(): Promise<void> {
    this.complete.stop();
    const context = await this.context?.catch(() => undefined);
    await context?.dispose();
  }

  /** esbuild names files by where links lead to. */
  private inPlace(): NodeArtifact {
    const { artifact } = this;
    mkdirSync(artifact.outDir, { recursive: true });
    return { ...artifact, appPath: realpathSync(artifact.appPath), outDir: realpathSync(artifact.outDir) };
  }

  /** Installs packages once; commands of the caller may generate code, so they run each time. */
  private async runTools(artifact: NodeArtifact): Promise<string | undefined> {
    if (!needsTools(artifact) || (this.isComplete && artifact.hooks === undefined)) return undefined;
    const failures = await this.complete.run(artifact);
    this.isComplete = failures.length === 0;
    return textOf(failures);
  }

  private async createContext(artifact: NodeArtifact): Promise<Context> {
    const { context } = await import("esbuild");
    const { options, plugins } = requestInMemory(artifact);
    return context({
      ...options,
      plugins: plugins === undefined ? [] : await loadPlugins(plugins),
      sourcemap: artifact.sourcemap ? true : "external",
      metafile: true,
      write: false,
    });
  }

  private place(
    artifact: NodeArtifact,
    { outputFiles, metafile }: BuildResult<{ write: false; metafile: true }>,
  ): BuildOutcome {
    const hash = createHash("sha256");
    for (const file of outputFiles) {
      const isMap = file.path.endsWith(".map");
      const path = relative(artifact.appPath, file.path);
      if (!isMap || artifact.sourcemap) hash.update(`${path} ${file.hash}\n`);
      const target = isMap && !artifact.sourcemap ? this.mapsFolder : artifact.outDir;
      // What commands have made of the bundle is what is deployed.
      if (isMap || artifact.hooks?.afterBundling === undefined)
        write(join(target, path), bytesOf(artifact, file));
    }
    const failures = copyNamedFiles(artifact);
    writeModuleType(artifact);
    const { appPath, srcPath } = artifact;
    const copied = artifact.copyFiles.map(({ from }) => join(appPath, srcPath, from));
    const own = Object.keys(metafile.inputs).map((file) => resolve(appPath, file));
    const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
    this.inputs = {
      files: [...own.filter((file) => !file.includes(`${sep}node_modules${sep}`)), ...copied].filter(isFile),
      folders: copied.filter((path) => !isFile(path)),
      searched: [],
    };
    // Copied files may have changed, and are not in the hash.
    const salt = copied.length > 0 || artifact.hooks !== undefined ? `${process.hrtime.bigint()}` : "";
    return { problem: textOf(failures), inputs: this.inputs, fingerprint: hash.digest("hex") + salt };
  }

  /** What was read before, and where the errors are. */
  private failed(
    artifact: NodeArtifact,
    problem: string | undefined,
    errors: readonly Message[],
  ): BuildOutcome {
    const { appPath, srcPath, entry } = artifact;
    const places = errors.flatMap(({ location }) =>
      location === null ? [] : resolve(appPath, location.file),
    );
    const entryFile = join(appPath, srcPath, entry);
    const files = [...new Set([...this.inputs.files, entryFile, ...places])];
    const missing = errors.flatMap(({ text, location }) => {
      const module = /^Could not resolve "(\.[^"]*)"/.exec(text)?.[1];
      const from = location === null ? appPath : dirname(resolve(appPath, location.file));
      return module === undefined ? [] : dirname(resolve(from, module));
    });
    return {
      problem: problem ?? "The build failed.",
      inputs: { ...this.inputs, files, searched: [...new Set(missing)] },
      fingerprint: "",
    };
  }
}

/** The same text of a source map as synthesis writes. */
function bytesOf(artifact: NodeArtifact, { path, contents, text }: OutputFile): Uint8Array | string {
  const isRewritten = path.endsWith(".js.map") && artifact.sourcemap && !needsOwnOutdir(artifact);
  return isRewritten ? JSON.stringify(JSON.parse(text)) : contents;
}

function write(file: string, content: Uint8Array | string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
