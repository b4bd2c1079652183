import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { sources } from "../../cli/support/cli";
import { cleanEnvironment, copyProject, root } from "../../examples/support";
import type { Line } from "./support";

/** A copy of the project, in which a test edits and runs an example without anybody else noticing. */
export class ExampleCopy {
  readonly folder: string;
  /** The example, as `RunningExample` and `ServedExample` take it. */
  readonly name: string;
  private readonly project: string;

  constructor(private readonly example: string) {
    this.project = realpathSync(mkdtempSync(join(tmpdir(), "serverform-")));
    copyProject(this.project);
    this.folder = join(this.project, example);
    this.name = relative(root, this.folder);
  }

  /** A file of the example. */
  path(file: string): string {
    return join(this.folder, file);
  }

  /** A file beside `cdktf.json`, where the server keeps its own: that of the notes example is the project's. */
  projectPath(file: string): string {
    return join(existsSync(this.path("cdktf.json")) ? this.folder : this.project, file);
  }

  write(file: string, text: string): string {
    writeFileSync(this.path(file), text);
    return this.path(file);
  }

  /** Replaces a part of a file, which has to be there. */
  edit(file: string, from: string, to: string): void {
    const text = readFileSync(this.path(file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} of ${this.example} has no ${from}`);
    this.write(
      file,
      text.replace(from, () => to),
    );
  }

  /** Runs `serverform local <args>` in the example's folder; throws with what it printed when it fails. */
  command(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...sources, "local", ...args], {
      cwd: this.folder,
      env: cleanEnvironment(),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
    return stdout.trim();
  }

  /** Starts `serverform local <args>` as its reader does, on free ports: it looks for changes. */
  start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): StartedCommand {
    const child = spawn(process.execPath, [...sources, "local", "--port", "0", ...args], {
      cwd: this.folder,
      env: { ...cleanEnvironment(), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      // In a process group of its own, as a shell starts it: Ctrl-C interrupts all of them.
      detached: true,
    });
    return new StartedCommand(child);
  }

  remove(): void {
    rmSync(this.project, { recursive: true, force: true });
  }
}

/** A command that runs, and the lines that it prints. */
export class StartedCommand {
  /** What it has printed so far, to whichever of its streams. */
  readonly texts: string[] = [];
  readonly group: number;
  private readonly waiting = new Set<() => void>();
  private readonly ended: Promise<number | null>;
  private isOver = false;

  constructor(child: ChildProcess) {
    this.group = child.pid ?? 0;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) throw new Error("no output");
      createInterface({ input: stream }).on("line", (line) => {
        this.texts.push(line);
        this.tell();
      });
    }
    this.ended = new Promise((done) => child.once("close", (code) => done(code)));
    void this.ended.then(() => {
      this.isOver = true;
      this.tell();
    });
  }

  /** With `--json`: what it has printed so far. */
  get lines(): readonly Line[] {
    return this.texts.filter((text) => text.startsWith("{")).map((text) => JSON.parse(text) as Line);
  }

  /** Waits until something can be found in what it has printed. */
  async until<Found>(find: (command: StartedCommand) => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find(this);
      if (found !== undefined) return found;
      if (this.isOver) throw new Error(`It ended:\n${this.texts.join("\n")}`);
      await new Promise<void>((done) => this.waiting.add(done));
    }
  }

  line(isWanted: (line: Line) => boolean): Promise<Line> {
    return this.until(({ lines }) => lines.find(isWanted));
  }

  text(pattern: RegExp): Promise<string> {
    return this.until(({ texts }) => texts.find((text) => pattern.test(text)));
  }

  /** Interrupts it and whatever it has started in its group, as Ctrl-C does; returns the exit status. */
  async stop(): Promise<number | null> {
    if (!this.isOver) process.kill(-this.group, "SIGINT");
    return this.ended;
  }

  private tell(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const done of waiting) done();
  }
}

/** The APIs of a `ready` line. */
export interface ServedApi {
  readonly name: string;
  readonly kind: string;
  readonly port: number;
  readonly urls: readonly string[];
  readonly routes: readonly Readonly<Record<"method" | "path" | "authorizer" | "target", string>>[];
}

export function apisOf(ready: Line): readonly ServedApi[] {
  return (ready as { readonly apis?: readonly ServedApi[] }).apis ?? [];
}

/** The address of an API in a `ready` line, by the end of its name; without the slash at the end. */
export function urlIn(ready: Line, name: string): string {
  const url = apisOf(ready).find((api) => api.name.endsWith(name))?.urls[0];
  if (url === undefined) throw new Error(`no API ${name} in ${JSON.stringify(ready)}`);
  return url.replace(/\/$/, "");
}
