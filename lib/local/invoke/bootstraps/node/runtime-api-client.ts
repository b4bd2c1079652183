import { connect, Socket } from "node:net";
import type { ObservedCall } from "../../observed-calls";
import { FrameReader, frame } from "../../runtime-api/frames";

export interface ReceivedInvocation {
  readonly requestId: string;
  readonly deadlineMs: number;
  readonly functionArn: string;
  readonly traceId: string;
  /** JSON; empty without one. */
  readonly clientContext: string;
  /** JSON; empty without one. */
  readonly identity: string;
  /** JSON. */
  readonly event: string;
}

// A handler may replace the originals.
const exit = process.exit.bind(process);
const bytesOf = Buffer.byteLength;

const api = process.env.AWS_LAMBDA_RUNTIME_API ?? "";
const secret = process.env.SERVERFORM_WORKER_SECRET ?? "";
const [host = "", port = ""] = api.split(":");
const headEnd = "\r\n\r\n";

/**
 * The HTTP connection to the server, until the code is loaded.
 *
 * Node's own HTTP client takes longer for a request than most handlers do, and tracing libraries patch it.
 */
const socket = connect({ host, port: Number(port), noDelay: true });
let received: Buffer = Buffer.alloc(0);
let resolveReply: ((body: string) => void) | undefined;
/** Transports invocations and results after the code is loaded. */
let pipe: Socket | undefined;

socket.on("data", readReply);
endWith(socket);

/** Ends the process with the connection: without the server there is nothing to do. */
function endWith(connection: Socket): void {
  connection.on("error", () => exit(0));
  connection.on("close", () => exit(0));
}

/** Returns the body of the response. The caller must send one request at a time. */
export function ask(method: "GET" | "POST", path: string, body = ""): Promise<string> {
  return new Promise((resolve) => {
    resolveReply = resolve;
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${api}\r\nx-serverform-secret: ${secret}\r\n` +
        `content-type: application/json\r\ncontent-length: ${bytesOf(body)}\r\n\r\n${body}`,
    );
  });
}

/** Switches from HTTP to the pipe, and requests the first invocation. */
export function openPipe(onInvocation: (invocation: ReceivedInvocation) => void): void {
  const opened = new Socket({ fd: 3, readable: true, writable: true });
  pipe = opened;
  const frames = new FrameReader(Number.POSITIVE_INFINITY, {
    frame: (
      [requestId = "", deadline = "", functionArn = "", traceId = "", context = "", caller = ""],
      event = "",
    ) => {
      // While the handler runs, the pipe must not keep this process alive.
      opened.unref();
      const clientContext = Buffer.from(context, "base64url").toString("utf8");
      const identity = Buffer.from(caller, "base64url").toString("utf8");
      const deadlineMs = Number(deadline);
      onInvocation({
        requestId,
        deadlineMs,
        functionArn,
        traceId,
        clientContext,
        identity,
        event,
      });
    },
    broken: () => exit(1),
  });
  opened.on("data", (chunk: Buffer) => frames.push(chunk));
  endWith(opened);
  socket.removeAllListeners("close").destroy();
  opened.write(frame(["next"], ""));
}

export function sendResult(
  kind: "response" | "error" | "crash",
  requestId: string,
  text: string,
  sent?: () => void,
): void {
  pipe?.ref();
  pipe?.write(frame([kind, requestId], text), sent);
}

/** Larger pieces would use too much memory on both sides. */
const maxChunkBytes = 64 * 1024;

/** Sends a piece of a streamed response; calls back when the pipe has accepted it. */
export function sendChunk(requestId: string, contentType: string, bytes: Buffer, sent: () => void): void {
  const words = ["chunk", requestId, contentType.replace(/\s+/g, "")];
  if (pipe === undefined) return sent();
  for (let begin = 0; begin === 0 || begin < bytes.length; begin += maxChunkBytes) {
    const isLast = begin + maxChunkBytes >= bytes.length;
    const text = bytes.toString("base64", begin, begin + maxChunkBytes);
    pipe.write(frame(words, text), isLast ? () => sent() : undefined);
  }
}

/** Reports a request to AWS that an invocation has made. */
export function sendCall(requestId: string, call: ObservedCall): void {
  pipe?.write(frame(["call", requestId], JSON.stringify(call)));
}

/** Reads a response as soon as it is complete. */
function readReply(chunk: Buffer): void {
  received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
  const end = received.indexOf(headEnd);
  if (end < 0) return;
  const head = received.toString("latin1", 0, end);
  const begin = end + headEnd.length;
  const bodyEnd = begin + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  if (received.length < bodyEnd) return;
  const body = received.toString("utf8", begin, bodyEnd);
  received = received.subarray(bodyEnd);
  resolveReply?.(body);
}
