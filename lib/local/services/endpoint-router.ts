import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import { problem } from "../errors";
import type { History } from "../history/history";
import { inBackground, listen, namedHostHeader, pageRefusal } from "../invoke";
import type { AccessControl } from "../permissions/access-control";
import { type Caller, callerOfRequest, signedRegion } from "../permissions/caller";
import type { Report } from "../report";
import { createDualHttpServer, type DualHttpServer } from "../wire/dual-http-server";
import { sourceIpOf } from "../wire/received-request";
import { inRegion } from "./contract/call-region";
import { NotWritten, withWrites } from "./contract/data-folder";
import type { Service, ServiceRequest, ServiceResponse } from "./contract/service";
import { credentialRefusal, signatureRefusal } from "./credential-refusal";
import { recordCall } from "./record-calls";
import { errorFor, internalError } from "./service-error";
import { hostOf, isAwsHost, serviceNameOf } from "./service-name";

/** A public document of a user pool, by its path; `base` is the address that links in it begin with. */
type Published = (path: string, base: string) => Promise<object | undefined>;

/** The largest request body. S3 accepts the largest bodies. */
const maxRequestBytes = 128 * 1024 * 1024;

/** An operation that a page of the developer asks for. */
export interface DeveloperRequest {
  readonly service: string;
  readonly operation: string;
  readonly input: object;
  /** The region whose resources it sees. @default - all resources */
  readonly region?: string | undefined;
  /** The path of a REST service. @default "/" */
  readonly path?: string | undefined;
  /** The method and body of a service that does not accept JSON. @default - a POST of the input */
  readonly sent?: Pick<ServiceRequest, "method" | "headers" | "body"> | undefined;
}

/**
 * Receives the requests of the AWS SDKs in functions, at one address for all services.
 *
 * The signature of a request, or else its host, names its service. A service that is not emulated answers with an error that
 * names the problem.
 */
export class EndpointRouter {
  private readonly http: DualHttpServer;
  private readonly told = new Set<string>();
  private services: ReadonlyMap<string, Service> = new Map();
  private access: AccessControl | undefined;
  private published: Published = async () => undefined;
  private address = "";

