import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { contained, inBackground } from "../../../facts/text/contained";
import { isJson, jsonOf } from "../../../facts/text/json";
import { isSameSecret } from "../../../facts/text/same-secret";
import { pageRefusal } from "../browser-requests";
import { answerClientErrors } from "../client-errors";
import type { ErrorDetails, InvokeReport } from "../events";
import type { InvokeRequest, StreamChunk } from "../invocation";
import { errorResult, type InvocationResult, maxResponseBytes, tooLarge } from "../invocation-result";
import { listenAt } from "../listen";
import { type ObservedCall, parseObservedCall } from "../observed-calls";
import { FrameReader, frame } from "./frames";
import { readText, sendError, sendJson } from "./http-messages";

/** The program of a process: one of our bootstraps, or with `provided` the function's own `bootstrap`. */
export type ProcessKind = "node" | "python" | "provided";

/** One invocation, as a process receives it. */
export interface RuntimeInvocation
  extends Pick<InvokeRequest, "functionArn" | "payload" | "clientContext" | "identity"> {
  readonly requestId: string;
  readonly deadlineMs: number;
  readonly traceHeader: string;
}

export interface EndpointListener {
  /** The process has loaded its code and requests its first invocation. */
  ready(): void;
  /** A piece of a streamed response from our bootstrap for Node, before its end. Reading pauses while the returned promise is pending. */
  streamed(requestId: string, chunk: StreamChunk): unknown;
  /** A request of an invocation to AWS, from our bootstrap for Node. */
  called(requestId: string, call: ObservedCall): void;
  finished(requestId: string, result: InvocationResult): void;
  initFailed(result: InvocationResult): void;
}

/** Our Node bootstrap requests its function here, so that it can start before the function is known. */
const setupPath = "/serverform/function";
/** Header with the secret that only the process of this endpoint knows. */
const secretHeader = "x-serverform-secret";

/** Longer values are cut off in messages. */
const maxShown = 100;

const api = "/2018-06-01/runtime";
const resultPath = /^\/2018-06-01\/runtime\/invocation\/([^/]+)\/(response|error)$/;

/** Gives a process that waits for an invocation the next one. */
type Send = (invocation: RuntimeInvocation) => void;

