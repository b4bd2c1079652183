import {
  type FunctionSettings,
  type Functions,
  type InvokeOutcome,
  isJson,
  jsonOf,
  systemClock,
  type Timers,
} from "../invoke";
import type { LiveAnswer, LiveChunk, LiveRequest } from "../runtime/live/protocol/messages";
import { invocationSource } from "./invocation-source";
import type { RequestToRun } from "./received-requests";
import type { LiveReport } from "./report";

/** What the deployed handler can return: one that does not stream returns JSON. */
function sendable(outcome: Exclude<InvokeOutcome, { readonly status: "refused" }>) {
  if (outcome.status === "error" || outcome.bytes === undefined || isJson(outcome.payload)) return outcome;
  const errorMessage =
    "This handler streams something else than JSON, and the deployed one does not stream: deploy it first.";
  const payload = JSON.stringify({ errorType: "Runtime.StreamingUnsupported", errorMessage, trace: [] });
  return { status: "error", payload } as const;
}

export interface LiveFunctionsOptions {
  readonly functions: Pick<Functions, "invoke" | "replace">;
  /** The functions of the app here, by construct path. */
  readonly settings: ReadonlyMap<string, FunctionSettings>;
  readonly report: LiveReport;
  readonly clock?: Timers;
}

const credentialNames = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"];

/**
 * How long processes use the credentials of one environment of a function in AWS.
 *
 * Each environment has credentials of its own for the same role, so that using the newest would restart the processes
 * with nearly every request. All of them are valid for hours.
 */
const credentialsMs = 30 * 60_000;

/** As many environments of a function in AWS are told apart quickly. */
const maxTexts = 1000;

interface Current {
  readonly settings: FunctionSettings;
  /** The environment without credentials, and what else the settings are made from. */
  readonly identity: string;
  readonly base: FunctionSettings;
  /** Texts of requests with this identity: each environment in AWS has its credentials. */
  readonly texts: Set<string>;
  readonly credentialsSince: number;
}

/** Runs the invocations of deployed functions in processes of this machine, with the environment of the invocation. */
export class LiveFunctions {
  private current = new Map<string, Current>();

  constructor(private options: LiveFunctionsOptions) {}

  /** Takes over the functions of a new synthesis. */
  async replace(settings: ReadonlyMap<string, FunctionSettings>): Promise<void> {
    this.options = { ...this.options, settings };
    this.current = new Map();
    await this.options.functions.replace([]);
  }

  /** Never rejects. */
  async run(request: RequestToRun, onChunk?: (chunk: LiveChunk) => void): Promise<LiveAnswer> {
    const { settings, report, functions, clock = systemClock } = this.options;
    const { functionId } = request.name;
    const { awsRequestId: requestId = request.name.requestId } = request.context;
    const base = settings.get(functionId);
    if (base === undefined) {
      const text = `${functionId} was invoked, and the app here does not have it: the deployed code answers. Deploy to remove it, or check out the code that has it.`;
      report({ event: "warning", text });
      return { status: "declined" };
    }
    const { name, handler } = base;
    const source = invocationSource(jsonOf(request.event));
    report({ event: "invocation", function: name, handler, requestId, source });
    const isNew = this.adopt(functionId, base, request);
    if (isNew) await functions.replace([...this.current.values()].map((each) => each.settings));
    const deadlineMs = Date.now() + request.remainingMs;
    const cancelWarning = clock.after(request.remainingMs, () => {
      const text = `${name} is still running ${requestId.slice(0, 8)}, but its time limit in AWS is over, so its answer is lost. For longer limits: serverform start --increase-timeout.`;
      report({ event: "warning", text });
    });
    const { clientContext, identity, invokedFunctionArn } = request.context;
    const outcome = await functions.invoke({
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

  /** Takes over the environment of a request. It changes rarely, so that processes stay warm. Returns whether it has changed. */
  private adopt(functionId: string, base: FunctionSettings, request: LiveRequest): boolean {
    const { clock = systemClock } = this.options;
    const { environment, context } = request;
    const now = clock.now();
    const known = this.current.get(functionId);
    const isFresh = known !== undefined && now - known.credentialsSince < credentialsMs;
    const text = JSON.stringify([environment, context.invokedFunctionArn, context.memoryLimitInMB]);
    // This is so for nearly every request, and takes less time than what follows.
    if (isFresh && known.base === base && known.texts.has(text)) return false;
    const own = Object.entries(environment).filter(([name]) => !credentialNames.includes(name));
    const arn = context.invokedFunctionArn.split(":").slice(0, 7).join(":");
    const identity = JSON.stringify([base, arn, context.memoryLimitInMB, own.sort()]);
    if (known?.identity === identity && isFresh) {
      if (known.texts.size < maxTexts) known.texts.add(text);
      return false;
    }
    const settings: FunctionSettings = {
      ...base,
      arn,
      name: context.functionName,
      region: arn.split(":")[3] ?? base.region,
      memoryMb: Number(context.memoryLimitInMB) || base.memoryMb,
      logGroup: context.logGroupName,
      variables: environment,
      // AWS decides how many run at a time.
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
