import { jsonOf } from "../../../facts/text/json";
import { isValues } from "../../../model";
import type { Timers } from "../../invoke";
import { type RequestBody, readBody } from "../../wire/request-body";
import { joinHeaders } from "../../wire/request-headers";
import { outgoing, respond } from "../../wire/respond";
import { withTimeout } from "../../wire/with-timeout";
import { PlainExchange } from "../served-api";

/** Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html */
const maxRequestBytes = 1024 * 1024;

/** A response before it is sent. */
export interface AppSyncResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP request to an API of AppSync. */
export class AppSyncExchange extends PlainExchange {
  readonly headers: Readonly<Record<string, string>> = joinHeaders(this.request.rawHeaders);

  override readBody(): Promise<RequestBody> {
    return readBody(this.request, maxRequestBytes);
  }

  /** Every page may call an API: what it needs is in the request. */
  send({ status, body, headers = {} }: AppSyncResponse): void {
    const all = {
      "content-type": "application/json;charset=UTF-8",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "x-amzn-RequestId,x-amzn-ErrorType",
      "x-amzn-requestid": this.id,
      ...headers,
    };
    respond(this, { status, body }, outgoing(all), () => this.response.destroy());
  }
}

/** The body of a POST request to the API's one path, or the answer to any other request. */
export async function readPost(
  exchange: AppSyncExchange,
  path: string,
): Promise<{ readonly bytes: Buffer } | { readonly answer: AppSyncResponse }> {
  const { method, rawPath, notes } = exchange;
  const takes = `The API takes POST ${path}`;
  if (rawPath !== path && rawPath !== `${path}/`) {
    notes.reason = `${takes}, not ${method} ${rawPath}.`;
    return { answer: refused(404, "NotFoundException", "Not found.") };
  }
  if (method === "OPTIONS") return { answer: preflightResponse(exchange) };
  if (method !== "POST") {
    notes.reason = `${takes}, not ${method}.`;
    return { answer: refused(405, "MethodNotAllowedException", "Only POST is supported.") };
  }
  const body = await exchange.readBody();
  if (body.state === "complete") return { bytes: body.bytes };
  return { answer: refused(413, "RequestEntityTooLargeException", "The request is larger than 1 MB.") };
}

/** The answer to a preflight request. */
function preflightResponse({ headers }: AppSyncExchange): AppSyncResponse {
  return {
    status: 200,
    body: "",
    headers: {
      "access-control-allow-methods": "POST,GET,OPTIONS",
      "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
      "access-control-max-age": "172800",
    },
  };
}

/** Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html */
const longestOperationMs = 30_000;

/** The result of an operation; undefined after its time limit, which aborts its calls. */
export async function withinLimit<Result>(
  clock: Timers,
  ending: AbortController,
  running: Promise<Result>,
): Promise<Result | undefined> {
  const result = await withTimeout(clock, longestOperationMs, running);
  if (result === undefined) ending.abort(new Error("The operation took longer than 30 seconds."));
  return result;
}

/** The error of an operation that has reached its time limit. */
export const timedOut = { errorType: "ExecutionTimeout", message: "Execution timed out." };

/** The answer to a request that runs no operation. */
export function refused(status: number, errorType: string, message: string): AppSyncResponse {
  return {
    status,
    body: JSON.stringify({ errors: [{ errorType, message }] }),
    headers: { "x-amzn-errortype": errorType },
  };
}

/** A query as a client sends it. */
export interface GraphqlRequestBody {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Reads a request; undefined if it has no query. */
export function requestOf(body: Buffer | string): GraphqlRequestBody | undefined {
  const given = jsonOf(body.toString());
  if (!isValues(given) || typeof given.query !== "string") return undefined;
  const { query, operationName, variables } = given;
  return {
    query,
    operationName: typeof operationName === "string" && operationName !== "" ? operationName : undefined,
    variables: isValues(variables) ? variables : {},
  };
}
