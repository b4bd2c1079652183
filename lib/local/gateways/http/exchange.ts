import type { IncomingMessage, ServerResponse } from "node:http";
import { formatArn } from "../../../facts/aws/arns";
import { joinQuery, parseQuery, type QueryEntries } from "../../../facts/text/query-string";
import type { Claims } from "../../identities/token-verifier";
import { traceHeader } from "../../invoke";
import { gatewayRequestId, ReceivedRequest } from "../../wire/received-request";
import { type JoinedHeaders, joinHeaders } from "../../wire/request-headers";
import type { GatewayNotes, SignedAuthorized } from "../access-log";
import type { HttpApiConfig, HttpStage, Route } from "./config";

/** One request and its state in the gateway. Parts that not every route needs are computed on first use. */
export class HttpExchange extends ReceivedRequest {
  readonly notes: GatewayNotes = {};
  /** Decoded, with the stage's name. */
  fullPath = "/";
  /** Decoded, without the stage's name. */
  path = "/";
  segments: readonly string[] = [];
  stage: HttpStage | undefined;
  route: Route | undefined;
  pathParameters: Record<string, string> | undefined;
  authorized: HttpAuthorized | undefined;
  private joinedHeaders: JoinedHeaders | undefined;
  private queryEntries: QueryEntries | undefined;

  constructor(
    readonly api: HttpApiConfig,
    request: IncomingMessage,
    response: ServerResponse,
    receivedAtMs: number,
    readonly id = gatewayRequestId(),
  ) {
    super(request, response, receivedAtMs);
  }

  /**
   * The path in events of functions: the gateway cuts it at a question mark that was encoded.
   *
   * Source: https://github.com/hotsock/voker/pull/8, with captures of AWS
   */
  get eventPath(): string {
    const end = this.fullPath.indexOf("?");
    return end === -1 ? this.fullPath : this.fullPath.slice(0, end);
  }

  get userAgent(): string {
    return this.request.headers["user-agent"] ?? "";
  }

  get origin(): string | undefined {
    return this.request.headers.origin;
  }

  /** With the headers that the gateway adds. */
  get headers(): JoinedHeaders {
    if (this.joinedHeaders === undefined) {
      const headers = joinHeaders(this.request.rawHeaders);
      headers["content-length"] ??= "0";
      headers["x-amzn-trace-id"] ??= traceHeader(this.receivedAtMs);
      const { "x-forwarded-for": forwarded } = headers;
      headers["x-forwarded-for"] = forwarded === undefined ? this.sourceIp : `${forwarded}, ${this.sourceIp}`;
      headers["x-forwarded-port"] ??= String(this.request.socket.localPort ?? "");
      headers["x-forwarded-proto"] ??= "http";
      this.joinedHeaders = headers;
    }
    return this.joinedHeaders;
  }

  get query(): QueryEntries {
    this.queryEntries ??= parseQuery(this.rawQuery);
    return this.queryEntries;
  }

  get joinedQuery(): Record<string, string> | undefined {
    return joinQuery(this.query);
  }

  /** The ARN of the request, as policies name it. */
  get routeArn(): string {
    const { partition, region, account, id } = this.api;
    return formatArn(
      { partition, region, account },
      "execute-api",
      `${id}/${this.stage?.name}/${this.method}${this.path}`,
    );
  }
}

/** The accepted caller, for events and access logs. */
export type HttpAuthorized =
  | { readonly type: "jwt"; readonly claims: Claims; readonly scopes: readonly string[] | null }
  | {
      readonly type: "function";
      readonly principalId: string | undefined;
      readonly context: Readonly<Record<string, unknown>> | null;
    }
  | SignedAuthorized;
