import { execFile } from "node:child_process";
import { arch } from "node:os";
import { join } from "node:path";
import { packagesOfRuntime, pythonPrograms } from "../../../bundle";
import { contained } from "../../../facts/text/contained";
import type { ModuleLimits } from "../bootstraps/node/limit-modules";
import { pythonBootstrap } from "../bootstraps/python";
import type { ReadyCode } from "../code/code";
import type { InvokeReport } from "../events";
import type { FunctionSettings } from "../function-settings";
import { stderrMarks } from "../output-marks";
import { type ProcessKind, RuntimeEndpoint } from "../runtime-api/runtime-endpoint";
import {
  baseVariables,
  functionVariables,
  type ProcessEnvironment,
  readAtStart,
  type Variables,
} from "./environment";
import type { OrphanReaper } from "./orphan-reaper";
import { type ProcessCommand, WorkerProcess } from "./worker-process";

export interface StartedProcess {
  readonly process: WorkerProcess;
  readonly endpoint: RuntimeEndpoint;
}

export interface StartContext {
  readonly environment: ProcessEnvironment;
  readonly reaper: OrphanReaper;
  readonly nodeBootstrap: () => string;
  readonly report: InvokeReport;
}

/** The kind of process for a function; undefined if its runtime is not supported. */
export function kindOf({ runtime = "" }: Pick<FunctionSettings, "runtime">): ProcessKind | undefined {
  if (runtime.startsWith("nodejs")) return "node";
  if (runtime.startsWith("python")) return "python";
  return runtime.startsWith("provided") ? "provided" : undefined;
}

export function runsHere(settings: Pick<FunctionSettings, "runtime">): boolean {
  return kindOf(settings) !== undefined;
}

export function canUsePrewarmed(
  settings: FunctionSettings,
  folder: string,
  environment: ProcessEnvironment,
): boolean {
  const variables = functionVariables(settings, folder, environment);
  return kindOf(settings) === "node" && !readAtStart(baseVariables(environment), variables);
}

export async function startFor(
  settings: FunctionSettings,
  kind: ProcessKind,
  folder: string,
  context: StartContext,
  inspectPort: number | undefined,
): Promise<StartedProcess> {
  const endpoint = await RuntimeEndpoint.open(kind, context.report);
  const variables = functionVariables(settings, folder, context.environment);
  const env = { ...variables, ...endpointVariables(endpoint, kind) };
  const command = await commandOf(settings, kind, folder, env, context, inspectPort);
  return start(endpoint, kind, command, context);
}

export async function startUnassigned(context: StartContext): Promise<StartedProcess> {
  const endpoint = await RuntimeEndpoint.open("node", context.report);
  const env = { ...baseVariables(context.environment), ...endpointVariables(endpoint, "node") };
  return start(endpoint, "node", nodeCommand(env, context, undefined), context);
}

function start(
  endpoint: RuntimeEndpoint,
  kind: ProcessKind,
  command: ProcessCommand,
  { reaper }: StartContext,
): StartedProcess {
  const marks = kind === "provided" ? {} : { stderrMarks: stderrMarks(endpoint.secret) };
  const process = new WorkerProcess({ ...command, ...marks }, reaper);
  if (process.pipe !== undefined) endpoint.attach(process.pipe);
  return { endpoint, process };
}

interface NodeSetup {
  readonly settings: FunctionSettings;
  readonly folder: string;
  readonly sources: ReadyCode["sources"];
  readonly environment: ProcessEnvironment;
  readonly logStream: string;
  readonly observesCalls?: boolean | undefined;
}

export function setUpNode(
  { endpoint }: StartedProcess,
  { settings, folder, sources, environment, logStream, observesCalls = false }: NodeSetup,
): void {
  endpoint.setUp({
    environment: {
      ...functionVariables(settings, folder, environment),
      AWS_LAMBDA_LOG_STREAM_NAME: logStream,
    },
    folder,
    handler: settings.handler,
    memoryMb: settings.memoryMb,
    logGroup: settings.logGroup,
    modules: modulesFor(settings, sources),
    ...(observesCalls && { observesCalls }),
  });
}

function modulesFor(
  { runtime = "", foreignLayers = [] }: FunctionSettings,
  sources: ReadyCode["sources"],
): ModuleLimits {
  // The packages of the project replace those of unknown layers.
  const ofLayers = foreignLayers.length > 0 ? (sources?.external ?? ["*"]) : [];
  return { ofRuntime: packagesOfRuntime(runtime), ofLayers, source: sources?.folder };
}

async function commandOf(
  settings: FunctionSettings,
  kind: ProcessKind,
  folder: string,
  env: Variables,
  context: StartContext,
  inspectPort: number | undefined,
): Promise<ProcessCommand> {
  switch (kind) {
    case "node":
      return nodeCommand(env, context, inspectPort);
    case "python": {
      const packages = packagesOfRuntime(settings.runtime ?? "").join(",");
      const args = ["-u", "-c", pythonBootstrap, settings.architecture, packages];
      return { program: await findPythonProgram(settings.runtime, env, folder), args, env, cwd: folder };
    }
    case "provided":
      return { program: join(folder, "bootstrap"), args: [], env, cwd: folder };
  }
}

function nodeCommand(
  env: Variables,
  { nodeBootstrap }: StartContext,
  inspectPort: number | undefined,
): ProcessCommand {
  const inspect = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
  return { program: process.execPath, args: [...inspect, nodeBootstrap()], env, hasPipe: true };
}

function endpointVariables(endpoint: RuntimeEndpoint, kind: ProcessKind): Variables {
  const secret: Variables = kind === "provided" ? {} : { SERVERFORM_WORKER_SECRET: endpoint.secret };
  return { AWS_LAMBDA_RUNTIME_API: endpoint.address, AWS_LAMBDA_LOG_STREAM_NAME: "local", ...secret };
}

export function startProblem(
  settings: FunctionSettings,
  kind: ProcessKind,
  { code, message }: NodeJS.ErrnoException,
): string {
  if (kind === "node") return `${settings.name}: Node.js cannot start (${code ?? message}).`;
  if (kind === "python") {
    return `${settings.name} needs python3, which is not on the PATH (${code ?? message}).`;
  }
  const built = settings.architecture === "arm64" ? "arm64" : "x64";
  const machine = built === arch() ? "" : ` It is built for ${built}; this machine is ${arch()}.`;
  return `${settings.name}: the program \`bootstrap\` in its code cannot start (${code ?? message}).${machine}`;
}

const found = new Map<string, Promise<string>>();

const startLimitMs = 10_000;

/**
 * The Python of a runtime, if this machine has it, or else `python3`. Testing a program takes as long as starting it, so each is
 * tested once.
 *
 * @param folder - the working directory of the function, by which version managers choose the version
 */
function findPythonProgram(runtime = "", env: Variables, folder: string): Promise<string> {
  const key = JSON.stringify([runtime, env.PATH]);
  const program = found.get(key) ?? firstThatRuns(runtime.replace("python", ""), env, folder);
  found.set(key, program);
  return program;
}

async function firstThatRuns(version: string, env: Variables, cwd: string): Promise<string> {
  for (const program of pythonPrograms(version)) {
    if (await runs(program, env, cwd)) return program;
  }
  // Its error contains the program that most machines have.
  found.clear();
  return "python3";
}

function runs(program: string, env: Variables, cwd: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(
      program,
      ["-c", ""],
      { env, cwd, timeout: startLimitMs },
      contained("process of a function", (error) => resolve(error === null)),
    );
  });
}
