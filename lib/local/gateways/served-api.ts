import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Model, Resource } from "../../model";
import { areRecorded, unrecorded, unrecordedId, withCauses } from "../history/causes";
import { factText, maxTextLength } from "../history/fact-text";
import type { History, OpenFact } from "../history/history";
import { inBackground, traceParent } from "../invoke";
import { gatewayRequestId, ReceivedRequest } from "../wire/received-request";
import { unreadBody } from "../wire/request-body";
import { clientHungUp } from "../wire/respond";
import type { AccessLogLine } from "./access-log";
import type { Gateway, GatewayContext, RouteLine } from "./gateway";

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
  status?: number;
  functionName?: string;
  /** Why the gateway refused or could not serve the exchange. It may say more than the response and the access log. */
  reason?: string | undefined;
  authorizerError?: string;
  integrationError?: string;
  sentBody?: string | Buffer;
  responseLength?: number;
}

/** The names of an exchange in its report. */
interface ExchangeNames {
  readonly api: string;
  readonly method: string;
  readonly path: string;
  /** `GET /notes/{id}` @default - no route matches, or the API has none */
  readonly route?: string | undefined;
}

/** The steps that serve one kind of exchange. */
export interface Serving<Exchange, Answer> {
  /** The answer; undefined if it has been sent already. A rejection is a defect of this server. */
  serve(exchange: Exchange): Promise<Answer | undefined>;
  /** Sends an answer, and notes its status. */
  send(exchange: Exchange, answer: Answer): void;
  /** The answer after a defect. */
  readonly failed: Answer;
  /** Address of the resource of the API. */
  readonly address: string;
  /** Read when the exchange is over. */
  names(exchange: Exchange): ExchangeNames;
  /** A `$context` variable of the access log, by its path. @default - the kind has no access log */
  variable?(exchange: Exchange, path: string): unknown;
  /** Whether a site answers, and no API. @default false */
  readonly isOfSite?: boolean;
}

interface HttpExchangeParts extends HandledExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly rawPath: string;
}

/** A request to a gateway without stages. */
export class PlainExchange extends ReceivedRequest implements HandledExchange {
  readonly notes: ReportedNotes = {};
  readonly stage = undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    receivedAtMs: number,
    readonly id = gatewayRequestId(),
  ) {
    super(request, response, receivedAtMs);
  }
}

/** A gateway that answers HTTP requests. The kinds of APIs differ in their config, and in how they serve an exchange. */
export abstract class ServedApi<
  Config extends { readonly name: string },
  Exchange extends HttpExchangeParts,
  Answer,
> implements Gateway, Serving<Exchange, Answer>
{
  abstract readonly kind: Gateway["kind"];
  abstract readonly basePaths: readonly string[];
  abstract readonly routes: readonly RouteLine[];
  abstract readonly failed: Answer;
  readonly address: string;
  protected config: Config;

  constructor(
    model: Model,
    resource: Resource,
    protected readonly context: GatewayContext,
    private readonly read: (model: Model, resource: Resource) => Config,
  ) {
    this.address = resource.address;
    this.config = read(model, resource);
  }

  get name(): string {
    return this.config.name;
  }

  replace(model: Model, resource: Resource): void {
    this.config = this.read(model, resource);
    this.applyConfig(model);
  }

  async close(): Promise<void> {}

  handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = this.exchangeOf(request, response);
    // When a client hangs up, there is no one to answer.
    request.on("error", ignore);
    response.on("error", ignore);
    inBackground("request", serveExchange(exchange, this.context, this), () => response.destroy());
  }

  abstract serve(exchange: Exchange): Promise<Answer | undefined>;

  abstract send(exchange: Exchange, answer: Answer): void;

  names({ method, rawPath: path }: Exchange): ExchangeNames {
    return { api: this.name, method, path };
  }

  protected abstract exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange;

  /** The config is another one now. The constructor of a kind calls it, too. */
  protected applyConfig(_model: Model): void {}
}

