import { randomUUID } from "node:crypto";
import { dirname, sep } from "node:path";
import { isArn } from "../../facts/aws/arns";
import { contained, inBackground } from "../../facts/text/contained";
import { BufferedResponse } from "./buffered-response";
import type { Timers } from "./clock";
import type { Bundles } from "./code/bundles";
import type { Code, ReadyCode } from "./code/code";
import { layeredCode } from "./code/layered-code";
import type { InvokeReport, ReportedError } from "./events";
import { parseFunctionName } from "./function-name";
import type { FunctionSettings } from "./function-settings";
import type { InvokeOutcome, InvokeRequest } from "./invocation";
import { errorOf, type FailedResult, maxPayloadBytes, outcomeOf } from "./invocation-result";
import { type ProcessEnvironment, withLayers } from "./processes/environment";
import { FunctionPool } from "./processes/function-pool";
import { defaultIdleMemoryMb, IdleWorkers } from "./processes/idle-workers";
import { InspectPorts } from "./processes/inspect-ports";
import { logStreamName, maxLogBytes } from "./processes/log-lines";
import { OrphanReaper } from "./processes/orphan-reaper";
import { PrewarmedProcess, refillMs } from "./processes/prewarmed-process";
import {
  canUsePrewarmed,
  kindOf,
  type StartContext,
  setUpNode,
  startFor,
  startProblem,
} from "./processes/start-process";
import { Worker, type WorkerListener } from "./processes/worker";
import { type ProgramFile, programFile } from "./program-file";
import type { ProcessKind } from "./runtime-api/runtime-endpoint";
import { functionTraceHeader } from "./trace-header";

/** Runs functions in processes of this machine. */
export interface Functions {
  /** Never rejects. */
  invoke(request: InvokeRequest): Promise<InvokeOutcome>;
  /**
   * Replaces the functions. Those with the same settings keep their warm processes.
   *
   * @param environment - undefined: the same as before
   */
  replace(functions: readonly FunctionSettings[], environment?: ProcessEnvironment): Promise<void>;
  /** Ends all processes. */
  stop(): Promise<void>;
}

export interface FunctionsOptions {
  readonly functions: readonly FunctionSettings[];
  readonly environment: ProcessEnvironment;
  readonly bundles: Pick<Bundles, "codeOf">;
  readonly report: InvokeReport;
  readonly clock: Timers;
  /**
   * Port of the first debugger. Each Node function has the next port while the engine runs. It then has only one process, and no
   * time limits.
   *
   * @default - no debugger
   */
  readonly inspectPort?: number;
  /**
   * The memory limit of all idle processes. The process that was idle longest ends first.
   *
   * @default - a quarter of the memory of this machine
   */
  readonly idleMemoryMb?: number;
  /** The parent in the trace header of invocations without one: 16 hexadecimal digits. @default - random */
  readonly traceParent?: string | undefined;
  /**
   * Whether processes of Node functions report the requests that their handlers send to AWS.
   *
   * @default false
   */
  readonly observesCalls?: boolean;
}

/** Starts a process for a function when a request needs one. */
export function createFunctions(options: FunctionsOptions): Functions {
  return new FunctionsInProcesses(options);
}

interface FunctionEntry {
  readonly settings: FunctionSettings;
  /** Equal for equal settings and environment. */
  readonly identity: string;
  /** Undefined for a function that cannot run here. */
  readonly pool: FunctionPool | undefined;
  readonly code: Code;
}

class FunctionsInProcesses implements Functions {
  private entries = new Map<string, FunctionEntry>();
  private byName = new Map<string, FunctionEntry>();
  /** Pools of removed or changed functions, until they finish. */
  private readonly closing = new Set<FunctionPool>();
  private readonly idle: IdleWorkers;
  /** Callers that receive the log of their invocation, by request id. */
  private readonly logListeners = new Map<string, (line: string) => void>();
  private readonly reaper = new OrphanReaper();
  private readonly prewarmed: PrewarmedProcess;
  private context: StartContext;
  private bootstrap: ProgramFile | undefined;
  private readonly inspectPorts: InspectPorts | undefined;
  private isStopped = false;

  constructor(private readonly options: FunctionsOptions) {
    const { environment, inspectPort, idleMemoryMb = defaultIdleMemoryMb } = options;
    this.inspectPorts = inspectPort === undefined ? undefined : new InspectPorts(inspectPort, options.report);
    this.idle = new IdleWorkers(idleMemoryMb);
    const nodeBootstrap = (): string => {
      this.bootstrap ??= programFile(require.resolve("./bootstraps/node/main"));
      return this.bootstrap.path;
    };
    this.context = { environment, reaper: this.reaper, nodeBootstrap, report: options.report };
    this.prewarmed = new PrewarmedProcess(this.context);
    this.replaceEntries(options.functions);
  }

