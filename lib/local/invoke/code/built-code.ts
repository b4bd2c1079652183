import { existsSync, realpathSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { type Artifact, type BuildInputs, findMissingHandlers } from "../../../bundle";
import { inBackground } from "../../../facts/text/contained";
import { systemClock, type Timers } from "../clock";
import type { InvokeReport } from "../events";
import type { BundleWatcher } from "./bundle-watcher";
import type { Code, CodeProblem, ReadyCode } from "./code";
import { FullBuild } from "./full-build";
import { type CodeBuild, type CodeBuildResult, failureText, messagesOf, NodeBuild } from "./node-build";
import { SourcePositions } from "./source-positions";

/** Builds code of other languages. Each build is complete, because their tools do not report which files they read. */
class FolderBuild implements CodeBuild {
  private readonly fullBuild = new FullBuild();
  private count = 0;

  constructor(private readonly artifact: Artifact) {}

  async run(): Promise<CodeBuildResult> {
    const { failures, warnings } = await this.fullBuild.run(this.artifact);
    const source = join(this.artifact.appPath, this.artifact.srcPath);
    this.count += 1;
    return {
      problem: failureText(failures),
      // As in AWS, the invocation fails.
      warnings: [...warnings, ...messagesOf(findMissingHandlers([this.artifact]))],
      inputs: { files: [source], folders: [source], searched: [] },
      fingerprint: String(this.count),
    };
  }

  async stop(): Promise<void> {
    this.fullBuild.stop();
  }
}

export interface BuiltCodeOptions {
  /** Folder for source maps that are not deployed. */
  readonly mapsFolder: string;
  readonly report: InvokeReport;
  /** Receives the warnings of each build. @default - they are ignored */
  readonly warn?: ((texts: readonly string[]) => void) | undefined;
  /** Called after each change of the code. @default - nothing is called */
  readonly changed?: (() => void) | undefined;
  readonly watcher: BundleWatcher | undefined;
  /** Whether debuggers read the code. */
  readonly isDebugged: boolean;
  /** @default - that of the system */
  readonly clock?: Timers | undefined;
}

/** Delay between a change and a build, since tools write several files. An incremental build is soon repeated. */
const quietMs = { incremental: 2, full: 15 };
/** The time in which an editor may write a file in several steps. */
const writingMs = 15;

/** Builds code for the first request, and again after each change of a source. */
export class BuiltCode implements Code {
  current: ReadyCode | CodeProblem | undefined;
  inputs: BuildInputs = { files: [], folders: [], searched: [] };

  private build: CodeBuild | undefined;
  private identity: string;
  private work: Promise<ReadyCode | CodeProblem> | undefined;
  private isUsed = false;
  private isStopped = false;
  private changes = 0;
  /** Files that have changed since the last build began. */
  private readonly touched = new Set<string>();
  private fingerprint: string | undefined;
  private positions: SourcePositions | undefined;
  private readonly listeners = new Set<() => void>();
  constructor(
    private artifact: Artifact,
    private readonly options: BuiltCodeOptions,
  ) {
    this.identity = identityOf(artifact);
  }

  ready(): Promise<ReadyCode | CodeProblem> {
    // Installed packages are not watched. After an installation, the next request finds packages that were missing.
    if (this.current !== undefined && this.inputs.absent?.some(existsSync) === true) this.current = undefined;
    if (this.current !== undefined) return Promise.resolve(this.current);
    this.isUsed = true;
    this.work ??= this.untilBuilt();
    return this.work;
  }

  private async untilBuilt(): Promise<ReadyCode | CodeProblem> {
    try {
      return await this.buildUntilQuiet();
    } finally {
      this.work = undefined;
    }
  }

  get isNode(): boolean {
    return this.artifact.kind === "node";
  }

  get isOfPackage(): boolean {
    return this.artifact.kind === "node" && this.artifact.isOfPackage === true;
  }

  /** Whether the file is a known input of this code. */
  isSource(file: string): boolean {
    const { appPath, srcPath } = this.artifact;
    const entry =
      this.artifact.kind === "node" && this.artifact.isOfPackage !== true
        ? [resolve(appPath, srcPath, this.artifact.entry)]
        : [];
    const folders = this.artifact.kind === "node" ? [] : [resolve(appPath, srcPath)];
    const isBelow = (folder: string): boolean => file === folder || file.startsWith(folder + sep);
    return (
      [...entry, ...this.inputs.files].includes(file) || [...folders, ...this.inputs.folders].some(isBelow)
    );
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  position(line: string): string {
    return this.positions?.position(line) ?? line;
  }

  /** Builds with these options from now on. */
  update(artifact: Artifact): void {
    const identity = identityOf(artifact);
    if (identity === this.identity) return;
    this.identity = identity;
    this.artifact = artifact;
    void this.build?.stop();
    this.build = undefined;
    this.changed();
  }

  /** The watcher calls this after a change of a source. Requests wait for the next build. */
  readonly changed = (path?: string): void => {
    if (!this.isUsed || this.isStopped) return;
    this.changes += 1;
    if (path !== undefined) this.touched.add(path);
    this.current = undefined;
    inBackground("bundle", this.ready());
  };

  async stop(): Promise<void> {
    this.isStopped = true;
    this.options.watcher?.remove(this);
    await this.build?.stop();
  }

  private async buildUntilQuiet(): Promise<ReadyCode | CodeProblem> {
    for (;;) {
      const before = this.changes;
      if (before > 0) await this.wait(this.quietMs);
      if (before === this.changes && [...this.touched].some(isUnfinished)) await this.wait(writingMs);
      if (before !== this.changes) continue;
      this.touched.clear();
      const startedAt = Date.now();
      const outcome = await this.runBuild();
      this.inputs = outcome.inputs;
      const isNew = !this.isStopped && this.options.watcher?.add(this) === true;
      // Changes before the start of the watcher were not reported.
      if (isNew && this.inputs.files.some((file) => hasChangedSince(file, startedAt))) this.changes += 1;
      // A file that cannot be built may be incomplete.
      if (outcome.problem !== undefined && before > 0) await this.wait(writingMs);
      if (before === this.changes) return this.settle(outcome);
    }
  }

  private wait(milliseconds: number): Promise<void> {
    const { clock = systemClock } = this.options;
    return new Promise((done) => clock.after(milliseconds, done));
  }

  private get quietMs(): number {
    const { kind, hooks } = this.artifact;
    return kind === "node" && hooks === undefined ? quietMs.incremental : quietMs.full;
  }

  private async runBuild(): Promise<CodeBuildResult> {
    const { artifact, options } = this;
    this.build ??=
      artifact.kind === "node"
        ? new NodeBuild(artifact, options.mapsFolder, options.isDebugged)
        : new FolderBuild(artifact);
    try {
      return await this.build.run();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { problem, inputs: this.inputs, fingerprint: "" };
    }
  }

  private settle({ problem, warnings = [], fingerprint }: CodeBuildResult): ReadyCode | CodeProblem {
    if (!this.isStopped) this.options.warn?.(warnings);
    if (problem !== undefined) {
      this.current = { problem, isRefusal: false };
      if (!this.isStopped) this.options.report({ event: "warning", text: problem });
      return this.current;
    }
    const folder = realpathSync(this.artifact.outDir);
    const hasChanged = this.fingerprint !== undefined && this.fingerprint !== fingerprint;
    this.fingerprint = fingerprint;
    this.positions = new SourcePositions({ folder, mapsFolder: this.options.mapsFolder });
    this.current = { folder, ...sourcesOf(this.artifact) };
    if (hasChanged) {
      for (const listener of this.listeners) listener();
      this.options.changed?.();
    }
    return this.current;
  }
}

/** True also for a file that was moved here, or is missing. Times of files have fractions of milliseconds, unlike `Date.now()`. */
function hasChangedSince(path: string, time: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || Math.max(found.ctimeMs, found.mtimeMs) > time + 1;
}

/** Whether an editor may still be writing a file: it is empty or missing. */
function isUnfinished(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}

function sourcesOf(artifact: Artifact): Pick<ReadyCode, "sources"> {
  if (artifact.kind !== "node") return {};
  const { appPath, srcPath, externalModules } = artifact;
  return { sources: { folder: resolve(appPath, srcPath), external: externalModules } };
}

/** Equal for equal artifacts. A hook from the bundles file returns its commands regardless of its arguments. */
function identityOf({ hooks, ...rest }: Artifact): string {
  const commands = Object.values(hooks ?? {}).map((hook: unknown) =>
    typeof hook === "function" ? (hook("", "") as unknown) : undefined,
  );
  return JSON.stringify([rest, commands]);
}
