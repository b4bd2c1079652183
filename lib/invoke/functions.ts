import { randomUUID } from "node:crypto";
import { dirname, sep } from "node:path";
import type { Timers } from "../local/clock";
import { type FunctionSettings, functionsOf } from "../local/functions/read-settings";
import type { Model } from "../local/model/model";
import type { Report } from "../local/report";
import type { Bundles, Code, ReadyCode } from "./code/bundles";
import { parseFunctionName } from "./function-name";
import type { Functions, InvokeOutcome, InvokeRequest } from "./invocation";
import { errorOf, maxPayloadBytes, outcomeOf } from "./invocation-result";
import type { FunctionEnvironment } from "./processes/environment";
import { FunctionPool } from "./processes/function-pool";
import { logStreamName } from "./processes/log-stream";
import { Reaper } from "./processes/orphan-reaper";
import { Spares } from "./processes/prewarmed-process";
import {
  canAdopt,
  kindOf,
  type StartContext,
  setUpNode,
  startFor,
  startProblem,
} from "./processes/start-process";
import { Worker, type WorkerListener } from "./processes/worker";
import { programFile } from "./program-file";
import type { ProcessKind } from "./runtime-api/runtime-endpoint";

export interface FunctionsOptions {
  readonly model: Model;
  readonly report: Report;
  readonly clock: Timers;
  readonly bundles: Bundles;
  /** @default - what this process has, without its AWS credentials */
  readonly environment?: FunctionEnvironment;
  /**
   * First port of the debuggers of Node processes; each takes the next one. Time limits are off then.
   *
   * @default - no debugger
   */
  readonly inspectPort?: number;
  /**
   * How many processes with nothing to do are kept for a next request, of all functions together.
   *
   * @default 20
   */
  readonly maxIdle?: number;
}

interface Entry {
  readonly settings: FunctionSettings;
  readonly text: string;
  /** Undefined for a function that cannot run here. */
  readonly pool: FunctionPool | undefined;
  readonly code: Code;
}

const defaultMaxIdle = 20;

/** Runs the functions of a model in processes of this machine; each is started when it is first needed. */
export function createFunctions(options: FunctionsOptions): Functions {
  return new LocalFunctions(options);
}

class LocalFunctions implements Functions {
  private entries = new Map<string, Entry>();
  private byName = new Map<string, Entry>();
  /** Pools of functions that are gone or have changed, while they finish. */
  private readonly closing = new Set<FunctionPool>();
  /** The one that has waited longest first. */
  private readonly idle = new Map<Worker, FunctionPool>();
  private readonly reaper = new Reaper();
  private readonly spares: Spares;
  private context: StartContext;
  private bootstrap: ReturnType<typeof programFile> | undefined;
  private nextInspectPort: number | undefined;
  private isStopped = false;

  constructor(private readonly options: FunctionsOptions) {
    this.nextInspectPort = options.inspectPort;
    const nodeBootstrap = (): string => {
      this.bootstrap ??= programFile(require.resolve("./bootstraps/node/main"));
      return this.bootstrap.path;
    };
    this.context = { environment: options.environment ?? {}, reaper: this.reaper, nodeBootstrap };
    this.spares = new Spares(this.context);
    this.take(options.model);
  }

  async invoke({ functionArn, payload, requestId = randomUUID() }: InvokeRequest): Promise<InvokeOutcome> {
    const refuse = (reason: string): InvokeOutcome => ({ status: "refused", requestId, reason });
    if (this.isStopped) return refuse("The server is stopping.");
    const entry = this.find(functionArn);
    if (entry === undefined) return refuse(`There is no function ${functionArn} in these stacks.`);
    const { settings, pool } = entry;
    if (pool === undefined) return refuse(cannotRun(settings));
    if (payload.length > maxPayloadBytes / 4 && Buffer.byteLength(payload) > maxPayloadBytes) {
      return refuse(`The event is larger than ${maxPayloadBytes} bytes, which is all that a function takes.`);
    }
    const arn = functionArn.startsWith("arn:") ? functionArn : settings.arn;
    const outcome = await pool.invoke({ requestId, functionArn: arn, payload });
    if ("refused" in outcome) return refuse(outcome.refused);
    const { answer, durationMs } = outcome;
    if (answer.kind === "error") this.reportError(entry, requestId, answer.payload);
    return outcomeOf(answer, requestId, durationMs);
  }

  async replace(model: Model, environment = this.context.environment): Promise<void> {
    this.context = { ...this.context, environment };
    if (!this.isStopped) this.take(model);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    const pools = [...this.entries.values()].flatMap(({ pool }) => pool ?? []);
    await Promise.all([this.spares.stop(), ...[...pools, ...this.closing].map((pool) => pool.stop())]);
    await this.reaper.stop();
    this.bootstrap?.remove();
  }

