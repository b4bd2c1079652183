import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { formatArn } from "../../../facts/aws/arns";
import { jsonOf } from "../../../facts/text/json";
import { parseQuery } from "../../../facts/text/query-string";
import { traceHeader } from "../../invoke";
import { gatewayRequestId, ReceivedRequest } from "../../wire/received-request";
import type { RequestBody } from "../../wire/request-body";
import type { Method, RestApiConfig, RestStage } from "./config";
import { essenceOf } from "./media-types";
import {
  type ApiKey,
  type RequestHeaders,
  type RequestQuery,
  type RestAuthorized,
  type RestExchangeNotes,
  type RestRequestFacts,
  requestHeaders,
  requestQuery,
} from "./request-facts";

const noBytes = Buffer.alloc(0);

/** One request and its state in the gateway. Parts that not every method needs are computed on first use. */
export class RestExchange extends ReceivedRequest implements RestRequestFacts {
  readonly id = randomUUID();
  readonly extendedId = gatewayRequestId();
  readonly notes: RestExchangeNotes = {};
  stage: RestStage | undefined;
  route: Method | undefined;
  /** Still encoded, without the stage's name. */
  path = "/";
  pathParameters: Record<string, string> | undefined;
  authorized: RestAuthorized | undefined;
  apiKey: ApiKey | undefined;
  /** Body of the request; empty until it is read. */
  body: Buffer = noBytes;
  private parsedBody: { readonly value: unknown } | undefined;
  private parsedHeaders: RequestHeaders | undefined;
  private parsedQuery: { readonly value: RequestQuery | undefined } | undefined;
  private trace: string | undefined;

  constructor(
    readonly api: RestApiConfig,
    request: IncomingMessage,
    response: ServerResponse,
    receivedAtMs: number,
  ) {
    super(request, response, receivedAtMs);
  }

  get requestPath(): string {
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
  get headers(): RequestHeaders {
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
    return this.headers.byName.get(name.toLowerCase())?.at(-1);
  }

  /** Undefined without parameters. */
  get query(): RequestQuery | undefined {
    this.parsedQuery ??= { value: requestQuery(parseQuery(this.rawQuery)) };
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

  /** The ARN of the request, as policies name it. */
  get routeArn(): string {
    const { partition, region, account, id } = this.api;
    return formatArn(
      { partition, region, account },
      "execute-api",
      `${id}/${this.stage?.name}/${this.method}${this.path}`,
    );
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
