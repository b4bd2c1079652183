import { isRecord } from "../../facts/text/record";
import { type Fact, type FactOf, factText, type History } from "../../local";
import type { FunctionLine } from "../logs/log-reader";
import { parseLogEvent } from "../logs/parse-event";
import { parseObject } from "../project/json";
import type { LogSource } from "./log-sources";
import type { Segment } from "./x-ray/segment";
import { factIdOf } from "./x-ray/segment";
import { SegmentFacts } from "./x-ray/segment-facts";

type Invocation = FactOf<"invocation">;

export type SourceLine = FunctionLine<LogSource>;

/** The same limit as for an invocation of the local server. */
const maxLines = 500;
/** The maximum number of requests whose invocation is pending. */
const maxLinks = 20_000;

/** The history of a deployed stage: lines of its logs and segments of its traces, joined by the ids of requests. */
export class StageHistory {
  private readonly segments = new SegmentFacts();
  /** The requests to APIs, by the id of the invocation that answers them. */
  private readonly requestOf = new Map<string, string>();
  private unknownAccessLines = 0;

  constructor(private readonly history: History) {}

  /** The reasons for omitted lines, one sentence each. */
  get problems(): readonly string[] {
    return this.unknownAccessLines === 0
      ? []
      : [
          `${this.unknownAccessLines} lines of access logs have no requestId in JSON, so their requests are not shown. Use the default format of accessLog.`,
        ];
  }

  takeLines(lines: readonly SourceLine[]): void {
    for (const line of lines) {
      if (line.target.kind === "api") this.takeAccess(line, line.target);
      else this.takeFunctionLine(line, line.target);
    }
  }

  takeTrace(documents: readonly Segment[]): void {
    for (const fact of this.segments.factsOf(documents)) this.merge(fact);
  }

  private takeAccess({ message, timestamp }: SourceLine, target: LogSource & { readonly kind: "api" }): void {
    const line = parseAccessLine(message);
    if (line === undefined) {
      this.unknownAccessLines += 1;
      return;
    }
    const { requestId, integrationRequestId, durationMs } = line;
    const id = factIdOf(requestId);
    const known = this.history.find(id);
    const invocation = this.findInvocation(integrationRequestId);
    this.history.put({
      causes: [],
      ...(known?.kind === "request" && known),
      id,
      kind: "request",
      at: timestamp - durationMs,
      durationMs,
      isOpen: undefined,
      api: target.function,
      apiAddress: target.apiAddress,
      ...requestDetails(line),
      ...(invocation !== undefined && { function: invocation.function }),
    });
    if (integrationRequestId === undefined) return;
    this.link(integrationRequestId, id);
    if (invocation !== undefined)
      this.history.put({ ...invocation, causes: [id], source: line.route ?? line.path });
  }

  private link(invocation: string, request: string): void {
    this.requestOf.set(invocation, request);
    if (this.requestOf.size <= maxLinks) return;
    const [oldest = ""] = this.requestOf.keys();
    this.requestOf.delete(oldest);
  }

  private takeFunctionLine(line: SourceLine, target: LogSource & { readonly kind: "function" }): void {
    const service = parseServiceLine(line.message);
    if (service !== undefined) return this.takeServiceLine(service, line.timestamp, target);
    const event = parseLogEvent(target.function, line);
    if (event?.requestId === undefined || event.requestId === "") return;
    const known = this.invocation(event.requestId, line.timestamp, target);
    if (event.event === "function-error") {
      const { errorType: type, errorMessage: message, stack } = event;
      return this.history.put({ ...known, status: "error", error: { type, message, stack } });
    }
    const { stream, line: text } = event;
    if (known.logs.length >= maxLines)
      return this.history.put({ ...known, omittedLogs: (known.omittedLogs ?? 0) + 1 });
    this.history.put({ ...known, logs: [...known.logs, { at: line.timestamp, stream, line: text }] });
  }

  private takeServiceLine(
    { requestId, isEnd, durationMs, isCold, hasFailed }: ServiceLine,
    at: number,
    target: LogSource & { readonly kind: "function" },
  ): void {
    const known = this.invocation(requestId, isEnd ? at - (durationMs ?? 0) : at, target);
    if (!isEnd) {
      return this.history.put(known.durationMs === undefined ? { ...known, at, isOpen: true } : known);
    }
    this.history.put({
      ...known,
      isOpen: undefined,
      status: hasFailed === true || known.error !== undefined ? "error" : "ok",
      ...(durationMs !== undefined && { durationMs }),
      ...(isCold !== undefined && { isCold }),
    });
  }

