import { Writable } from "node:stream";
import type { Handler } from "./load-handler";
import { isWithoutCallbacks } from "./node-version";

/** The mark that `awslambda.streamifyResponse` leaves on a handler. */
const mark = Symbol.for("aws.lambda.runtime.handler.streaming");

/** Separates the status and the headers of an HTTP response from its body. */
const separator = new Uint8Array(8);

const httpContentType = "application/vnd.awslambda.http-integration-response";

/** Receives the pieces of a streamed response in order. Calls back when it accepts more. */
export type Chunk = (contentType: string, bytes: Buffer, sent: () => void) => void;

type Bytes = Uint8Array | string;

/**
 * The second argument of a handler that streams its response.
 *
 * Only `write` sends the head: a chunk that is passed to `end` without a write before leaves without it, as in AWS.
 *
 * Source: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/ResponseStream.js
 */
class ResponseStream extends Writable {
  /** Frameworks that do not use `HttpResponseStream` set it, too. */
  _onBeforeFirstWrite?: (write: (bytes: Bytes) => void) => void;
  private contentType = "application/octet-stream";
  private hasWritten = false;
  private hasBegun = false;

  constructor(private readonly chunk: Chunk) {
    super();
  }

  setContentType(contentType: string): void {
    if (this.hasWritten) throw new InvalidStreamingOperation("Cannot set content-type, too late.");
    this.contentType = contentType;
  }

  override write(chunk: Bytes, ...rest: never[]): boolean {
    if (!this.hasWritten) this._onBeforeFirstWrite?.((bytes) => super.write(bytes));
    this.hasWritten = true;
    return super.write(chunk, ...rest);
  }

  override _write(chunk: Bytes, _encoding: string, done: () => void): void {
    this.begin();
    this.chunk(this.contentType, Buffer.from(chunk as Uint8Array), done);
  }

  override _final(done: () => void): void {
    this.begin();
    done();
  }

  /** Even an empty response is marked as a stream. */
  private begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.chunk(this.contentType, Buffer.alloc(0), () => {});
  }
}

class InvalidStreamingOperation extends Error {
  override readonly name = "Runtime.InvalidStreamingOperation";
}

/**
 * The global object that handlers use to stream responses.
 *
 * Source: https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/HttpResponseStream.js
 */
export function provideStreaming(): void {
  const streamifyResponse = (handler: object): object => Object.assign(handler, { [mark]: "response" });
  const HttpResponseStream = {
    from: (stream: ResponseStream, metadata: unknown): ResponseStream => {
      stream.setContentType(httpContentType);
      const head = [JSON.stringify(metadata), separator];
      stream._onBeforeFirstWrite = (write) => {
        for (const part of head) write(part);
      };
      return stream;
    },
  };
  (globalThis as Record<string, unknown>).awslambda = { streamifyResponse, HttpResponseStream };
}

export const isStreaming = (handler: Handler): boolean =>
  (handler as unknown as Record<symbol, unknown>)[mark] === "response";

/** Settles when the handler and its stream have ended. */
export async function runStreaming(
  handler: Handler,
  event: unknown,
  context: unknown,
  chunk: Chunk,
): Promise<void> {
  const stream = new ResponseStream(chunk);
  const ended = new Promise<void>((resolve, reject) => stream.once("finish", resolve).once("error", reject));
  // The handler may fail first.
  ended.catch(() => {});
  const returned = handler(event, stream, context) as { readonly then?: unknown } | undefined;
  if (typeof returned?.then !== "function") throw notAsync();
  if ((await returned) !== undefined) console.warn("Streaming handlers ignore return values.");
  await ended;
}

/** Older runtimes throw only the text. */
function notAsync(): unknown {
  const text = "Streaming does not support non-async handlers.";
  return isWithoutCallbacks() ? new Error(text) : text;
}
