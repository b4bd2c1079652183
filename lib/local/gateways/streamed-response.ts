import type { ServerResponse } from "node:http";
import type { InvokeOutcome, InvokeRequest, StreamChunk, Timers } from "../invoke";
import { clientHungUp, writePart } from "../wire/respond";
import { failureReason } from "./function-response";
import type { ReportedNotes } from "./served-api";

/** Separates status and headers from the body. */
const separator = Buffer.alloc(8);

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html */
const maxHeadBytes = 16 * 1024;

const typeWithHead = "application/vnd.awslambda.http-integration-response";

/** An invocation whose response is sent while the handler writes it. */
interface StreamedInvocation {
  /** @param onChunk - undefined for a complete response */
  invoke(onChunk: InvokeRequest["onChunk"]): Promise<InvokeOutcome>;
  readonly clock: Timers;
  readonly response: ServerResponse;
  /** Get the failure of the function, and what was sent. */
  readonly notes: ReportedNotes;
  readonly timeoutMs: number;
  /** How long the handler may write nothing. @default - as long as it runs */
  readonly idleMs?: number | undefined;
  /** Whether the response begins with status and headers, for every content type. */
  readonly needsHead: boolean;
  /** Whether the function is invoked for a complete response, which the caller sends. @default false */
  readonly isBuffered?: boolean;
  /**
   * Begins the response. Returns false if status and headers cannot be used.
   *
   * @param head - JSON with status and headers; undefined for a body alone
   */
  begin(head: string | undefined, contentType: string): boolean;
}

/** The end of a streamed response. */
export interface StreamedResult {
  /** Undefined after a timeout. */
  readonly outcome: InvokeOutcome | undefined;
  /** Whether the client has got status and headers. If not, the gateway must answer. */
  readonly hasBegun: boolean;
  /** Why what the handler wrote cannot be sent. */
  readonly problem: string | undefined;
}

/** Invokes a function and sends its output. When the client has gone, the function continues, as in AWS. */
export async function streamResponse(given: StreamedInvocation): Promise<StreamedResult> {
  const { clock, timeoutMs, idleMs = timeoutMs, isBuffered = false } = given;
  const sender = new ResponseSender(given);
  let callOff = (): void => {};
  const timedOut = new Promise<undefined>((resolve) => {
    const end = (): void => resolve(undefined);
    const ends = clock.after(timeoutMs, end);
    let endsIdle = clock.after(idleMs, end);
    sender.onPiece = () => {
      endsIdle();
      endsIdle = clock.after(idleMs, end);
    };
    callOff = () => {
      ends();
      endsIdle();
    };
  });
  const invocation = given.invoke(isBuffered ? undefined : (chunk) => sender.take(chunk));
  const outcome = await Promise.race([invocation, timedOut]);
  callOff();
  // A handler that does not stream has one piece: what it returns.
  if (outcome?.status === "ok" && !sender.hasPieces && !isBuffered) {
    sender.take({ contentType: "application/json", data: Buffer.from(outcome.payload).toString("base64") });
  }
  const hasHungUp = given.response.destroyed;
  if (!isBuffered) sender.end(outcome?.status === "ok");
  const { hasBegun, problem, bodyBytes } = sender;
  const { notes } = given;
  if (outcome !== undefined && outcome.status !== "ok") notes.reason = failureReason(outcome);
  if (hasBegun) {
    notes.responseLength = bodyBytes;
    if (hasHungUp) notes.status = clientHungUp;
  }
  return { outcome, hasBegun, problem };
}

/** Writes pieces to a client, and makes the handler wait while the client does not read. */
class ResponseSender {
  hasPieces = false;
  hasBegun = false;
  problem: string | undefined;
  bodyBytes = 0;
  onPiece = (): void => {};
  /** Bytes that may still be status and headers. */
  private head: Buffer = Buffer.alloc(0);
  private isOver = false;

  constructor(private readonly to: StreamedInvocation) {}

  take({ contentType, data }: StreamChunk): Promise<void> | undefined {
    if (this.isOver || this.problem !== undefined) return undefined;
    this.onPiece();
    const bytes = Buffer.from(data, "base64");
    const isFirst = !this.hasPieces;
    this.hasPieces = true;
    if (this.hasBegun) return this.write(bytes);
    const { needsHead, begin } = this.to;
    if (!needsHead && contentType !== typeWithHead) {
      if (isFirst && bytes.length === 0) return this.start(begin(undefined, contentType));
      return this.start(begin(undefined, contentType), bytes);
    }
    this.head = Buffer.concat([this.head, bytes]);
    const end = this.head.indexOf(separator);
    if (end >= 0) {
      const isUsable = begin(this.head.toString("utf8", 0, end), contentType);
      return this.start(isUsable, this.head.subarray(end + separator.length));
    }
    if (this.head.length > maxHeadBytes) this.problem = noHead;
    return undefined;
  }

  /** Ends the response, or breaks it off: a client must not take a part for the whole. */
  end(isComplete: boolean): void {
    this.isOver = true;
    const { response } = this.to;
    if (!this.hasBegun && isComplete) this.problem ??= noHead;
    if (!this.hasBegun) return;
    if (isComplete) response.end();
    else response.destroy();
  }

  private start(isUsable: boolean, body?: Buffer): Promise<void> | undefined {
    if (!isUsable) {
      this.problem = "its status or headers cannot be sent.";
      return undefined;
    }
    this.hasBegun = true;
    this.to.response.flushHeaders();
    return body === undefined ? undefined : this.write(body);
  }

  private write(bytes: Buffer): Promise<void> | undefined {
    const { response } = this.to;
    this.bodyBytes += bytes.length;
    return bytes.length === 0 ? undefined : writePart(response, bytes);
  }
}

const noHead =
  "it does not begin with status and headers. Use awslambda.HttpResponseStream.from(stream, { statusCode: 200 }), and " +
  "call write before end: the first write sends status and headers.";