  /** Keeps the processes of functions that are the same as before, and lets go of the others. */
  private take(model: Model): void {
    const before = this.entries;
    this.entries = new Map();
    this.byName = new Map();
    for (const settings of functionsOf(model)) {
      const text = JSON.stringify([settings, this.context.environment]);
      const known = before.get(settings.address);
      const isSame = known?.text === text;
      const entry = isSame ? known : this.entryOf(model, settings, text);
      if (isSame) before.delete(settings.address);
      this.entries.set(settings.address, entry);
      this.byName.set(settings.arn, entry);
      this.byName.set(settings.name, entry);
    }
    for (const { pool } of before.values()) if (pool !== undefined) this.close(pool);
    if ([...this.entries.values()].some(({ settings }) => kindOf(settings) === "node")) this.refill();
  }

  private close(pool: FunctionPool): void {
    this.closing.add(pool);
    void pool.close().then(() => this.closing.delete(pool));
  }

  private find(text: string): Entry | undefined {
    const direct = this.byName.get(text);
    if (direct !== undefined) return direct;
    const { arn, name } = parseFunctionName(text);
    return this.byName.get(arn ?? name);
  }

  private entryOf(model: Model, settings: FunctionSettings, text: string): Entry {
    const kind = kindOf(settings);
    const code = this.options.bundles.codeOf(model, settings);
    return { settings, text, code, pool: kind && this.poolOf(settings, kind, code) };
  }

  private poolOf(settings: FunctionSettings, kind: ProcessKind, code: Code): FunctionPool {
    const { report } = this.options;
    return new FunctionPool({
      settings,
      code,
      startWorker: (ready, listener) => this.startWorker(settings, kind, ready, listener),
      startProblem: (problem) => startProblem(settings, kind, problem),
      log: {
        line: (stream, line, requestId) =>
          report({ event: "log", function: settings.name, requestId, stream, line: code.position(line) }),
        tooMuch: () =>
          report({
            event: "warning",
            text: `${settings.name} writes too much; the rest of it is not shown.`,
          }),
      },
      idle: (pool, worker) => this.becomeIdle(pool, worker),
    });
  }

  private async startWorker(
    settings: FunctionSettings,
    kind: ProcessKind,
    { folder }: ReadyCode,
    listener: WorkerListener,
  ): Promise<Worker> {
    const { environment } = this.context;
    const inspectPort = kind === "node" ? this.inspectPort(settings) : undefined;
    const spare =
      inspectPort === undefined && canAdopt(settings, folder, environment)
        ? await this.spares.take()
        : undefined;
    const started = spare ?? (await startFor(settings, kind, folder, this.context, inspectPort));
    const { clock } = this.options;
    if (kind === "node") setUpNode(started, settings, folder, environment, logStreamName(clock.now()));
    const refillAfter: WorkerListener = {
      ...listener,
      ready: (worker) => {
        listener.ready(worker);
        if (spare !== undefined) this.refill();
      },
      ended: (worker) => {
        this.idle.delete(worker);
        listener.ended(worker);
        if (spare !== undefined) this.refill();
      },
    };
    return new Worker(settings, started, clock, refillAfter, inspectPort !== undefined);
  }

  /** Not before what is running now has had its turn: a spare must not slow down the request that took the last one. */
  private refill(): void {
    if (this.options.inspectPort === undefined) setImmediate(() => this.spares.refill());
  }

  private inspectPort(settings: FunctionSettings): number | undefined {
    const port = this.nextInspectPort;
    if (port === undefined) return undefined;
    this.nextInspectPort = port + 1;
    this.options.report({ event: "notice", text: `${settings.name}: debugger at 127.0.0.1:${port}` });
    return port;
  }

  private becomeIdle(pool: FunctionPool, worker: Worker): void {
    this.idle.delete(worker);
    this.idle.set(worker, pool);
    const { maxIdle = defaultMaxIdle } = this.options;
    for (const [oldest, owner] of this.idle) {
      if (this.idle.size <= maxIdle) return;
      this.idle.delete(oldest);
      owner.evict(oldest);
    }
  }

  private reportError({ settings, code }: Entry, requestId: string, payload: string): void {
    const { errorType, errorMessage, trace } = errorOf(payload);
    const ours = this.bootstrap === undefined ? "\n" : dirname(this.bootstrap.path) + sep;
    const end = trace.findIndex((line) => line.includes(ours));
    const own = end < 0 ? trace : trace.slice(0, end);
    const stack = own.filter((line) => /^\s/.test(line)).map((line) => code.position(line));
    this.options.report({
      event: "function-error",
      function: settings.name,
      requestId,
      errorType,
      errorMessage,
      stack,
    });
  }
}

function cannotRun({ name, runtime }: FunctionSettings): string {
  const what = runtime === undefined ? "a container image" : `the runtime ${runtime}`;
  return `${name} uses ${what}, which does not run on this machine. What does: nodejs*, python* and provided*.`;
}
