import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { AccessKeys, type LocalCredentials, localFolder, signingSecretIn } from "../../../lib/local";
import { cleanEnvironment } from "../../examples/support";
import { compiledCommandLine, withCompiledLibrary } from "../../support/compiled";

const root = resolve(__dirname, "../../..");

/** One line of the server. */
export type Line = Readonly<Record<string, unknown>> & { readonly event: string };

/** `serverform local` in an example's folder, as its reader starts it, on any free ports. */
export class RunningExample {
  private constructor(
    private readonly folder: string,
    private readonly running: StartedCommand,
    private readonly ready: Line,
  ) {}

  static async start(
    example: string,
    environment: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ): Promise<RunningExample> {
    const folder = join(root, example);
    const running = StartedCommand.local(folder, ["--json", "--no-watch", ...args], environment);
    const ready = await running.line(({ event }) => event === "ready");
    return new RunningExample(folder, running, ready);
  }

  /** With which the programs of the example sign. */
  get credentials(): LocalCredentials {
    return new AccessKeys(signingSecretIn(localFolder(this.folder))).administrator;
  }

  /** Its lines so far. */
  get lines(): readonly Line[] {
    return this.running.lines;
  }

  /** The address of an API, by the end of its name; without the slash at the end. */
  url(name: string): string {
    return urlIn(this.ready, name);
  }

  /** Waits for a line, also one that was printed before. */
  line(isWanted: (line: Line) => boolean): Promise<Line> {
    return this.running.line(isWanted);
  }

  /** Runs another command in the same folder, as in another terminal; throws with its output when it fails. */
  command(...args: readonly string[]): string {
    return runLocal(this.folder, args);
  }

  /** All that it has said, to find out why a test fails. */
  get transcript(): string {
    return this.running.texts.join("\n");
  }

  /** Interrupts it, as Ctrl-C does; returns the exit status. */
  stop(): Promise<number | null> {
    return this.running.stop();
  }
}

/** Runs `serverform local <args>` to its end; throws with its output when it fails. */
export function runLocal(folder: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...compiledCommandLine(), "local", ...args],
    {
      cwd: folder,
      env: { ...cleanEnvironment(), ...withCompiledLibrary() },
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout.trim();
}

/** A command that runs, and the lines that it prints. */
export class StartedCommand {
  /** Its output so far, of both streams. */
  readonly texts: string[] = [];
  readonly group: number;
  private readonly waiting = new Set<() => void>();
  private readonly ended: Promise<number | null>;
  private isOver = false;

  /** Starts `serverform local <args>` in a folder, on free ports. */
  static local(
    folder: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): StartedCommand {
    const child = spawn(process.execPath, [...compiledCommandLine(), "local", "--port", "0", ...args], {
      cwd: folder,
      env: { ...cleanEnvironment(), ...withCompiledLibrary(), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      // In its own process group, as a shell starts it: Ctrl-C interrupts all of them.
      detached: true,
    });
    return new StartedCommand(child);
  }

  private constructor(child: ChildProcess) {
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

  /** Waits until its output contains a text. */
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

  /** Interrupts it and its process group, as Ctrl-C does; returns the exit status. */
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