/**
 * Serves an exchange from its beginning to its report: as a fact that causes whatever serves it, if it is recorded. A
 * rejection is a defect of the report or of `send`.
 *
 * Every request runs this code, and Node follows each promise, so it is one function.
 */
export async function serveExchange<Exchange extends HandledExchange, Answer>(
  exchange: Exchange,
  context: GatewayContext,
  serving: Serving<Exchange, Answer>,
): Promise<void> {
  const { history, report } = context;
  const { request, notes } = exchange;
  const causes = history && causesOf(history, request, serving.isOfSite);
  const fact =
    history !== undefined && causes !== undefined && areRecorded(causes)
      ? beginFact(history, exchange, serving, causes)
      : undefined;
  const serve = () => serving.serve(exchange);
  try {
    const answer = await (causes === undefined
      ? serve()
      : withCauses(fact === undefined ? causes : [fact.id], serve));
    if (answer !== undefined) serving.send(exchange, answer);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report({ event: "warning", text: `${serving.names(exchange).api}: ${text}` });
    notes.reason = "The local server has failed; the warning says how.";
    serving.send(exchange, serving.failed);
  }
  const names = serving.names(exchange);
  const status = notes.status ?? clientHungUp;
  const reason = reasonOf(status, notes);
  if (fact !== undefined && history !== undefined) {
    addUnreadBody(fact, request, history);
    history.end(fact, endOf(exchange, names, status, reason), exchange.elapsedMs);
  }
  const { functionName } = notes;
  report({
    event: "request",
    api: names.api,
    method: names.method,
    path: names.path,
    status,
    durationMs: exchange.elapsedMs,
    ...(functionName !== undefined && { function: functionName }),
    requestId: exchange.id,
    ...(reason !== undefined && { reason }),
  });
  const { logLine } = exchange.stage ?? {};
  if (logLine === undefined || context.reportsAccessLog === false) return;
  report({
    event: "access-log",
    api: names.api,
    line: logLine((name) => serving.variable?.(exchange, name)),
  });
}

function beginFact<Exchange extends HandledExchange>(
  history: History,
  exchange: Exchange,
  serving: Serving<Exchange, unknown>,
  causes: readonly string[],
): OpenFact<"request"> {
  const { request, id: requestId } = exchange;
  const { route, ...names } = serving.names(exchange);
  const headers = request && plainHeaders(request.headers);
  return history.begin(
    "request",
    {
      ...names,
      apiAddress: serving.address,
      ...(route !== undefined && { route }),
      path: request?.url ?? "",
      requestId,
      ...(headers !== undefined && { headers }),
      ...(serving.isOfSite === true && { isOfSite: true }),
    },
    causes,
  );
}

/** The members of a fact whose exchange is over. */
function endOf(
  { notes, bodyBytes, request, response, url = request?.url }: HandledExchange,
  { route, ...names }: ExchangeNames,
  status: number,
  reason: string | undefined,
) {
  const { functionName, sentBody } = notes;
  return {
    ...names,
    ...(route !== undefined && { route }),
    status,
    ...(url !== undefined && url !== names.path && { url }),
    ...(functionName !== undefined && { function: functionName }),
    ...(reason !== undefined && { reason }),
    ...(bodyBytes !== undefined && bodyBytes.length > 0 && { body: factText(bodyBytes) }),
    ...(response !== undefined && { answerHeaders: plainHeaders(response.getHeaders()) }),
    ...(sentBody !== undefined && { answer: factText(sentBody) }),
  };
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

/** The longest reason. A function may fail with a message of any length. */
const maxReasonLetters = 500;

function reasonOf(status: number, notes: ReportedNotes): string | undefined {
  const { reason, authorizerError, integrationError } = notes;
  if (status === clientHungUp) return "The client disconnected.";
  const found = reason ?? (status < 400 ? undefined : (authorizerError ?? integrationError));
  return found?.replace(/\s+/g, " ").trim().slice(0, maxReasonLetters);
}

function ignore(): void {}
