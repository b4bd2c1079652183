import { arch } from "node:os";
import { join } from "node:path";
import type { FunctionSettings } from "../../local/functions/read-settings";
import { pythonBootstrap } from "../bootstraps/python";
import { type ProcessKind, RuntimeEndpoint } from "../runtime-api/runtime-endpoint";
import {
  baseVariables,
  type FunctionEnvironment,
  functionVariables,
  readAtStart,
  type Variables,
} from "./environment";
import type { Reaper } from "./orphan-reaper";
import { type Command, WorkerProcess } from "./worker-process";

/** A process and the endpoint that it talks to. */
export interface StartedProcess {
  readonly process: WorkerProcess;
  readonly endpoint: RuntimeEndpoint;
}

export interface StartContext {
  readonly environment: FunctionEnvironment;
  readonly reaper: Reaper;
  /** Our bootstrap for Node, as a file that Node runs. */
  readonly nodeBootstrap: () => string;
}

/** How functions of a runtime are run here; undefined where they are not. */
export function kindOf({ runtime = "" }: FunctionSettings): ProcessKind | undefined {
  if (runtime.startsWith("nodejs")) return "node";
  if (runtime.startsWith("python")) return "python";
  return runtime.startsWith("provided") ? "provided" : undefined;
}

/** Whether a Node process that knows nothing of the function yet may become its own. */
export function canAdopt(
  settings: FunctionSettings,
  folder: string,
  environment: FunctionEnvironment,
): boolean {
  const variables = functionVariables(settings, folder, environment);
  return kindOf(settings) === "node" && !readAtStart(baseVariables(environment), variables);
}

/** Starts a process for one function. */
export async function startFor(
  settings: FunctionSettings,
  kind: ProcessKind,
  folder: string,
  context: StartContext,
  inspectPort: number | undefined,
): Promise<StartedProcess> {
  const endpoint = await RuntimeEndpoint.open(kind);
  const variables = functionVariables(settings, folder, context.environment);
  const env = { ...variables, ...endpointVariables(endpoint, kind) };
  return start(endpoint, commandOf(kind, folder, env, context, inspectPort), context);
}

/** Starts a Node process for whichever function needs one first. */
export async function startSpare(context: StartContext): Promise<StartedProcess> {
  const endpoint = await RuntimeEndpoint.open("node");
  const env = { ...baseVariables(context.environment), ...endpointVariables(endpoint, "node") };
  const command = commandOf("node", undefined, env, context, undefined);
  return start(endpoint, command, context);
}

function start(endpoint: RuntimeEndpoint, command: Command, { reaper }: StartContext): StartedProcess {
  const process = new WorkerProcess(command, reaper);
  if (process.pipe !== undefined) endpoint.attach(process.pipe);
  return { endpoint, process };
}

/** Tells a Node process which function it is. */
export function setUpNode(
  { endpoint }: StartedProcess,
  settings: FunctionSettings,
  folder: string,
  environment: FunctionEnvironment,
  logStream: string,
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
  });
}

function commandOf(
  kind: ProcessKind,
  folder: string | undefined,
  env: Variables,
  { nodeBootstrap }: StartContext,
  inspectPort: number | undefined,
): Command {
  switch (kind) {
    case "node": {
      const inspect = inspectPort === undefined ? [] : [`--inspect=127.0.0.1:${inspectPort}`];
      return { program: process.execPath, args: [...inspect, nodeBootstrap()], env, hasPipe: true };
    }
    case "python":
      return { program: "python3", args: ["-u", "-c", pythonBootstrap], env, cwd: folder };
    case "provided":
      return { program: join(folder ?? "", "bootstrap"), args: [], env, cwd: folder };
  }
}

function endpointVariables(endpoint: RuntimeEndpoint, kind: ProcessKind): Variables {
  const secret: Variables = kind === "provided" ? {} : { SERVERFORM_WORKER_SECRET: endpoint.secret };
  return { AWS_LAMBDA_RUNTIME_API: endpoint.address, AWS_LAMBDA_LOG_STREAM_NAME: "local", ...secret };
}

/** Why a program did not start, for the person who wants it to. */
export function startProblem(
  settings: FunctionSettings,
  kind: ProcessKind,
  { code, message }: NodeJS.ErrnoException,
): string {
  if (kind === "node") return `${settings.name}: Node.js cannot be started (${code ?? message}).`;
  if (kind === "python") {
    return `${settings.name} needs python3, which is not on the PATH (${code ?? message}).`;
  }
  const built = settings.architecture === "arm64" ? "arm64" : "x64";
  const machine = built === arch() ? "" : ` It is built for ${built}; this machine is ${arch()}.`;
  return `${settings.name}: the program bootstrap of its code cannot be started (${code ?? message}).${machine}`;
}
