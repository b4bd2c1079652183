import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { compiledCommandLine, withCompiledLibrary } from "./compiled";

/** A run of the command line, in the folder and with the whole environment of the test. */
export interface CommandRun {
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The process of a run. Where it is shared, its output is that of this run alone. */
export type CommandProcess = Pick<ChildProcess, "stdout" | "stderr" | "kill" | "pid" | "exitCode">;

/** The result of a run of the command line. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run that has begun. */
export interface StartedRun {
  readonly child: CommandProcess;
  readonly ended: Promise<Run>;
}

/** Ends the output of a run; no command prints it. */
const endOfRun = "\0";

const idle: Host[] = [];
const all = new Set<Host>();

/**
 * Runs a command line in a process that has loaded it for an earlier run, and otherwise in a new one. Variables of Node, such as the
 * certificates that it trusts, apply from the start of a process: runs with other variables have other processes.
 */
export function startShared(run: CommandRun): StartedRun {
  if (!canShare(run)) return startAlone(run);
  const ofNode = variablesOfNode(run.environment);
  const at = idle.findLastIndex((host) => isDeepStrictEqual(host.ofNode, ofNode));
  const [host = new Host(ofNode)] = at === -1 ? [] : idle.splice(at, 1);
  const { child, status } = host.start(run);
  return { child, ended: collected(child, status) };
}

/** Options of Node concern the process, and the SDK keeps its copies of the files below `~/.aws`. */
const canShare = ({ environment }: CommandRun): boolean =>
  environment.NODE_OPTIONS === withCompiledLibrary().NODE_OPTIONS &&
  !existsSync(join(environment.HOME ?? "", ".aws"));

const variablesOfNode = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith("NODE_")));

/** Runs the command line in a process of its own, and in its own process group, like a shell does. */
export function startAlone(
  { args, folder, environment }: CommandRun,
  program: readonly string[] = compiledCommandLine(),
): StartedRun {
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const status = new Promise<number | null>((done) => child.once("close", (code) => done(code)));
  return { child, ended: collected(child, status) };
}

async function collected({ stdout, stderr }: CommandProcess, status: Promise<number | null>): Promise<Run> {
  const texts = { stdout: "", stderr: "" };
  stdout?.on("data", (data: Buffer) => {
    texts.stdout += data.toString();
  });
  stderr?.on("data", (data: Buffer) => {
    texts.stderr += data.toString();
  });
  const code = await status;
  return { code, ...texts };
}

/** Ends the processes of this test file. */
export function endHosts(): void {
  idle.length = 0;
  for (const host of all) host.end();
  all.clear();
}

class Host {
  private readonly process: ChildProcess;
  private readonly closed: Promise<number | null>;

  /** @param ofNode - the variables of Node with which it starts */
  constructor(readonly ofNode: NodeJS.ProcessEnv) {
    const [main = ""] = compiledCommandLine();
    this.process = spawn(process.execPath, [join(__dirname, "command-host.cjs"), main], {
      env: { ...process.env, ...withCompiledLibrary(), ...ofNode },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: true,
    });
    this.closed = new Promise((done) => {
      this.process.once("close", (code) => {
        all.delete(this);
        const at = idle.indexOf(this);
        if (at !== -1) idle.splice(at, 1);
        done(code);
      });
    });
    all.add(this);
  }

  start(run: CommandRun): { readonly child: CommandProcess; readonly status: Promise<number | null> } {
    const { process: host } = this;
    const stdout = outputOf(host.stdout);
    const stderr = outputOf(host.stderr);
    const answered = new Promise<number | null>((done) => {
      host.once("message", ({ code }: { readonly code: number }) => done(code));
    });
    let exitCode: number | null = null;
    const ended = Promise.all([answered, stdout.ended, stderr.ended]).then(([code]) => {
      idle.push(this);
      return code;
    });
    const crashed = this.closed.then((code) => {
      for (const { stream } of [stdout, stderr]) stream.end();
      return code;
    });
    const status = Promise.race([ended, crashed]).then((code) => {
      exitCode = code;
      return code;
    });
    host.send(run);
    const child: CommandProcess = {
      stdout: stdout.stream,
      stderr: stderr.stream,
      pid: host.pid,
      kill: (signal) => exitCode === null && host.kill(signal),
      get exitCode() {
        return exitCode;
      },
    };
    return { child, status };
  }

  end(): void {
    // It keeps the code that it has compiled.
    if (this.process.connected) this.process.disconnect();
  }
}

/** The output of one run, of the stream of its process. */
function outputOf(source: Readable | null): { readonly stream: PassThrough; readonly ended: Promise<void> } {
  if (source === null) throw new Error("no output");
  const stream = new PassThrough();
  const ended = new Promise<void>((done) => {
    const read = (data: Buffer): void => {
      const end = data.indexOf(endOfRun);
      stream.write(end === -1 ? data : data.subarray(0, end));
      if (end === -1) return;
      source.off("data", read);
      stream.end();
      done();
    };
    source.on("data", read);
  });
  return { stream, ended };
}