  /** An invocation, with its facts so far. */
  private invocation(
    requestId: string,
    at: number,
    { function: name, arn }: LogSource & { readonly kind: "function" },
  ): Invocation {
    const known = this.findInvocation(requestId);
    const request = this.requestOf.get(requestId);
    const cause = request === undefined ? undefined : this.history.find(request);
    const source = cause?.kind === "request" ? (cause.route ?? cause.path) : "";
    return {
      id: factIdOf(requestId),
      kind: "invocation",
      at,
      causes: request === undefined ? [] : [request],
      function: name,
      functionArn: arn,
      source,
      requestId,
      payload: factText(undefined),
      logs: [],
      ...known,
    };
  }

  private findInvocation(requestId: string | undefined): Invocation | undefined {
    const known = requestId === undefined ? undefined : this.history.find(factIdOf(requestId));
    return known?.kind === "invocation" ? known : undefined;
  }

  /** Adds the facts of a trace. Logs have more details of a request or an invocation, traces more causes. */
  private merge(fact: Fact): void {
    const known = this.history.find(fact.id);
    if (known === undefined || known.kind !== fact.kind) return this.history.put(fact);
    const causes = fact.causes.length > 0 ? fact.causes : known.causes;
    const merged = { ...fact, ...known, causes } as Fact;
    this.history.put(fact.isOpen === true ? merged : { ...merged, isOpen: undefined });
  }
}

function requestDetails({ requestId, method, path, route, status }: AccessLine) {
  return {
    requestId,
    method,
    path,
    ...(route !== undefined && { route }),
    ...(status !== undefined && { status }),
  };
}

/** A request in the access log of a stage of API Gateway. */
interface AccessLine {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly route?: string;
  readonly status?: number;
  readonly durationMs: number;
  /** The id that the integration returned: for a function, that of the invocation. */
  readonly integrationRequestId?: string;
}

/** Reads a line in the library's default format; undefined without the id of a request. */
function parseAccessLine(message: string): AccessLine | undefined {
  const line = parseObject(message.trim()) ?? {};
  const text = (key: string): string | undefined => {
    const value = line[key];
    // API Gateway writes "-" for a variable without a value.
    return typeof value === "string" && value !== "" && value !== "-" ? value : undefined;
  };
  const requestId = text("requestId");
  if (requestId === undefined) return undefined;
  const method = text("httpMethod") ?? text("eventType") ?? "";
  const resource = text("resourcePath");
  const route = text("routeKey") ?? (resource && `${method} ${resource}`);
  const integrationRequestId = text("integrationRequestId");
  const status = Number(line.status);
  return {
    requestId,
    method,
    path: text("path") ?? route ?? "",
    ...(route !== undefined && { route }),
    ...(status > 0 && { status }),
    durationMs: Number(line.responseLatency ?? line.integrationLatency) || 0,
    ...(integrationRequestId !== undefined && { integrationRequestId }),
  };
}

/** A line of Lambda about the start or the end of an invocation. */
interface ServiceLine {
  readonly requestId: string;
  readonly isEnd: boolean;
  readonly durationMs?: number;
  /** Whether the environment was started for it. */
  readonly isCold?: boolean;
  readonly hasFailed?: boolean;
}

const textLine = /^(START|REPORT) RequestId: ([0-9a-f-]{36})\b/;

/**
 * Reads a line of Lambda about an invocation; undefined for other lines.
 *
 * Sources: https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html for text,
 * https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html for JSON
 */
function parseServiceLine(message: string): ServiceLine | undefined {
  const [, word, requestId] = textLine.exec(message) ?? [];
  if (word === "START" && requestId !== undefined) return { requestId, isEnd: false };
  if (requestId !== undefined) return reportOf(requestId, message);
  return platformLine(message);
}

function reportOf(requestId: string, message: string): ServiceLine {
  const [, duration = ""] = /\tDuration: ([\d.]+) ms/.exec(message) ?? [];
  return {
    requestId,
    isEnd: true,
    ...(duration !== "" && { durationMs: Number(duration) }),
    isCold: message.includes("\tInit Duration: "),
    hasFailed: /\tStatus: (?:error|timeout|failure)/.test(message),
  };
}

function platformLine(message: string): ServiceLine | undefined {
  const { type, record } = parseObject(message) ?? {};
  if (!isRecord(record) || typeof record.requestId !== "string") return undefined;
  const { requestId, status } = record;
  if (type === "platform.start") return { requestId, isEnd: false };
  if (type !== "platform.report") return undefined;
  const { durationMs, initDurationMs } = isRecord(record.metrics) ? record.metrics : {};
  return {
    requestId,
    isEnd: true,
    ...(typeof durationMs === "number" && { durationMs }),
    isCold: initDurationMs !== undefined,
    hasFailed: typeof status === "string" && status !== "success",
  };
}
