import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { isJson } from "../../local/json";
import { type Answer, errorAnswer, maxPayloadBytes, tooLarge } from "../invocation-result";
import { FrameReader, frame } from "./frames";

/** What runs in a process: one of our bootstraps, or the program `bootstrap` of the function. */
export type ProcessKind = "node" | "python" | "provided";

/** What a process is told of one invocation. */
export interface Invocation {
  readonly requestId: string;
  readonly functionArn: string;
  readonly payload: string;
  readonly deadlineMs: number;
  readonly traceId: string;
}

/** Who hears what a process says. */
export interface EndpointListener {
  /** It asks for its first invocation: it has loaded its code. */
  ready(): void;
  answered(requestId: string, answer: Answer): void;
  /** Its code cannot be loaded. */
  initFailed(answer: Answer): void;
}

/** Where our own bootstraps learn which function they run, so that they can be started before it is known. */
export const setupPath = "/serverform/function";
/** Proves that a request comes from the process that was started for this endpoint. */
export const secretHeader = "x-serverform-secret";

const api = "/2018-06-01/runtime";
const answerPath = /^\/2018-06-01\/runtime\/invocation\/([^/]+)\/(response|error)$/;

/** Somebody who waits for something to do. */
interface Asking {
  send(invocation: Invocation): void;
}

/**
 * Lambda's Runtime API for one process, on a port of its own.
 *
 * The variable that tells a runtime where the API is takes host and port and nothing else, so the port tells the
 * processes apart. Requests of a browser are refused, and where the process runs our bootstrap, those without its secret.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 */
export class RuntimeEndpoint {
  readonly secret = randomBytes(24).toString("hex");
  listener: EndpointListener | undefined;

  private readonly server: Server;
  private port = 0;
  private isReady = false;
  private asking: Asking | undefined;
  private pipe: Duplex | undefined;
  private askingSetup: ServerResponse | undefined;
  private setupText: string | undefined;
  private pending: Invocation | undefined;
  private current: Invocation | undefined;