  async invoke(request: InvokeRequest): Promise<InvokeOutcome> {
    const { functionArn, functionId, payload, requestId = randomUUID(), onLog } = request;
    if (this.isStopped) return refused(requestId, "The server is stopping.");
    const entry = functionId === undefined ? this.find(functionArn) : this.entries.get(functionId);
    if (entry === undefined)
      return refused(requestId, `There is no function ${functionArn} in these stacks.`, true);
    const { settings, pool } = entry;
    if (pool === undefined) return refused(requestId, runtimeProblem(settings));
    if (payload.length > maxPayloadBytes / 4 && Buffer.byteLength(payload) > maxPayloadBytes) {
      const reason = `The event is larger than ${maxPayloadBytes} bytes, which is the limit for a function.`;
      return refused(requestId, reason);
    }
    const arn = isArn(functionArn) ? functionArn : settings.arn;
    if (onLog !== undefined) this.logListeners.set(requestId, onLog);
    const buffered = new BufferedResponse();
    const { traceHeader = functionTraceHeader(Date.now(), this.options.traceParent) } = request;
    const { onChunk = (chunk) => buffered.take(chunk) } = request;
    const { clientContext, identity, deadlineMs, onStart, onCall } = request;
    // Every request runs this code, and spreading objects would dominate its cost.
    const outcome = await pool.invoke({
      requestId,
      functionArn: arn,
      payload,
      clientContext,
      identity,
      deadlineMs,
      traceHeader,
      onStart,
      onCall,
      onChunk,
    });
    if (onLog !== undefined) this.logListeners.delete(requestId);
    if ("refused" in outcome) return refused(requestId, outcome.refused);
    const { durationMs } = outcome;
    const result = buffered.resultOf(outcome.result);
    if (result.kind === "error") this.reportError(entry, requestId, result);
    return outcomeOf(result, requestId, durationMs, buffered.bytes);
  }

  async replace(
    functions: readonly FunctionSettings[],
    environment = this.context.environment,
  ): Promise<void> {
    this.context = { ...this.context, environment };
    if (!this.isStopped) this.replaceEntries(functions);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const pools = [...this.entries.values()].flatMap(({ pool }) => pool ?? []);
    await Promise.all([this.prewarmed.stop(), ...[...pools, ...this.closing].map((pool) => pool.stop())]);
    await this.reaper.stop();
    this.bootstrap?.remove();
  }

  /** Keeps unchanged entries, and closes the others. */
  private replaceEntries(functions: readonly FunctionSettings[]): void {
    const before = this.entries;
    this.entries = new Map();
    this.byName = new Map();
    for (const settings of functions) {
      if (kindOf(settings) === "node") this.inspectPorts?.reserve(settings);
      const identity = JSON.stringify([settings, this.context.environment]);
      const known = before.get(settings.id);
      const isSame = known?.identity === identity;
      const entry = isSame ? known : this.entryOf(settings, identity);
      if (isSame) before.delete(settings.id);
      this.entries.set(settings.id, entry);
      this.byName.set(settings.arn, entry);
      this.byName.set(settings.name, entry);
    }
    for (const { pool } of before.values()) if (pool !== undefined) this.close(pool);
    if (functions.some((settings) => kindOf(settings) === "node")) this.refill();
  }

  private close(pool: FunctionPool): void {
    this.closing.add(pool);
    inBackground(
      "functions",
      pool.close().then(() => this.closing.delete(pool)),
    );
  }

  private find(text: string): FunctionEntry | undefined {
    const direct = this.byName.get(text);
    if (direct !== undefined) return direct;
    const { arn, name } = parseFunctionName(text);
    return this.byName.get(arn ?? name);
  }

  private entryOf(settings: FunctionSettings, identity: string): FunctionEntry {
    const kind = kindOf(settings);
    const { bundles } = this.options;
    const layers = (settings.layers ?? []).map((code) => bundles.codeOf({ name: settings.name, code }));
    const code = layeredCode(bundles.codeOf(settings), layers);
    return { settings, identity, code, pool: kind && this.poolOf(settings, kind, code) };
  }

