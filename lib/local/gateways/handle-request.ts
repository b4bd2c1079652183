import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { areRecorded, unrecorded, unrecordedId, withCauses } from "../history/causes";
import { factText, maxTextLength } from "../history/fact-text";
import type { History, OpenFact } from "../history/history";
import { inBackground, traceParent } from "../invoke";
import { unreadBody } from "../wire/request-body";
import { clientHungUp } from "../wire/respond";
import type { AccessLogLine } from "./access-log";
import type { GatewayContext } from "./gateway";

/** A request to an API, or an event of a socket, with the parts that its report needs. */
export interface HandledExchange {
  readonly id: string;
  /** Without `functionName`, no function took part. */
  readonly notes: ReportedNotes;
  readonly stage: { readonly logLine: AccessLogLine | undefined } | undefined;
  readonly elapsedMs: number;
  /** The HTTP request. */
  readonly request?: IncomingMessage;
  /** Path and query of a handshake. */
  readonly url?: string | undefined;
  readonly response?: ServerResponse;
  /** The body of the request, as far as it was read. */
  readonly bodyBytes?: Buffer | undefined;
}

/** The notes of an exchange that its report uses. */
export interface ReportedNotes {
  readonly status?: number;
  readonly functionName?: string;
  /** Why the gateway refused or could not serve the exchange. It may say more than the response and the access log. */
  reason?: string;
  readonly authorizerError?: string;
  readonly integrationError?: string;
  readonly sentBody?: string | Buffer;
}

/** The steps with which a gateway handles an exchange. */
interface ExchangeSteps {
  /** Whether a site answers, and no API. @default false */
  readonly isOfSite?: boolean;
  /** Answers it. A rejection is a defect of this server. */
  serve(): Promise<void>;
  /** Answers it after such a defect. */
  sendError(): void;
  /** Names in the report; read when the exchange is over. */
  names(): {
    readonly api: string;
    readonly method: string;
    readonly path: string;
    /** `GET /notes/{id}` @default - no route matches, or the API has none */
    readonly route?: string | undefined;
  };
  /** A `$context` variable of the access log, by its path. */
  variable(path: string): unknown;
}

/** Handles an HTTP request from its beginning to its report. */
export function handleRequest(
  exchange: HandledExchange & { readonly request: IncomingMessage; readonly response: ServerResponse },
  context: GatewayContext,
  steps: ExchangeSteps,
): void {
  // When a client hangs up, there is no one to answer.
  exchange.request.on("error", ignore);
  exchange.response.on("error", ignore);
  inBackground("request", handleExchange(exchange, context, steps), () => exchange.response.destroy());
}

/** Serves an exchange, as a fact that causes whatever serves it if it is recorded. */
function withHistory(
  exchange: HandledExchange,
  { history }: GatewayContext,
  steps: ExchangeSteps,
  run: () => Promise<void>,
): Promise<void> {
  if (history === undefined) return run();
  const causes = causesOf(history, exchange.request, steps.isOfSite);
  return areRecorded(causes) ? recorded(exchange, history, causes, steps, run) : withCauses(causes, run);
}

async function recorded(
  exchange: HandledExchange,
  history: History,
  causes: readonly string[],
  steps: ExchangeSteps,
  run: () => Promise<void>,
): Promise<void> {
  const { request, notes, id: requestId } = exchange;
  const headers = request && plainHeaders(request.headers);
  const fact = history.begin(
    "request",
    {
      ...namesOf(steps),
      path: request?.url ?? "",
      requestId,
      ...(headers !== undefined && { headers }),
      ...(steps.isOfSite === true && { isOfSite: true }),
    },
    causes,
  );
  await withCauses([fact.id], run);
  const { status = clientHungUp, functionName } = notes;
  const { bodyBytes, response, url = request?.url } = exchange;
  const reason = reasonOf(status, notes);
  const names = namesOf(steps);
  addUnreadBody(fact, request, history);
  history.end(
    fact,
    {
      ...names,
      status,
      ...(url !== undefined && url !== names.path && { url }),
      ...(functionName !== undefined && { function: functionName }),
      ...(reason !== undefined && { reason }),
      ...(bodyBytes !== undefined && bodyBytes.length > 0 && { body: factText(bodyBytes) }),
      ...(response !== undefined && { answerHeaders: plainHeaders(response.getHeaders()) }),
      ...(notes.sentBody !== undefined && { answer: factText(notes.sentBody) }),
    },
    exchange.elapsedMs,
  );
}

