import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { jsonOf } from "../../../facts/text/json";
import { parseQuery } from "../../../facts/text/query-string";
import { traceHeader } from "../../invoke";
import { gatewayRequestId } from "../../wire/received-request";
import type { RequestBody } from "../../wire/request-body";
import { essenceOf } from "../../wire/request-headers";
import type { ApiFacts, StageFacts } from "../api-config";
import { ApiExchange, type NamedValues, namedQuery, type RouteFacts } from "../api-exchange";

const noBytes = Buffer.alloc(0);

/** An API key that a request was admitted with. */
export interface ApiKey {
  readonly id: string;
  readonly value: string;
}

export interface DeployedStage extends StageFacts {
  readonly deploymentId: string | undefined;
}

/** Headers, with names as the client wrote them. */
interface RequestHeaders extends NamedValues {
  /** Values by lowercase name. */
  readonly byName: ReadonlyMap<string, string[]>;
}

/**
 * One request and its state in the gateway. Parts that not every method needs are computed on first use.
 *
 * Sources of parameters, templates and `$context` variables read it without the types of the configuration, which holds them.
 */
export class RestRequest<
  Api extends ApiFacts = ApiFacts,
  Stage extends DeployedStage = DeployedStage,
  Route extends RouteFacts = RouteFacts,
> extends ApiExchange<Api, Stage, Route> {
  private readonly gatewayId = gatewayRequestId();
  apiKey: ApiKey | undefined;
  /** Body of the request; empty until it is read. */
  body: Buffer = noBytes;
  private parsedBody: { readonly value: unknown } | undefined;
  private parsedHeaders: RequestHeaders | undefined;
  private parsedQuery: { readonly value: NamedValues | undefined } | undefined;
  private trace: string | undefined;

  constructor(api: Api, request: IncomingMessage, response: ServerResponse, receivedAtMs: number) {
    super(api, request, response, receivedAtMs, randomUUID());
  }

  override get extendedId(): string {
    return this.gatewayId;
  }

  /** Still encoded, with one slash at its beginning. */
  get contextPath(): string {
    return withoutLeadingSlashes(this.rawPath);
  }

  get userAgent(): string | null {
    return this.request.headers["user-agent"] ?? null;
  }

  get traceId(): string {
    const given = this.request.headers["x-amzn-trace-id"];
    this.trace ??= typeof given === "string" ? given : traceHeader(this.receivedAtMs);
    return this.trace;
  }

  /** With the headers that the gateway adds. */
  get headerValues(): RequestHeaders {
    if (this.parsedHeaders === undefined) {
      const { "x-forwarded-for": forwarded } = this.request.headers;
      const before = typeof forwarded === "string" ? `${forwarded}, ` : "";
      this.parsedHeaders = requestHeaders(this.request.rawHeaders, [
        ["X-Amzn-Trace-Id", this.traceId],
        ["X-Forwarded-For", before + this.sourceIp],
        ["X-Forwarded-Port", String(this.request.socket.localPort ?? "")],
        ["X-Forwarded-Proto", "http"],
      ]);
    }
    return this.parsedHeaders;
  }

  /** The last value of a header. */
  header(name: string): string | undefined {
    return this.headerValues.byName.get(name.toLowerCase())?.at(-1);
  }

  /** Undefined without parameters. */
  get queryValues(): NamedValues | undefined {
    this.parsedQuery ??= { value: namedQuery(parseQuery(this.rawQuery), (values) => values.at(-1)) };
    return this.parsedQuery.value;
  }

  /** Content type of the body without its parameters; undefined when the client sends none. */
  get contentType(): string | undefined {
    const { "content-type": type } = this.request.headers;
    return type === undefined ? undefined : essenceOf(type);
  }

  get bodyText(): string {
    return this.body.toString("utf8");
  }

  /** The body of the request as JSON; undefined when it is not JSON. */
  get bodyJson(): unknown {
    this.parsedBody ??= { value: jsonOf(this.bodyText) };
    return this.parsedBody.value;
  }

  /** Reads the body into `body`. */
  async receiveBody(): Promise<RequestBody["state"]> {
    const read = await this.readBody();
    if (read.state === "complete") this.body = read.bytes;
    return read.state;
  }
}

/** A path with one slash at its beginning. */
export function withoutLeadingSlashes(path: string): string {
  return path.startsWith("//") ? path.replace(/^\/+/, "/") : path;
}

/**
 * Headers that are not passed to integrations.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
const dropped: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "content-md5",
  "expect",
  "http2-settings",
  "keep-alive",
  "max-forwards",
  "proxy-authenticate",
  "proxy-connection",
  "server",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "www-authenticate",
]);

/**
 * Headers whose names the gateway writes in its own way; the others stay as the client wrote them.
 *
 * Source: recorded answers of AWS, `test/local/recorded/apigateway/rest-apis.json`
 */
const renamed: ReadonlyMap<string, string> = new Map(
  ["Authorization", "Host", "User-Agent"].map((name) => [name.toLowerCase(), name]),
);

/** Groups raw headers. `added` are the gateway's headers, which replace the client's. */
function requestHeaders(
  rawHeaders: readonly string[],
  added: readonly (readonly [name: string, value: string])[],
): RequestHeaders {
  const byName = new Map<string, string[]>();
  const names = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] as string;
    const name = written.toLowerCase();
    if (dropped.has(name)) continue;
    const value = rawHeaders[index + 1] as string;
    const before = byName.get(name);
    if (before === undefined) {
      byName.set(name, [value]);
      names.set(name, renamed.get(name) ?? written);
    } else before.push(value);
  }
  for (const [written, value] of added) {
    const name = written.toLowerCase();
    byName.set(name, [value]);
    names.set(name, written);
  }
  const all = [...byName].map(([name, values]) => [names.get(name) ?? name, values] as const);
  return {
    single: Object.fromEntries(all.map(([name, values]) => [name, values.at(-1) ?? ""])),
    multi: Object.fromEntries(all),
    byName,
  };
}