/**
 * Lambda's Runtime API for one process.
 *
 * Each process has its own port, because `AWS_LAMBDA_RUNTIME_API` contains only host and port, which identify the process. The
 * endpoint refuses requests of browsers, and, for our bootstrap, requests without the secret.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export class RuntimeEndpoint {
  readonly secret = randomBytes(24).toString("hex");
  listener: EndpointListener | undefined;

  private readonly server: Server;
  private port = 0;
  private isReady = false;
  private waiting: Send | undefined;
  private pipe: Duplex | undefined;
  private waitingForSetup: ServerResponse | undefined;
  private setupText: string | undefined;
  private pending: RuntimeInvocation | undefined;
  private current: RuntimeInvocation | undefined;

  private constructor(
    private readonly kind: ProcessKind,
    private readonly report: InvokeReport,
  ) {
    this.server = createServer(
      { keepAliveTimeout: 0, requestTimeout: 0 },
      contained(
        "Runtime API",
        (request: IncomingMessage, response: ServerResponse) => {
          response.on("error", () => {});
          this.handle(request, response);
        },
        (_error, _request, response) => response.destroy(),
      ),
    );
    this.server.unref();
    answerClientErrors(this.server, (status, reason) => this.refused(status, reason));
  }

  /** @param report - receives the reasons of refused requests */
  static async open(kind: ProcessKind, report: InvokeReport): Promise<RuntimeEndpoint> {
    const endpoint = new RuntimeEndpoint(kind, report);
    await listenAt("Runtime API", endpoint.server, 0);
    endpoint.port = (endpoint.server.address() as AddressInfo).port;
    return endpoint;
  }

  /** The value of `AWS_LAMBDA_RUNTIME_API`. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /**
   * Serves our bootstrap through a pipe, too. It switches from HTTP to the pipe after it has loaded its code.
   *
   * Two HTTP requests for each invocation take longer than most handlers; frames in the pipe do not.
   */
  attach(pipe: Duplex): void {
    this.pipe = pipe;
    const send: Send = (given) => {
      const { requestId, deadlineMs, functionArn, traceHeader } = given;
      const [context, identity] = [oneWord(given.clientContext), oneWord(given.identity)];
      pipe.write(frame([requestId, deadlineMs, functionArn, traceHeader, context, identity], given.payload));
    };
    const frames = new FrameReader(maxResponseBytes, {
      frame: ([kind = "", requestId = "", contentType = ""], text) => {
        if (kind === "next") return this.wait(send);
        if (this.current?.requestId !== requestId) return;
        if (kind === "chunk") {
          const taken = this.listener?.streamed(requestId, { contentType, data: text ?? "" });
          if (!(taken instanceof Promise)) return;
          pipe.pause();
          inBackground(
            "Runtime API",
            taken.finally(() => pipe.resume()),
          );
          return;
        }
        if (kind === "call") {
          const call = parseObservedCall(text ?? "");
          if (call !== undefined) this.listener?.called(requestId, call);
          return;
        }
        this.current = undefined;
        // After a crash the process ends.
        if (kind !== "crash") this.waiting = send;
        const result = text === undefined ? tooLarge() : this.resultOf(text, kind !== "response");
        this.listener?.finished(requestId, result);
        this.deliver();
      },
      broken: () => pipe.destroy(),
    });
    pipe.on(
      "data",
      contained(
        "Runtime API",
        (chunk: Buffer) => frames.push(chunk),
        () => pipe.destroy(),
      ),
    );
    // The end of the process reports a broken pipe.
    pipe.on("error", () => {});
    this.forgetWith(pipe, send);
  }

  /** Assigns a function to our bootstrap. */
  setUp(setup: object): void {
    this.setupText = JSON.stringify(setup);
    this.sendSetup();
  }

  /** The previous invocation must have finished. */
  give(invocation: RuntimeInvocation): void {
    this.pending = invocation;
    this.deliver();
  }

  /** Takes back an invocation that the process has not fetched; returns whether there was one. */
  takeBack(): boolean {
    const wasPending = this.pending !== undefined;
    this.pending = undefined;
    return wasPending;
  }

  close(): void {
    this.listener = undefined;
    this.pipe?.destroy();
    this.server.close();
    this.server.closeAllConnections();
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const foreign = this.refusalOf(request);
    if (foreign !== undefined) {
      this.refused(403, foreign);
      const text = "This endpoint serves the process of one function only.";
      return sendError(response, 403, "Forbidden", text);
    }
    const { method, url = "" } = request;
    if (method === "GET" && url === `${api}/invocation/next`) return this.waitByHttp(response);
    if (method === "GET" && url === setupPath) return this.waitForSetup(response);
    if (method === "POST" && url === `${api}/init/error`) return this.readInitError(request, response);
    const [, requestId, kind] = (method === "POST" && resultPath.exec(url)) || [];
    if (requestId !== undefined) return this.readResult(request, response, requestId, kind === "error");
    const reason = `The Runtime API has no ${method} ${url.slice(0, maxShown)}.`;
    this.refused(404, reason);
    sendError(response, 404, "NotFound", reason);
  }

  private refused(status: number, reason: string): void {
    this.report({ event: "refusal", at: "Runtime API", status, reason });
  }

  /**
   * The reason to refuse a request. A page in a browser can send requests to this port, but only with other headers and another
   * host.
   */
  private refusalOf({ headers }: IncomingMessage): string | undefined {
    const foreign = pageRefusal("programs", headers, [this.address]);
    if (foreign !== undefined) return foreign;
    if (this.kind === "provided") return undefined;
    return isSameSecret(this.secret, String(headers[secretHeader]))
      ? undefined
      : "the secret of the function's process is missing or wrong";
  }

  private waitByHttp(response: ServerResponse): void {
    const send: Send = (given) => {
      const { payload, requestId, deadlineMs, functionArn, traceHeader, clientContext, identity } = given;
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(payload),
        "lambda-runtime-aws-request-id": requestId,
        "lambda-runtime-deadline-ms": deadlineMs,
        "lambda-runtime-invoked-function-arn": functionArn,
        "lambda-runtime-trace-id": traceHeader,
        ...(clientContext !== undefined && { "lambda-runtime-client-context": inAscii(clientContext) }),
        ...(identity !== undefined && { "lambda-runtime-cognito-identity": inAscii(identity) }),
      });
      response.end(payload);
    };
    this.forgetWith(response, send);
    this.wait(send);
  }

  /** A process whose connection is closed waits no more. */
  private forgetWith(connection: Duplex | ServerResponse, send: Send): void {
    connection.on(
      "close",
      contained("Runtime API", () => {
        if (this.waiting === send) this.waiting = undefined;
      }),
    );
  }

  private wait(send: Send): void {
    this.waiting = send;
    if (!this.isReady) {
      this.isReady = true;
      this.listener?.ready();
    }
    this.deliver();
  }

  private deliver(): void {
    const { waiting, pending } = this;
    if (waiting === undefined || pending === undefined) return;
    this.waiting = undefined;
    this.pending = undefined;
    this.current = pending;
    waiting(pending);
  }

  private waitForSetup(response: ServerResponse): void {
    this.waitingForSetup = response;
    this.sendSetup();
  }

  private sendSetup(): void {
    const { waitingForSetup, setupText } = this;
    if (waitingForSetup === undefined || setupText === undefined) return;
    this.waitingForSetup = undefined;
    sendJson(waitingForSetup, 200, setupText);
  }

  private readResult(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    isError: boolean,
  ): void {
    readText(request, (body) => {
      if (this.current?.requestId !== requestId) {
        const reason = "The process has no invocation with this request ID.";
        this.refused(400, reason);
        return sendError(response, 400, "InvalidRequestID", reason);
      }
      this.current = undefined;
      const result = body === undefined ? tooLarge() : this.resultOf(body, isError);
      if (body === undefined) {
        sendError(response, 413, "RequestEntityTooLarge", "Exceeded maximum allowed payload size.");
      } else sendJson(response, 202, '{"status":"OK"}');
      this.listener?.finished(requestId, result);
    });
  }

  private resultOf(body: string, isError: boolean): InvocationResult {
    if (isError) return this.kind === "node" ? withDetails(body) : { kind: "error", payload: body };
    const payload = body === "" ? "null" : body;
    // Our bootstrap for Node sends only JSON. Python writes NaN, and other runtimes may send anything.
    if (this.kind === "node" || isJson(payload)) return { kind: "response", payload };
    return errorResult("Runtime.MalformedResponse", `The response is not JSON: ${payload.slice(0, 200)}`);
  }

  private readInitError(request: IncomingMessage, response: ServerResponse): void {
    readText(request, (body) => {
      sendJson(response, 202, '{"status":"OK"}');
      this.listener?.initFailed(body === undefined ? tooLarge() : this.resultOf(body, true));
    });
  }
}

/** JSON as one word of a frame. Most invocations have none. */
function oneWord(json: string | undefined): string {
  return json === undefined ? "" : Buffer.from(json).toString("base64url");
}

/** The same JSON for a header, which must be ASCII. */
function inAscii(json: string): string {
  return json
    .replace(/[\r\n\t]/g, " ")
    .replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Separates the details for the log that our bootstrap for Node adds to Lambda's error. */
function withDetails(body: string): InvocationResult {
  const { details, ...error } = Object(jsonOf(body)) as { readonly details?: ErrorDetails };
  return details === undefined
    ? { kind: "error", payload: body }
    : { kind: "error", payload: JSON.stringify(error), details };
}