  private constructor(
    private readonly report: Report,
    private readonly history: History | undefined,
  ) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      inBackground("request to an emulated service", this.answer(request, response), () => {
        if (!response.headersSent) response.writeHead(500);
        if (!response.destroyed) response.end();
      });
    };
    this.http = createDualHttpServer(listener, (status, reason) => this.reportRefusal(status, reason));
  }

  /** @param port - 0 is any free port */
  static async start(report: Report, port = 0, history?: History): Promise<EndpointRouter> {
    const router = new EndpointRouter(report, history);
    if (!(await listen("emulated services", router.http.server, port))) throw portTaken(port);
    // Node asks the system for the address each time, and every request needs it.
    router.address = `http://127.0.0.1:${(router.http.server.address() as AddressInfo).port}`;
    return router;
  }

  /** The value of `AWS_ENDPOINT_URL`. */
  get url(): string {
    return this.address;
  }

  /** Routes requests to these services from now on, by signing name. */
  serve(services: ReadonlyMap<string, Service>): void {
    this.services = services;
  }

  /** Answers requests for the public documents of user pools from now on. */
  publish(published: Published): void {
    this.published = published;
  }

  /** Decides about all requests from now on; without it, everyone may do everything. */
  decideBy(access: AccessControl): void {
    this.access = access;
  }

  /**
   * Performs an operation for the developer, who may do everything. Undefined if no service of that name runs here.
   *
   * @param isRecorded - whether the history has it, as for an operation that changes something
   */
  async perform(
    { service, operation, input, region, path = "/", sent }: DeveloperRequest,
    isRecorded: boolean,
  ): Promise<ServiceResponse | undefined> {
    const found = this.services.get(service);
    if (found === undefined) return undefined;
    const request: ServiceRequest = {
      service,
      operation,
      method: "POST",
      url: path,
      // Its presence says that the body is JSON.
      headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": operation },
      body: Buffer.from(JSON.stringify(input)),
      ...sent,
    };
    return isRecorded
      ? this.record(found, request, { type: "administrator" }, region)
      : this.handle(found, request, region);
  }

  async close(): Promise<void> {
    await this.http.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers.host ?? (request.headers[":authority"] as string | undefined);
    const { origin } = request.headers;
    // A web page cannot let a name of AWS resolve to this machine.
    const hosts = isAwsHost(hostOf(request)) ? "all" : "this machine";
    const facts = { ...request.headers, host };
    const refused = pageRefusal("files", facts, hosts);
    if (refused !== undefined) return this.refuse(response, refused);
    takeNamedHost(request);
    if (origin !== undefined && isPreflightOfPages(request)) return sendPreflight(response, origin);
    const document = request.method === "GET" ? await this.documentFor(request) : undefined;
    if (document !== undefined) return sendDocument(response, document, origin);
    const name = serviceNameOf(request) ?? (isUnsignedS3(request) ? "s3" : unsigned);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const refusedPage = name === "s3" && isRead ? undefined : pageRefusal("services", facts, hosts);
    if (refusedPage !== undefined) return this.refuse(response, refusedPage);
    // Only buckets have rules that say which pages may use them.
    if (origin !== undefined && name !== "s3" && !this.answersPages(name, request)) {
      return this.refuse(
        response,
        `pages, here of ${origin.slice(0, 100)}, reach buckets and the public operations of user pools only`,
      );
    }
    const early = isSmall(request)
      ? undefined
      : this.services.get(name)?.refusesBody?.(headOf(name, request));
    if (early !== undefined) {
      this.reportRefusal(early.status, early.notHere ?? `The ${name} service refuses the request.`);
      const headers = { ...early.headers, connection: "close" };
      return void response.writeHead(early.status, headers).end(early.body);
    }
    const body = await readBody(request);
    // The client hung up, and does not read a response.
    if (body === "aborted") return void response.destroy();
    if (body === "too-large") {
      this.reportRefusal(413, `The body is larger than ${maxRequestBytes} bytes.`);
      return void response.writeHead(413, { connection: "close" }).end();
    }
    const parsed = named(parse(name, request, body));
    const service = this.services.get(parsed.service);
    const answer =
      service === undefined ? this.notEmulated(parsed) : await this.handleFor(service, parsed, request);
    if (answer.notHere !== undefined) this.reportRefusal(answer.status, answer.notHere);
    const headers = name === "s3" ? answer.headers : { ...answer.headers, ...pageHeaders(origin) };
    if (response.destroyed) return void answer.stream?.destroy();
    response.writeHead(answer.status, headers);
    if (answer.stream === undefined) return void response.end(answer.body);
    response.flushHeaders();
    // A client that hangs up ends the stream.
    pipeline(answer.stream, response, () => {});
  }

  /** Links in a document begin with the address that the client asked for. */
  private documentFor(request: IncomingMessage): Promise<object | undefined> {
    const host = hostOf(request);
    return this.published(request.url ?? "/", isAwsHost(host) ? `https://${host}` : this.url);
  }

  private answersPages(name: string, { headers }: IncomingMessage): boolean {
    const operation =
      String(headers["x-amz-target"] ?? "")
        .split(".")
        .at(-1) ?? "";
    return this.services.get(name)?.answersPages?.(operation) === true;
  }

  private refuse(response: ServerResponse, reason: string): void {
    const text = `The emulated services refused a request: ${reason}.`;
    this.reportRefusal(403, `${reason}.`);
    response.writeHead(403, { "content-type": "application/json", "x-amzn-errortype": "AccessDenied" });
    response.end(JSON.stringify({ __type: "AccessDenied", message: text }));
  }

  /** Lets a service handle a request of someone whose credentials are valid here. */
  private async handleFor(
    service: Service,
    request: ServiceRequest,
    incoming: IncomingMessage,
  ): Promise<ServiceResponse> {
    const { access } = this;
    if (access === undefined) return this.record(service, request, { type: "anonymous" });
    const caller = callerOfRequest(request, access.accessKeys);
    const refused =
      (access.refusesCredentials
        ? credentialRefusal(request.service, isForm(request), caller, access.now)
        : undefined) ??
      (service.checksSignatures === true
        ? undefined
        : signatureRefusal(request, isForm(request), caller, access));
    if (refused !== undefined) {
      const hint = "Credentials for this machine: serverform local credentials";
      this.reportRefusal(refused.status, `${refused.code}: ${refused.message} ${hint}`);
      return errorFor(request.service, isForm(request), refused);
    }
    const { "user-agent": userAgent, referer } = request.headers;
    const region = signedRegion(request);
    const facts = { sourceIp: sourceIpOf(incoming), userAgent, referer, region };
    return this.record(service, { ...request, access: access.forRequest(caller, facts) }, caller);
  }

  /** Handles a request as a fact of the history. */
  private record(
    service: Service,
    request: ServiceRequest,
    caller: Caller,
    region?: string,
  ): Promise<ServiceResponse> {
    const handle = (): Promise<ServiceResponse> => this.handle(service, request, region);
    return this.history === undefined ? handle() : recordCall(this.history, request, caller, handle);
  }

  /** A request that a service cannot process fails alone. */
  private async handle(
    service: Service,
    request: ServiceRequest,
    region = signedRegion(request),
  ): Promise<ServiceResponse> {
    try {
      return await inRegion(region, () => withWrites(() => service.handle(request)));
    } catch (error) {
      if (error instanceof NotWritten) {
        this.report({ event: "warning", text: error.reason });
        return errorFor(request.service, isForm(request), internalError(request.service, error.reason));
      }
      const what = request.operation ?? `${request.method} ${request.url.slice(0, 200)}`;
      const text = `serverform local cannot process ${what} of ${request.service}: ${String(error)}`;
      this.report({ event: "warning", text });
      return errorFor(request.service, isForm(request), {
        status: 500,
        code: "InternalFailure",
        message: text,
      });
    }
  }

  private notEmulated(request: ServiceRequest): ServiceResponse {
    const { service } = request;
    const message =
      service === unsigned
        ? "serverform local cannot tell the service of a request that has no signature."
        : `serverform local does not emulate ${service}. Use an emulator: ` +
          `--endpoint ${service}=http://127.0.0.1:4566`;
    this.warnOnce(message);
    // SDKs do not retry a 501.
    return errorFor(service, isForm(request), { status: 501, code: "NotEmulated", message });
  }

  /** A function may ask for a service again and again. */
  private warnOnce(text: string): void {
    if (!this.told.has(text) && this.told.size < maxReported) this.report({ event: "warning", text });
    this.told.add(text);
  }

  private reportRefusal(status: number, reason: string): void {
    this.report({ event: "refusal", at: "emulated services", status, reason });
  }
}

