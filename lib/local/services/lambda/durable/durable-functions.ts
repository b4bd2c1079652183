import { randomUUID } from "node:crypto";
import { jsonOf } from "../../../../facts/text/json";
import {
  type FunctionSettings,
  type Functions,
  type InvokeOutcome,
  type InvokeRequest,
  type ProcessEnvironment,
  parseFunctionName,
  type Timers,
} from "../../../invoke";
import type { Report } from "../../../report";
import { StateFile } from "../../contract/state-file";
import { DurableExecution, type ExecutionState } from "./execution";

const daySeconds = 86_400;

export interface DurableFunctionsOptions {
  /** Runs invocations. */
  readonly functions: Functions;
  readonly settings: readonly FunctionSettings[];
  readonly clock: Timers;
  readonly report: Report;
  /** Where executions survive the server. */
  readonly dataFolder: string | undefined;
}

/** An execution with that name, of that function, has another event. */
export class OtherExecutionError extends Error {}

/**
 * All functions of the app. Those that are durable run as executions: they are invoked as often as it takes, and what they have done
 * and what they wait for is kept here.
 */
export class DurableFunctions implements Functions {
  private readonly executions = new Map<string, DurableExecution>();
  private readonly kept: StateFile<{ readonly executions: readonly ExecutionState[] }>;
  /** The settings of durable functions, by name and ARN. */
  private durable: ReadonlyMap<string, FunctionSettings>;
  private isStopped = false;

  constructor(private readonly options: DurableFunctionsOptions) {
    this.durable = durableFunctionsOf(options.settings);
    this.kept = new StateFile(options.dataFolder, "lambda", "executions");
    for (const state of this.kept.read()?.executions ?? []) this.executions.set(state.id, this.create(state));
  }

  /** Continues the work of the last run of the server. */
  resume(): void {
    for (const execution of this.executions.values())
      if (execution.state.status === "RUNNING") execution.start({});
  }

  /** The settings of a function that is durable. */
  durableSettings(functionArn: string): FunctionSettings | undefined {
    if (this.durable.size === 0) return undefined;
    const { arn, name } = parseFunctionName(functionArn);
    return this.durable.get(functionArn) ?? this.durable.get(arn ?? name);
  }

  async invoke(request: InvokeRequest): Promise<InvokeOutcome> {
    const settings = this.durableSettings(request.functionArn);
    if (settings === undefined) return this.options.functions.invoke(request);
    const began = this.options.clock.now();
    const execution = this.start(settings, request, request.executionName);
    return outcomeOf(await execution.ended, request.requestId ?? randomUUID(), began);
  }

  /**
   * Starts an execution, or finds the one of that name. Throws `OtherExecutionError`.
   *
   * @param name - undefined: a new one
   */
  start(settings: FunctionSettings, request: InvokeRequest, name?: string): DurableExecution {
    const { functionArn, payload, source } = request;
    this.forgetOld();
    const same = name === undefined ? undefined : this.find(settings.name, name);
    if (same !== undefined) {
      if (same.state.payload !== payload) throw new OtherExecutionError();
      return same;
    }
    const id = randomUUID();
    const startedAt = this.options.clock.now();
    const given = name ?? randomUUID();
    const execution = this.create({
      id,
      arn: `${settings.arn}:$LATEST/durable-execution/${given}/${id}`,
      name: given,
      functionArn,
      functionName: settings.name,
      payload,
      source,
      timeoutSeconds: settings.durable?.timeoutSeconds ?? 0,
      retentionDays: settings.durable?.retentionDays ?? 0,
      startedAt,
      status: "RUNNING",
      operations: [
        {
          Id: id,
          Type: "EXECUTION",
          StartTimestamp: startedAt,
          Status: "STARTED",
          ExecutionDetails: { InputPayload: payload },
        },
      ],
      deadlines: {},
    });
    this.executions.set(id, execution);
    execution.start(request);
    return execution;
  }

  /** An execution by its ARN. */
  byArn(arn: string): DurableExecution | undefined {
    return this.executions.get(arn.split("/").at(-1) ?? "");
  }

  /** An execution by the id of one of its callbacks, with the operation. */
  byCallback(callbackId: string) {
    const parts = jsonOf(Buffer.from(callbackId, "base64url").toString());
    const [id, operation] = Array.isArray(parts) ? parts.map(String) : [];
    const execution = this.executions.get(id ?? "");
    return execution === undefined || operation === undefined ? undefined : { execution, operation };
  }

  /** The executions of a function, in the order of their start. */
  of(functionName: string): readonly ExecutionState[] {
    this.forgetOld();
    return [...this.executions.values()].flatMap(({ state }) =>
      state.functionName === functionName ? [state] : [],
    );
  }

  async replace(settings: readonly FunctionSettings[], environment?: ProcessEnvironment): Promise<void> {
    this.durable = durableFunctionsOf(settings);
    await this.options.functions.replace(settings, environment);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const execution of this.executions.values()) execution.leave();
    await this.kept.settled();
    await this.options.functions.stop();
  }

  private find(functionName: string, name: string): DurableExecution | undefined {
    return [...this.executions.values()].find(
      ({ state }) => state.functionName === functionName && state.name === name,
    );
  }

  private create(state: ExecutionState): DurableExecution {
    const { functions, clock, report } = this.options;
    return new DurableExecution(state, {
      runs: functions,
      calls: this,
      clock,
      tell: (text) => report({ event: "notice", text }),
      changed: () => this.save(),
    });
  }

  private save(): void {
    if (this.isStopped) return;
    this.kept.save(() => ({ executions: [...this.executions.values()].map(({ state }) => state) }));
  }

  private forgetOld(): void {
    const now = this.options.clock.now();
    for (const [id, { state }] of this.executions) {
      const { endedAt, retentionDays } = state;
      if (endedAt !== undefined && now > endedAt + 1000 * daySeconds * retentionDays)
        this.executions.delete(id);
    }
  }
}

function durableFunctionsOf(settings: readonly FunctionSettings[]): ReadonlyMap<string, FunctionSettings> {
  const durable = settings.filter((each) => each.durable !== undefined);
  return new Map(durable.flatMap((each) => [[each.arn, each] as const, [each.name, each] as const]));
}

function outcomeOf(state: ExecutionState, requestId: string, began: number): InvokeOutcome {
  const durationMs = (state.endedAt ?? began) - began;
  if (state.status === "SUCCEEDED")
    return { status: "ok", requestId, payload: state.Result ?? "null", durationMs };
  const {
    ErrorType: errorType = "Error",
    ErrorMessage: errorMessage = "",
    StackTrace: trace = [],
  } = state.Error ?? {};
  const payload = JSON.stringify({ errorType, errorMessage, trace });
  return { status: "error", requestId, payload, errorType, errorMessage, durationMs };
}