  private constructor(private readonly kind: ProcessKind) {
    this.server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
      response.on("error", () => {});
      this.handle(request, response);
    });
    this.server.unref();
  }

  static async open(kind: ProcessKind): Promise<RuntimeEndpoint> {
    const endpoint = new RuntimeEndpoint(kind);
    await new Promise<void>((resolve, reject) => {
      endpoint.server.once("error", reject);
      endpoint.server.listen(0, "127.0.0.1", resolve);
    });
    endpoint.port = (endpoint.server.address() as AddressInfo).port;
    return endpoint;
  }

  /** As `AWS_LAMBDA_RUNTIME_API` takes it. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /**
   * Serves a process of ours by a pipe beside HTTP, which it goes over to when it has loaded its code.
   *
   * The same invocations and answers go through it, as frames: two requests in HTTP take longer than most handlers.
   */
  attach(pipe: Duplex): void {
    this.pipe = pipe;
    const asking: Asking = {
      send: ({ payload, requestId, deadlineMs, functionArn, traceId }) => {
        pipe.write(frame([requestId, deadlineMs, functionArn, traceId], payload));
      },
    };
    const frames = new FrameReader(maxPayloadBytes, {
      frame: ([kind = "", requestId = ""], text) => {
        if (kind === "next") return this.ask(asking);
        if (this.current?.requestId !== requestId) return;
        this.current = undefined;
        // After a crash the process ends.
        if (kind !== "crash") this.asking = asking;
        const answer = text === undefined ? tooLarge() : this.answerOf(text, kind !== "response");
        this.listener?.answered(requestId, answer);
        this.deliver();
      },
      broken: () => pipe.destroy(),
    });
    pipe.on("data", (chunk: Buffer) => frames.push(chunk));
    // What is cut off is told by the process that ends.
    pipe.on("error", () => {});
    pipe.on("close", () => {
      if (this.asking === asking) this.asking = undefined;
    });
  }

  /** Tells our bootstrap which function it is. */
  setUp(setup: object): void {
    this.setupText = JSON.stringify(setup);
    this.sendSetup();
  }

  /** Hands over an invocation; there must be none under way. */
  give(invocation: Invocation): void {
    this.pending = invocation;
    this.deliver();
  }

  /** Takes back an invocation that the process has not fetched. */
  takeBack(): boolean {
    const isHere = this.pending !== undefined;
    this.pending = undefined;
    return isHere;
  }

  close(): void {
    this.listener = undefined;
    this.pipe?.destroy();
    this.server.close();
    this.server.closeAllConnections();
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    if (!this.isTrusted(request)) return refuse(request, response, 403, "Forbidden", "Not for you.");
    const { method, url = "" } = request;
    if (method === "GET" && url === `${api}/invocation/next`) return this.askByHttp(response);
    if (method === "GET" && url === setupPath) return this.askSetup(response);
    if (method === "POST" && url === `${api}/init/error`) return this.readInitError(request, response);
    const [, requestId, kind] = (method === "POST" && answerPath.exec(url)) || [];
    if (requestId !== undefined) return this.readAnswer(request, response, requestId, kind === "error");
    refuse(request, response, 404, "NotFound", `There is no ${method} ${url}.`);
  }

  /** A page in a browser can send requests here, but neither without these headers nor with another host. */
  private isTrusted({ headers }: IncomingMessage): boolean {
    const isBrowser =
      headers.origin !== undefined ||
      headers.referer !== undefined ||
      headers["sec-fetch-site"] !== undefined;
    if (isBrowser || headers.host !== this.address) return false;
    if (this.kind === "provided") return true;
    const [given, expected] = [Buffer.from(String(headers[secretHeader])), Buffer.from(this.secret)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private askByHttp(response: ServerResponse): void {
    const asking: Asking = {
      send: ({ payload, requestId, deadlineMs, functionArn, traceId }) => {
        response.writeHead(200, {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(payload),
          "lambda-runtime-aws-request-id": requestId,
          "lambda-runtime-deadline-ms": deadlineMs,
          "lambda-runtime-invoked-function-arn": functionArn,
          "lambda-runtime-trace-id": traceId,
        });
        response.end(payload);
      },
    };
    response.on("close", () => {
      if (this.asking === asking) this.asking = undefined;
    });
    this.ask(asking);
  }

  private ask(asking: Asking): void {
    this.asking = asking;
    if (!this.isReady) {
      this.isReady = true;
      this.listener?.ready();
    }
    this.deliver();
  }

  private deliver(): void {
    const { asking, pending } = this;
    if (asking === undefined || pending === undefined) return;
    this.asking = undefined;
    this.pending = undefined;
    this.current = pending;
    asking.send(pending);
  }

  private askSetup(response: ServerResponse): void {
    this.askingSetup = response;
    this.sendSetup();
  }

  private sendSetup(): void {
    const { askingSetup, setupText } = this;
    if (askingSetup === undefined || setupText === undefined) return;
    this.askingSetup = undefined;
    sendJson(askingSetup, 200, setupText);
  }

  private readAnswer(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    isError: boolean,
  ): void {
    readBody(request, (body) => {
      if (this.current?.requestId !== requestId) {
        return sendError(response, 400, "InvalidRequestID", "This is not the request under way.");
      }
      this.current = undefined;
      const answer = body === undefined ? tooLarge() : this.answerOf(body, isError);
      if (body === undefined) {
        sendError(response, 413, "RequestEntityTooLarge", "Exceeded maximum allowed payload size.");
      } else sendJson(response, 202, '{"status":"OK"}');
      this.listener?.answered(requestId, answer);
    });
  }

  private answerOf(body: string, isError: boolean): Answer {
    if (isError) return { kind: "error", payload: body };
    const payload = body === "" ? "null" : body;
    // What our own bootstrap for Node sends is JSON; Python writes NaN, and others may send anything.
    if (this.kind === "node" || isJson(payload)) return { kind: "response", payload };
    return errorAnswer("Runtime.MalformedResponse", `The response is no JSON: ${payload.slice(0, 200)}`);
  }

  private readInitError(request: IncomingMessage, response: ServerResponse): void {
    readBody(request, (body) => {
      sendJson(response, 202, '{"status":"OK"}');
      this.listener?.initFailed(body === undefined ? tooLarge() : { kind: "error", payload: body });
    });
  }
}

/** Reads a body; nothing, when it is larger than a function may answer. */
function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxPayloadBytes) chunks.push(chunk);
    else chunks.length = 0;
  });
  request.on("end", () => done(bytes > maxPayloadBytes ? undefined : Buffer.concat(chunks).toString("utf8")));
  request.on("error", () => {});
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  errorType: string,
  errorMessage: string,
): void {
  request.resume();
  sendError(response, status, errorType, errorMessage);
}

function sendError(response: ServerResponse, status: number, errorType: string, errorMessage: string): void {
  sendJson(response, status, JSON.stringify({ errorType, errorMessage }));
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
    .end(text);
}