function portTaken(port: number): Error {
  const option = "--services-port";
  return problem("serverform local", "local-port-taken", option, { port, host: "127.0.0.1", option });
}

/** A request that could not set `Host` names its host of AWS in another header. It was checked where it came from. */
function takeNamedHost({ headers }: IncomingMessage): void {
  const named = headers[namedHostHeader];
  delete headers[namedHostHeader];
  if (typeof named === "string" && isAwsHost(named)) headers.host = named;
}

/** Browsers ask before they send a request with a target. The origin is one of this machine. */
function isPreflightOfPages({ method, headers, url = "/" }: IncomingMessage): boolean {
  const wanted = headers["access-control-request-headers"];
  return (
    method === "OPTIONS" && url === "/" && typeof wanted === "string" && /\bx-amz-target\b/i.test(wanted)
  );
}

function sendPreflight(response: ServerResponse, origin: string): void {
  response.writeHead(200, {
    ...pageHeaders(origin),
    "access-control-allow-methods": "POST",
    "access-control-allow-headers":
      "authorization,cache-control,content-type,x-amz-content-sha256,x-amz-date,x-amz-security-token,x-amz-target,x-amz-user-agent,amz-sdk-invocation-id,amz-sdk-request",
    "access-control-max-age": "172800",
    "content-length": "0",
  });
  response.end();
}

