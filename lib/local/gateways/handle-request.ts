import type { ReceivedRequest } from "../wire/received-request";
import { clientHungUp } from "../wire/respond";
import type { AccessLogLine } from "./access-log-format";
import type { GatewayContext } from "./gateway";

/** A request of either kind of API, as far as telling of it goes. */
interface HandledRequest extends ReceivedRequest {
  readonly id: string;
  /** Without a name of a function the gateway answered alone. */
  readonly notes: { readonly status?: number; readonly functionName?: string };
  readonly stage: { readonly logLine: AccessLogLine | undefined } | undefined;
}

/** How a gateway goes about a request. */
export interface RequestSteps {
  /** Answers it; what it rejects with is a mistake of this server. */
  serve(): Promise<void>;
  /** Tells the client of such a mistake. */
  sendError(): void;
  /** What it is called where it is told of; asked for when it is over. */
  names(): { readonly api: string; readonly method: string; readonly path: string };
  /** A `$context` variable of the access log, by its path. */
  variable(path: string): unknown;
}

/** Takes a request from its beginning to its report, whatever happens on the way. */
export function handleRequest(exchange: HandledRequest, context: GatewayContext, steps: RequestSteps): void {
  const { request, response } = exchange;
  const { report } = context;
  // A client that hangs up is an error of its own; nobody is left to tell.
  request.on("error", ignore);
  response.on("error", ignore);
  steps
    .serve()
    .catch((error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      report({ event: "warning", text: `${steps.names().api}: ${text}` });
      steps.sendError();
    })
    .then(() => reportRequest(exchange, context, steps));
}

function reportRequest(
  { id: requestId, notes, stage, elapsedMs: durationMs }: HandledRequest,
  { report, reportsAccessLog = true }: GatewayContext,
  steps: RequestSteps,
): void {
  const { status = clientHungUp, functionName } = notes;
  const { api, method, path } = steps.names();
  report({
    event: "request",
    api,
    method,
    path,
    status,
    durationMs,
    ...(functionName !== undefined && { function: functionName }),
    requestId,
  });
  if (stage?.logLine === undefined || !reportsAccessLog) return;
  report({ event: "access-log", api, line: stage.logLine((name) => steps.variable(name)) });
}

function ignore(): void {}