/** Adds the body of a refused request, so that it can be sent again. Runs in the background, so the response does not wait for it. */
function addUnreadBody(
  fact: OpenFact<"request">,
  request: IncomingMessage | undefined,
  history: History,
): void {
  const unread = request && unreadBody(request, maxTextLength);
  if (unread === undefined) return;
  inBackground(
    "request",
    unread.then((body) => {
      if (body !== undefined && history.find(fact.id) !== undefined)
        history.put({ ...fact, body: { ...factText(body.bytes), length: body.length } });
    }),
    () => {},
  );
}

function namesOf(steps: ExchangeSteps) {
  const { route, ...names } = steps.names();
  return { ...names, ...(route !== undefined && { route }) };
}

/** A function that calls a route may pass on its trace header. */
function causesOf(
  history: History,
  request: IncomingMessage | undefined,
  toSite: boolean | undefined,
): readonly string[] {
  const header = request?.headers["x-amzn-trace-id"];
  const parent = header === undefined ? undefined : traceParent(String(header));
  if (parent === unrecordedId) return unrecorded;
  return parent !== undefined && history.find(parent) !== undefined ? [parent] : history.admit([], toSite);
}

function plainHeaders(headers: OutgoingHttpHeaders): Readonly<Record<string, string>> {
  const plain: Record<string, string> = Object.create(null);
  for (const name of Object.keys(headers)) plain[name] = String(headers[name]);
  return plain;
}

/** Serves an exchange, and reports it whatever happens. A rejection is a defect of the report or of `sendError`. */
export function handleExchange(
  exchange: HandledExchange,
  context: GatewayContext,
  steps: ExchangeSteps,
): Promise<void> {
  return withHistory(exchange, context, steps, () => served(exchange, context, steps)).then(() =>
    reportExchange(exchange, context, steps),
  );
}

function served(exchange: HandledExchange, context: GatewayContext, steps: ExchangeSteps): Promise<void> {
  return steps.serve().catch((error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    context.report({ event: "warning", text: `${steps.names().api}: ${text}` });
    exchange.notes.reason = "The local server has failed; the warning says how.";
    steps.sendError();
  });
}

function reportExchange(
  { id: requestId, notes, stage, elapsedMs: durationMs }: HandledExchange,
  { report, reportsAccessLog = true }: GatewayContext,
  steps: ExchangeSteps,
): void {
  const { status = clientHungUp, functionName } = notes;
  const { api, method, path } = steps.names();
  const reason = reasonOf(status, notes);
  report({
    event: "request",
    api,
    method,
    path,
    status,
    durationMs,
    ...(functionName !== undefined && { function: functionName }),
    requestId,
    ...(reason !== undefined && { reason }),
  });
  if (stage?.logLine === undefined || !reportsAccessLog) return;
  report({ event: "access-log", api, line: stage.logLine((name) => steps.variable(name)) });
}

/** The longest reason. A function may fail with a message of any length. */
const maxReasonLetters = 500;

function reasonOf(status: number, notes: ReportedNotes): string | undefined {
  const { reason, authorizerError, integrationError } = notes;
  if (status === clientHungUp) return "The client disconnected.";
  const found = reason ?? (status < 400 ? undefined : (authorizerError ?? integrationError));
  return found?.replace(/\s+/g, " ").trim().slice(0, maxReasonLetters);
}

function ignore(): void {}
