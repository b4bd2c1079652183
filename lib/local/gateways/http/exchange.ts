import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { joinQuery, parseQuery, type QueryEntries } from "../query-string";
import { type RequestBody, readBody } from "../request-body";
import { type JoinedHeaders, joinHeaders } from "../request-headers";
import { gatewayRequestId, traceHeader } from "../request-id";
import type { Authorized, HttpApiConfig, Route, Stage } from "./config";

/** What the integration and the authorizer said, for access logs. */
export interface ExchangeNotes {
  functionName?: string;
  authorizerError?: string;
  /** Status of the service that was called: Lambda's own, or the server's. */
  integrationStatus?: number;
  /** Status that the function returned. */
  functionStatus?: number;
  integrationLatencyMs?: number;
  integrationRequestId?: string;
  integrationError?: string;
  errorMessage?: string;
  errorType?: string;
  status?: number;
  responseLength?: number;
}

/** One request on its way through the gateway; what not every route needs is worked out when it is asked for. */
export class Exchange {
  readonly id = gatewayRequestId();
  readonly startedAt = performance.now();
  readonly notes: ExchangeNotes = {};
  /** Decoded, with the stage's name. */
  fullPath = "/";
  /** Decoded, without the stage's name. */
  path = "/";
  segments: readonly string[] = [];
  stage: Stage | undefined;
  route: Route | undefined;
  pathParameters: Record<string, string> | undefined;
  authorized: Authorized | undefined;
  /** Still encoded, with the stage's name. */
  readonly rawPath: string;
  readonly rawQuery: string;
  private joinedHeaders: JoinedHeaders | undefined;
  private queryEntries: QueryEntries | undefined;
  private bodyRead: Promise<RequestBody> | undefined;

  constructor(
    readonly api: HttpApiConfig,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly receivedAtMs: number,
  ) {
    const url = originForm(request.url ?? "/");
    const question = url.indexOf("?");
    this.rawPath = question === -1 ? url : url.slice(0, question);
    this.rawQuery = question === -1 ? "" : url.slice(question + 1);
  }

  get method(): string {
    return this.request.method ?? "GET";
  }

  get protocol(): string {
    return `HTTP/${this.request.httpVersion}`;
  }

  get sourceIp(): string {
    const address = this.request.socket.remoteAddress ?? "127.0.0.1";
    return address.startsWith("::ffff:") ? address.slice(7) : address;
  }

  get userAgent(): string {
    return this.request.headers["user-agent"] ?? "";
  }

  get domainName(): string {
    return this.request.headers.host ?? "localhost";
  }

  get domainPrefix(): string {
    return this.domainName.split(".", 1)[0] ?? "";
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

  get elapsedMs(): number {
    return performance.now() - this.startedAt;
  }

  /** What the caller asks to invoke, as policies name it. */
  get routeArn(): string {
    const { partition, region, account, id } = this.api;
    return `arn:${partition}:execute-api:${region}:${account}:${id}/${this.stage?.name}/${this.method}${this.path}`;
  }

  readBody(): Promise<RequestBody> {
    this.bodyRead ??= readBody(this.request);
    return this.bodyRead;
  }

  /** Whether somebody has begun to read the body. */
  get isBodyRead(): boolean {
    return this.bodyRead !== undefined;
  }
}

/** Clients of proxies send the whole address: `GET http://host/path`. */
function originForm(url: string): string {
  if (url.startsWith("/")) return url;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  return path === undefined || !path.startsWith("/") ? `/${path ?? ""}` : path;
}