function pageHeaders(origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date",
    vary: "Origin",
  };
}

function sendDocument(response: ServerResponse, document: object, origin: string | undefined): void {
  response.writeHead(200, { "content-type": "application/json", ...pageHeaders(origin) });
  response.end(JSON.stringify(document));
}

/** In place of the name of a service. */
const unsigned = "an unsigned request";

/** Pages read public objects and upload forms without a signature in the URL or in a header. */
function isUnsignedS3({ method = "", url = "/", headers }: IncomingMessage): boolean {
  if (headers["x-amz-target"] !== undefined || /^\/+(?:\?|$)/.test(url)) return false;
  return method !== "POST" || headers["content-type"]?.startsWith("multipart/form-data") === true;
}

/** Clients choose the texts, so that their number is limited. */
const maxReported = 1000;

/** The query protocol has its parameters in a form, or in the query. */
function isForm({ headers, url }: ServiceRequest): boolean {
  if (headers["content-type"]?.startsWith(formType) === true) return true;
  return headers["x-amz-target"] === undefined && actionIn(url.split("?", 2)[1] ?? "") !== null;
}

const formType = "application/x-www-form-urlencoded";

function parse(service: string, request: IncomingMessage, body: Buffer): ServiceRequest {
  const head = headOf(service, request);
  return { ...head, body, operation: operationOf(head, body) };
}

/** A request without its body. */
function headOf(service: string, request: IncomingMessage): ServiceRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 adds the request line to the headers: `:path`.
    const own = name === ":authority" ? "host" : name;
    if (!own.startsWith(":")) headers[own] = Array.isArray(value) ? value.join(", ") : (value ?? "");
  }
  const { method = "GET", url = "/" } = request;
  return { service, method, url, headers, body: Buffer.alloc(0), operation: undefined };
}

/** Callers with a token of an identity provider request credentials without having any. */
function named(request: ServiceRequest): ServiceRequest {
  const isForSts = request.service === unsigned && request.operation === "AssumeRoleWithWebIdentity";
  return isForSts ? { ...request, service: "sts" } : request;
}

/** The JSON protocol names the operation in a header, the older query protocol in the body or in the query. */
function operationOf(head: ServiceRequest, body: Buffer): string | undefined {
  const target = head.headers["x-amz-target"];
  if (target !== undefined) return target.split(".").at(-1);
  const inBody = head.headers["content-type"]?.startsWith(formType)
    ? new URLSearchParams(body.toString("utf8")).get("Action")
    : null;
  return inBody ?? actionIn(head.url.split("?", 2)[1] ?? "") ?? undefined;
}

function actionIn(query: string): string | null {
  // Reading the parameters of each request of a REST service would cost more. The name may be encoded.
  return /Action|%/.test(query) ? new URLSearchParams(query).get("Action") : null;
}

/** A client that has sent all of its request reads the response in any case. */
const smallBytes = 64 * 1024;

function isSmall({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] === undefined && Number(length ?? 0) <= smallBytes;
}

async function readBody(request: IncomingMessage): Promise<Buffer | "aborted" | "too-large"> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxRequestBytes) return "too-large";
      chunks.push(chunk);
    }
  } catch {
    return "aborted";
  }
  return Buffer.concat(chunks);
}
