import type { IncomingMessage, ServerResponse } from "node:http";
import { ReceivedRequest } from "../../wire/received-request";
import { type RequestBody, readBody } from "../../wire/request-body";
import { joinHeaders } from "../../wire/request-headers";
import { gatewayRequestId } from "../../wire/request-id";
import { outgoing, respond } from "../../wire/respond";
import type { HandledExchange } from "../handle-request";

/** Source: https://docs.aws.amazon.com/general/latest/gr/appsync.html */
const maxRequestBytes = 1024 * 1024;

/** A response before it is sent. */
export interface GraphqlResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP request to a GraphQL API. */
export class GraphqlExchange extends ReceivedRequest implements HandledExchange {
  readonly id = gatewayRequestId();
  readonly notes: { status?: number; functionName?: string; reason?: string; responseLength?: number } = {};
  readonly stage = undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(request: IncomingMessage, response: ServerResponse, nowMs: number) {
    super(request, response, nowMs);
    this.headers = joinHeaders(request.rawHeaders);
  }

  get method(): string {
    return this.request.method ?? "POST";
  }

  override readBody(): Promise<RequestBody> {
    return readBody(this.request, maxRequestBytes);
  }

  /** Every page may call an API: what it needs is in the request. */
  send({ status, body, headers = {} }: GraphqlResponse): void {
    const all = {
      "content-type": "application/json;charset=UTF-8",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "x-amzn-RequestId,x-amzn-ErrorType",
      "x-amzn-requestid": this.id,
      ...headers,
    };
    respond(
      this,
      { status, body },
      (length) => outgoing({ ...all, ...(length !== undefined && { "content-length": String(length) }) }),
      () => this.response.destroy(),
    );
  }
}

/** The answer to a preflightResponse request. */
export function preflightResponse({ headers }: GraphqlExchange): GraphqlResponse {
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

/** The answer to a request that runs no operation. */
export function refused(status: number, errorType: string, message: string): GraphqlResponse {
  return {
    status,
    body: JSON.stringify({ errors: [{ errorType, message }] }),
    headers: { "x-amzn-errortype": errorType },
  };
}
