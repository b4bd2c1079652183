import type { AccessLogLine } from "./access-log-format";
import type { GatewayContext } from "./gateway";
import type { ReceivedRequest } from "./received-request";
import { clientHungUp } from "./respond";

/** What is told of a request. */
export interface RequestFacts {
  readonly api: string;
  readonly method: string;
  readonly path: string;
  readonly requestId: string;
  readonly status: number | undefined;
  /** Undefined when the gateway answered alone. */
  readonly functionName: string | undefined;
  readonly logLine: AccessLogLine | undefined;
  /** A `$context` variable, by its path. */
  readonly variable: (path: string) => unknown;
}

/** How a gateway goes about a request. */
export interface RequestSteps {
  /** Answers it; what it rejects with is a mistake of this server. */
  serve(): Promise<void>;
  /** Tells the client of such a mistake. */
  sendError(): void;
  /** Asked for when it is over. */
  facts(): RequestFacts;
}

/** Takes a request from its beginning to its report, whatever happens on the way. */
export function handleRequest(received: ReceivedRequest, context: GatewayContext, steps: RequestSteps): void {
  const { request, response } = received;
  const { report } = context;
  // A client that hangs up is an error of its own; nobody is left to tell.
  request.on("error", ignore);
  response.on("error", ignore);
  steps
    .serve()
    .catch((error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      report({ event: "warning", text: `${steps.facts().api}: ${text}` });
      steps.sendError();
    })
    .then(() => reportRequest(context, steps.facts(), received.elapsedMs));
}

function reportRequest(
  { report, reportsAccessLog = true }: GatewayContext,
  facts: RequestFacts,
  durationMs: number,
): void {
  const { api, method, path, requestId, status = clientHungUp, functionName, logLine, variable } = facts;
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
  if (logLine === undefined || !reportsAccessLog) return;
  report({ event: "access-log", api, line: logLine(variable) });
}

function ignore(): void {}
