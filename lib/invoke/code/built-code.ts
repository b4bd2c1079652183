import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Artifact } from "../../bundle";
import type { Report } from "../../local/report";
import type { BundleWatcher, Inputs } from "./bundle-watcher";
import type { Code, CodeProblem, ReadyCode } from "./code";
import type { Build, BuildOutcome } from "./code-build";
import { FolderBuild } from "./folder-build";
import { NodeBuild } from "./node-build";
import { SourcePositions } from "./source-positions";

export interface BuiltCodeOptions {
  /** For source maps that are not deployed. */
  readonly mapsFolder: string;
  readonly report: Report;
  readonly watcher: BundleWatcher | undefined;
}

/** Editors write a file in several steps, and tools write several files. */
const quietMs = 15;

/** Code that is bundled when it is first asked for, and again when one of its sources has changed. */
export class BuiltCode implements Code {
  current: ReadyCode | CodeProblem | undefined;
  inputs: Inputs = { files: [], folders: [], searched: [] };

  private build: Build | undefined;
  private text: string;
  private work: Promise<ReadyCode | CodeProblem> | undefined;
  private isUsed = false;
  private isStopped = false;
  /** How often the sources have changed. */
  private changes = 0;
  private fingerprint: string | undefined;
  private positions: SourcePositions | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private artifact: Artifact,
    private readonly options: BuiltCodeOptions,
  ) {
    this.text = textOf(artifact);
  }

  ready(): Promise<ReadyCode | CodeProblem> {
    if (this.current !== undefined) return Promise.resolve(this.current);
    this.isUsed = true;
    this.work ??= this.buildUntilQuiet().finally(() => {
      this.work = undefined;
    });
    return this.work;
  }

  isSource(file: string): boolean {
    const { appPath, srcPath } = this.artifact;
    const entry = this.artifact.kind === "node" ? [resolve(appPath, srcPath, this.artifact.entry)] : [];
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

  /** Takes over other options of the same artifact. */
  update(artifact: Artifact): void {
    const text = textOf(artifact);
    if (text === this.text) return;
    this.text = text;
    this.artifact = artifact;
    void this.build?.stop();
    this.build = undefined;
    this.changed();
  }

  /** One of its sources is another one now; requests wait from here on. */
  readonly changed = (): void => {
    if (!this.isUsed || this.isStopped) return;
    this.changes += 1;
    this.current = undefined;
    void this.ready();
  };

  async stop(): Promise<void> {
    this.isStopped = true;
    this.options.watcher?.remove(this);
    await this.build?.stop();
  }

  private async buildUntilQuiet(): Promise<ReadyCode | CodeProblem> {
    for (;;) {
      const before = this.changes;
      if (before > 0) await delay(quietMs);
      if (before !== this.changes) continue;
      const outcome = await this.runBuild();
      this.inputs = outcome.inputs;
      if (!this.isStopped) this.options.watcher?.add(this);
      if (before === this.changes) return this.settle(outcome);
    }
  }

  private async runBuild(): Promise<BuildOutcome> {
    const { artifact, options } = this;
    this.build ??=
      artifact.kind === "node" ? new NodeBuild(artifact, options.mapsFolder) : new FolderBuild(artifact);
    try {
      return await this.build.run();
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { problem, inputs: this.inputs, fingerprint: "" };
    }
  }

  private settle({ problem, fingerprint }: BuildOutcome): ReadyCode | CodeProblem {
    if (problem !== undefined) {
      this.current = { problem, isRefusal: false };
      if (!this.isStopped) this.options.report({ event: "warning", text: problem });
      return this.current;
    }
    const folder = realpathSync(this.artifact.outDir);
    const isOther = this.fingerprint !== undefined && this.fingerprint !== fingerprint;
    this.fingerprint = fingerprint;
    this.positions = new SourcePositions({ folder, mapsFolder: this.options.mapsFolder });
    this.current = { folder };
    if (isOther) for (const listener of this.listeners) listener();
    return this.current;
  }
}

/** What makes two artifacts the same; hooks have given their commands. */
function textOf({ hooks, ...rest }: Artifact): string {
  const commands = Object.values(hooks ?? {}).map((hook: unknown) =>
    typeof hook === "function" ? (hook("", "") as unknown) : undefined,
  );
  return JSON.stringify([rest, commands]);
}