  private poolOf(settings: FunctionSettings, kind: ProcessKind, code: Code): FunctionPool {
    const { report } = this.options;
    const { name } = settings;
    return new FunctionPool({
      settings,
      code,
      // Two processes cannot listen on one port.
      ...(this.inspectPorts !== undefined && kind === "node" && { maxWorkers: 1 }),
      startWorker: (ready, listener) => this.startWorker(settings, kind, ready, listener),
      startProblem: (problem) => startProblem(settings, kind, problem),
      log: {
        line: (stream, line, requestId) => {
          const shown = code.position(line);
          if (requestId !== undefined) this.logListeners.get(requestId)?.(shown);
          report({ event: "log", function: name, requestId, stream, line: shown });
        },
        tooMuch: () => {
          const text = `${name} has written more than ${maxLogBytes / 1024 / 1024} MB for one request; the rest is not shown.`;
          report({ event: "warning", text });
        },
      },
      // A debugger stays attached to its process.
      idle: (pool, worker) => {
        if (this.inspectPorts === undefined) this.idle.add(pool, worker);
      },
    });
  }

  private async startWorker(
    given: FunctionSettings,
    kind: ProcessKind,
    { folder, sources, layers }: ReadyCode,
    listener: WorkerListener,
  ): Promise<Worker> {
    const settings = withLayers(given, layers);
    const { environment } = this.context;
    const inspectPort = kind === "node" ? await this.inspectPorts?.free(settings.id) : undefined;
    const prewarmed =
      inspectPort === undefined && canUsePrewarmed(settings, folder, environment)
        ? await this.prewarmed.take()
        : undefined;
    const started = prewarmed ?? (await startFor(settings, kind, folder, this.context, inspectPort));
    const { clock, observesCalls } = this.options;
    if (kind === "node") {
      const logStream = logStreamName(clock.now());
      setUpNode(started, { settings, folder, sources, environment, logStream, observesCalls });
    }
    const refillAfter: WorkerListener = {
      ...listener,
      ready: (worker) => {
        listener.ready(worker);
        if (prewarmed !== undefined) this.refillLater();
      },
      ended: (worker) => {
        this.idle.delete(worker);
        listener.ended(worker);
        if (prewarmed !== undefined) this.refillLater();
      },
    };
    const worker = new Worker(settings, started, clock, refillAfter, inspectPort !== undefined);
    if (inspectPort !== undefined) this.inspectPorts?.take(settings, worker.gone);
    return worker;
  }

  private refill(): void {
    if (this.options.inspectPort === undefined)
      setImmediate(contained("functions", () => this.prewarmed.refill()));
  }

  /** Starts the next prewarmed process after the current request, so that the request is not delayed. */
  private refillLater(): void {
    this.options.clock.after(
      refillMs,
      contained("functions", () => this.refill()),
    );
  }

  /** Reports an error with its stack, without the lines of our bootstrap. */
  private reportError(entry: FunctionEntry, requestId: string, { payload, details }: FailedResult): void {
    const { errorType, errorMessage, trace } = errorOf(payload);
    const { name } = entry.settings;
    const error = this.readable(entry, { ...details, errorType, errorMessage, stack: trace });
    this.options.report({ event: "function-error", function: name, requestId, ...error });
  }

  /** An error with its causes, and positions in the sources. */
  private readable({ code }: FunctionEntry, error: ReportedError): ReportedError {
    const bootstrapFolder = this.bootstrap === undefined ? "\n" : dirname(this.bootstrap.path) + sep;
    const readable = (given: ReportedError): ReportedError => {
      const end = given.stack.findIndex((line) => line.includes(bootstrapFolder));
      const own = end < 0 ? given.stack : given.stack.slice(0, end);
      // A stack begins with the message, which may have several lines.
      const message = new Set(given.errorMessage.split(/\r?\n/));
      const positions = own.filter((line) => /^\s/.test(line) && !message.has(line));
      return {
        ...given,
        stack: positions.map((line) => code.position(line)),
        ...(given.cause !== undefined && { cause: readable(given.cause) }),
        ...(given.errors !== undefined && { errors: given.errors.map(readable) }),
      };
    };
    return readable(error);
  }
}

function refused(requestId: string, reason: string, isUnknown = false): InvokeOutcome {
  return { status: "refused", requestId, reason, isUnknown };
}

function runtimeProblem({ name, runtime }: FunctionSettings): string {
  const what = runtime === undefined ? "a container image" : `the runtime ${runtime}`;
  return `${name} uses ${what}, which cannot run here. Supported runtimes: nodejs*, python* and provided*.`;
}
