import { subscribe } from "node:diagnostics_channel";

import http = require("node:http");

import type { ObservedCall, ObservedText } from "../../observed-calls";

/** The maximum length of a reported text. */
const maxTextBytes = 64 * 1024;

/** The service in a signature: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
const signature = /^AWS4-\S+ Credential=[^,\s]*\/([^/,\s]+)\/aws4_request\b/;

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/**
 * Reports the signed requests of the handler by `http` and `https` after their answers are complete.
 *
 * It observes the data without changing it.
 *
 * @param requestId - the running invocation; undefined between two
 */
export function observeCalls(
  requestId: () => string | undefined,
  report: (requestId: string, call: ObservedCall) => void,
): void {
  const calls = new WeakMap<object, OpenCall | "not signed">();
  const callOf = (request: http.ClientRequest): OpenCall | undefined => {
    const known = calls.get(request) ?? openCall(request, requestId());
    calls.set(request, known);
    if (known === "not signed") return undefined;
    if (!known.isFollowed) {
      known.isFollowed = true;
      // Also emitted for a request without an answer.
      request.once("close", () => finish(known));
    }
    return known;
  };
  const finish = (call: OpenCall): void => {
    if (call.isReported) return;
    call.isReported = true;
    report(call.requestId, call.observed());
  };
  // All ways to send a request use such objects.
  const sending = http.ClientRequest.prototype as unknown as Record<"write" | "end", Method>;
  for (const name of ["write", "end"] as const) {
    const original = sending[name];
    sending[name] = function (this: unknown, ...args) {
      callOf(this as http.ClientRequest)?.input.add(args[0], args[1]);
      return Reflect.apply(original, this, args);
    };
  }
  // Node publishes it when the head of an answer has arrived, before the handler reads the body.
  subscribe("http.client.response.finish", (message) => {
    const { request, response } = message as {
      readonly request: http.ClientRequest;
      readonly response: http.IncomingMessage;
    };
    const call = calls.get(request);
    if (call === undefined || call === "not signed") return;
    call.response = response;
    const push = response.push.bind(response);
    response.push = (chunk: unknown, encoding?: BufferEncoding) => {
      if (chunk === null) finish(call);
      else call.answer.add(chunk, encoding);
      return push(chunk, encoding);
    };
  });
}

function openCall(request: http.ClientRequest, requestId: string | undefined): OpenCall | "not signed" {
  const [, service] = signature.exec(String(request.getHeader("authorization") ?? "")) ?? [];
  return service === undefined || requestId === undefined
    ? "not signed"
    : new OpenCall(request, service, requestId);
}

class OpenCall {
  readonly input = new Collected();
  readonly answer = new Collected();
  response: http.IncomingMessage | undefined;
  isFollowed = false;
  isReported = false;
  private readonly at = Date.now();
  private readonly begun = performance.now();

  constructor(
    private readonly request: http.ClientRequest,
    private readonly service: string,
    readonly requestId: string,
  ) {}

  observed(): ObservedCall {
    const { method, path } = this.request;
    const { statusCode, headers = {} } = this.response ?? {};
    return {
      service: this.service,
      method,
      path,
      target: String(this.request.getHeader("x-amz-target") ?? ""),
      at: this.at,
      durationMs: performance.now() - this.begun,
      input: this.input.text,
      ...(statusCode !== undefined && { status: statusCode }),
      requestId: String(headers["x-amzn-requestid"] ?? headers["x-amz-request-id"] ?? ""),
      answer: this.answer.text,
    };
  }
}

class Collected {
  private readonly chunks: Buffer[] = [];
  private kept = 0;
  private length = 0;

  /** @param chunk - only bytes and texts are used, and callbacks are ignored */
  add(chunk: unknown, encoding: unknown): void {
    const isText = typeof chunk === "string";
    if (!isText && !(chunk instanceof Uint8Array)) return;
    const bytes = isText ? Buffer.from(chunk, encodingOf(encoding)) : Buffer.from(chunk);
    this.length += bytes.length;
    if (this.kept >= maxTextBytes) return;
    const part = bytes.subarray(0, maxTextBytes - this.kept);
    this.kept += part.length;
    this.chunks.push(part);
  }

  get text(): ObservedText {
    const bytes = Buffer.concat(this.chunks);
    return { text: bytes.includes(0) ? "" : bytes.toString("utf8"), length: this.length };
  }
}

const encodingOf = (given: unknown): BufferEncoding =>
  typeof given === "string" && Buffer.isEncoding(given) ? given : "utf8";
