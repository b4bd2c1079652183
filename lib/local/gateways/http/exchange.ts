import type { IncomingMessage, ServerResponse } from "node:http";
import { joinQuery, parseQuery, type QueryEntries } from "../../../facts/text/query-string";
import { traceHeader } from "../../invoke";
import { gatewayRequestId } from "../../wire/received-request";
import { type JoinedHeaders, joinHeaders, multiValueHeaders } from "../../wire/request-headers";
import type { ApiFacts } from "../api-config";
import { ApiExchange, type NamedValues, namedQuery } from "../api-exchange";
import type { Cors } from "./cors";

/** An HTTP API, or the URL of a function, which behaves as one whose `$default` route leads to the function. */
export interface ApiWithCors extends ApiFacts {
  readonly cors: Cors | undefined;
}

/** One request and its state in the gateway. Parts that not every route needs are computed on first use. */
export class HttpExchange extends ApiExchange<ApiWithCors> {
  /** Decoded, with the stage's name. */
  fullPath = "/";
  segments: readonly string[] = [];
  private joinedHeaders: JoinedHeaders | undefined;
  private queryEntries: QueryEntries | undefined;

  constructor(
    api: ApiWithCors,
    request: IncomingMessage,
    response: ServerResponse,
    receivedAtMs: number,
    id = gatewayRequestId(),
  ) {
    super(api, request, response, receivedAtMs, id);
  }

  /**
   * The gateway cuts the path at a question mark that was encoded.
   *
   * Source: https://github.com/hotsock/voker/pull/8, with captures of AWS
   */
  override get eventPath(): string {
    const end = this.fullPath.indexOf("?");
    return end === -1 ? this.fullPath : this.fullPath.slice(0, end);
  }

  override get contextPath(): string {
    return this.eventPath;
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

  /** In format 1.0, by the names that the gateway gives them. */
  get headerValues(): NamedValues {
    const { headers, request } = this;
    const all = multiValueHeaders(request.rawHeaders);
    for (const [name, value] of Object.entries(headers)) all[name] ??= [value];
    // The gateway appends to the list of the client.
    all["x-forwarded-for"] = [headers["x-forwarded-for"] ?? ""];
    const names = namesV1(request.rawHeaders);
    const named = Object.entries(all).map(([name, values]) => [names.get(name) ?? name, values] as const);
    return {
      single: Object.fromEntries(named.map(([name, values]) => [name, values.at(-1) ?? ""])),
      multi: Object.fromEntries(named),
    };
  }

  get query(): QueryEntries {
    this.queryEntries ??= parseQuery(this.rawQuery);
    return this.queryEntries;
  }

  get queryValues(): NamedValues | undefined {
    return namedQuery(this.query, ([first]) => first);
  }

  get joinedQuery(): Record<string, string> | undefined {
    return joinQuery(this.query);
  }
}

/**
 * Headers whose names the gateway writes itself in format 1.0; the others stay as the client wrote them.
 *
 * Source: captures of AWS, `test/local/captures/events/http-api-1.json`
 */
const ownNames: ReadonlyMap<string, string> = new Map(
  [
    ...["Content-Length", "Content-Type", "Host", "User-Agent", "X-Amzn-Trace-Id"],
    ...["X-Forwarded-For", "X-Forwarded-Port", "X-Forwarded-Proto"],
    ...["accept", "accept-charset", "accept-encoding", "accept-language", "authorization", "cache-control"],
    ...["cookie", "origin", "pragma", "range", "referer"],
  ].map((name) => [name.toLowerCase(), name]),
);

function namesV1(rawHeaders: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? "";
    if (!names.has(written.toLowerCase())) names.set(written.toLowerCase(), written);
  }
  return new Map([...names, ...ownNames]);
}
