import {
  contained,
  type FunctionSettings,
  type Functions,
  type InvokeOutcome,
  isJson,
  systemClock,
  type Timers,
} from "../../local";
import type { LiveAnswer, LiveChunk } from "../../runtime/live";
import type { RequestToRun } from "./received-requests";
import type { LiveReport } from "./report";

/** The answer in a form that the deployed handler can return: without streaming, JSON. */
function sendable(outcome: Exclude<InvokeOutcome, { readonly status: "refused" }>) {
  if (outcome.status === "error" || outcome.bytes === undefined || isJson(outcome.payload)) return outcome;
  const errorMessage =
    "This handler streams content other than JSON, but the deployed one does not stream. Deploy it first.";
  const payload = JSON.stringify({ errorType: "Runtime.StreamingUnsupported", errorMessage, trace: [] });
  return { status: "error", payload } as const;
}

export interface LiveFunctionsOptions {
  readonly functions: Pick<Functions, "invoke" | "replace">;
  /** The functions of the local app, by construct path. */
  readonly settings: ReadonlyMap<string, FunctionSettings>;
  readonly report: LiveReport;
  readonly clock?: Timers;
}

/**
 * How long processes use the credentials of one environment of a function in AWS.
 *
 * Each environment has its own credentials for the same role. Using the newest would restart the processes with nearly every
 * request. All of them are valid for hours.
 */
const credentialsMs = 30 * 60_000;

/** Credentials differ between the environments of a function in AWS, and do not require new processes. */
const noRole = { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "", AWS_SESSION_TOKEN: "" } as const;

/** The number of environments in AWS that are recognized without parsing. */
const maxTexts = 1000;

/** A longer list is not helpful. */
const maxNames = 10;

interface Current {
  readonly settings: FunctionSettings;
  /** The environment without credentials, and the other inputs of the settings. */
  readonly identity: string;
  readonly base: FunctionSettings;
  /** Texts of requests with this identity: each environment in AWS has its own credentials. */
  readonly texts: Set<string>;
  readonly credentialsSince: number;
}

/** Runs the invocations of deployed functions in processes of this machine, with the environment of the invocation. */
export class LiveFunctions {
  private current = new Map<string, Current>();
  /** Functions whose undeclared variables were already reported. */
  private readonly told = new Set<string>();

  constructor(private options: LiveFunctionsOptions) {}

  /** Uses the functions of a new synthesis. */
  async replace(settings: ReadonlyMap<string, FunctionSettings>): Promise<void> {
    this.options = { ...this.options, settings };
    this.current = new Map();
    await this.options.functions.replace([]);
  }

  /** Never rejects. */
  async run(request: RequestToRun, onChunk?: (chunk: LiveChunk) => void): Promise<LiveAnswer> {
    const { settings, report, functions, clock = systemClock } = this.options;
    const { functionId } = request.name;
    const { source, context } = request;
    const { awsRequestId: requestId = request.name.requestId } = context;
    const base = settings.get(functionId);
    if (base === undefined) {
      const text = `${functionId} was invoked, and the app here does not have it: the deployed code answers. Deploy to remove it, or check out the code that has it.`;
      report({ event: "warning", text });
      return { status: "declined" };
    }
    const { name, handler } = base;
    const other = [...settings.values()].find(
      (each) => each.id !== base.id && each.name === context.functionName,
    );
    if (other !== undefined) {
      const text = `A request of ${functionId} has the name of another function, ${other.name}: the deployed code answers.`;
      report({ event: "warning", text });
      return { status: "declined" };
    }
    this.tellUndeclared(functionId, base, request);
    report({ event: "invocation", function: name, handler, requestId, source });
    const isNew = this.adopt(functionId, base, request);
    if (isNew) await functions.replace([...this.current.values()].map((each) => each.settings));
    const deadlineMs = Date.now() + request.remainingMs;
    const cancelWarning = clock.after(
      request.remainingMs,
      contained("live client", () => {
        const text = `${name} is still running ${requestId.slice(0, 8)}, but its time limit in AWS has passed, so its response is lost. For longer limits: serverform start --increase-timeout.`;
        report({ event: "warning", text });
      }),
    );
    const { clientContext, identity, invokedFunctionArn } = context;
    const outcome = await functions.invoke({
      // A request for one function never reaches another one, regardless of its ARN.
      functionId: base.id,
      functionArn: invokedFunctionArn,
      payload: request.event,
      requestId,
      source,
      deadlineMs,
      ...(clientContext !== undefined && { clientContext }),
      ...(identity !== undefined && { identity }),
      ...(onChunk !== undefined && { onChunk }),
    });
    cancelWarning();
    return this.answerOf(outcome, name, source);
  }

  /**
   * Runs a function with an event of the developer, and the last environment and credentials from AWS. Undefined for a function
   * that AWS has not invoked here.
   */
  async runAgain(name: string, payload: string, source: string): Promise<InvokeOutcome | undefined> {
    const known = [...this.current.values()].find(({ settings }) => settings.name === name);
    if (known === undefined) return undefined;
    const { id: functionId, arn: functionArn } = known.settings;
    return this.options.functions.invoke({ functionId, functionArn, payload, source });
  }

  /** Reports once the variables of a deployed function that the local app does not declare. */
  private tellUndeclared(functionId: string, { name, variables }: FunctionSettings, request: RequestToRun) {
    if (this.told.has(functionId)) return;
    const names = request.environment.undeclared(variables);
    if (names.length === 0) return;
    this.told.add(functionId);
    const text = `${name} has variables in AWS that the app here does not declare, so they are not set here: ${names.slice(0, maxNames).join(", ")}.`;
    this.options.report({ event: "notice", text });
  }

  private answerOf(outcome: InvokeOutcome, name: string, source: string): LiveAnswer {
    const { report } = this.options;
    if (outcome.status === "refused") {
      report({ event: "warning", text: `${outcome.reason} The deployed code answers.` });
      return { status: "declined" };
    }
    const { requestId, durationMs } = outcome;
    const { status, payload } = sendable(outcome);
    report({ event: "result", function: name, requestId, source, status, payload, durationMs });
    return { status, payload };
  }

  /** Uses the environment of a request. It rarely changes, so that processes stay warm. Returns whether it has changed. */
  private adopt(functionId: string, base: FunctionSettings, request: RequestToRun): boolean {
    const { clock = systemClock } = this.options;
    const { context } = request;
    const variables = request.environment.variablesFor(base.variables);
    const now = clock.now();
    const known = this.current.get(functionId);
    const isFresh = known !== undefined && now - known.credentialsSince < credentialsMs;
    const facts = [context.functionArn, context.memoryMb, context.logGroup];
    const text = JSON.stringify([variables, facts]);
    // True for nearly every request, and faster than the following steps.
    if (isFresh && known.base === base && known.texts.has(text)) return false;
    const identity = JSON.stringify([base, facts, { ...variables, ...noRole }]);
    if (known?.identity === identity && isFresh) {
      if (known.texts.size < maxTexts) known.texts.add(text);
      return false;
    }
    const settings: FunctionSettings = {
      ...base,
      arn: context.functionArn,
      name: context.functionName,
      region: context.region,
      memoryMb: context.memoryMb,
      logGroup: context.logGroup,
      variables,
      // AWS decides about concurrency.
      reservedConcurrency: undefined,
    };
    this.current.set(functionId, {
      settings,
      identity,
      base,
      texts: new Set([text]),
      credentialsSince: now,
    });
    return true;
  }
}
