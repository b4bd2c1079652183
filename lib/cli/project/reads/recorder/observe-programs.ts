import { ChildProcess, type SpawnOptions } from "node:child_process";

import childProcess = require("node:child_process");

import { basename } from "node:path";

import threads = require("node:worker_threads");

import { isHarmlessRequest, isServiceOfEsbuild } from "./esbuild-service";
import { before, isCall, type Observed } from "./observe";
import { noteBuiltin } from "./observe-modules";
import { notePath, recordDoubt, write } from "./writer";

interface SpawnedProcess {
  readonly stdin?: unknown;
}

/** Doubts if the app starts another program than the service of esbuild. */
function observeProcesses(): void {
  const owner = ChildProcess.prototype as unknown as Observed;
  const original = owner.spawn;
  if (!isCall(original)) return recordDoubt("processes cannot be observed");
  owner.spawn = function (this: SpawnedProcess, ...args: unknown[]): unknown {
    const { file, args: given = [] } = args[0] as SpawnOptions & { file: string; args?: readonly string[] };
    const isService = isServiceOfEsbuild(basename(file), given);
    if (!isService) recordDoubt(`the program ${file}`);
    const result = Reflect.apply(original, this, args);
    if (!isService) return result;
    if (!threads.isMainThread) write({ kind: "esbuild-service" });
    before(this.stdin as Observed, "write", ([packet]) => {
      if (!isHarmlessRequest(packet)) recordDoubt("a build of esbuild");
    });
    return result;
  };
  for (const name of ["spawnSync", "execSync", "execFileSync"])
    before(childProcess as unknown as Observed, name, ([program]) =>
      recordDoubt(`the program ${String(program)}`),
    );
}

/** Doubts if the app starts another thread than that of esbuild. */
function observeThreads(): void {
  const owner = threads as unknown as Observed;
  owner.Worker = new Proxy(threads.Worker, {
    construct(target, args: [string | URL, threads.WorkerOptions?], newTarget): object {
      const [file, { env } = {}] = args;
      const isEsbuild = /[\\/]esbuild[\\/]lib[\\/]main\.js$/.test(String(file)) && env === undefined;
      if (isEsbuild) write({ kind: "esbuild-worker" });
      else recordDoubt("a thread of the app");
      return Reflect.construct(target, args, newTarget) as object;
    },
  });
}

function observeNativeCode(): void {
  const owner = process as unknown as Observed;
  for (const name of ["dlopen", "binding", "_linkedBinding", "execve"])
    before(owner, name, () => recordDoubt(`process.${name}`));
  before(owner, "loadEnvFile", ([path = ".env"]) => notePath(path));
  before(owner, "getBuiltinModule", ([name]) => noteBuiltin(name));
}

export function observePrograms(): void {
  observeProcesses();
  observeThreads();
  observeNativeCode();
}
