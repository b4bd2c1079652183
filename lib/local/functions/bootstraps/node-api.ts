import { connect } from "node:net";

export interface Reply {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

// The handler may change these.
const exit = process.exit.bind(process);
const bytesOf = Buffer.byteLength;

const api = process.env.AWS_LAMBDA_RUNTIME_API ?? "";
const secret = process.env.SERVERFORM_WORKER_SECRET ?? "";
const [host = "", port = ""] = api.split(":");
const headEnd = "\r\n\r\n";

/**
 * The one connection to the server that started this process: one request at a time, and each answer tells its length.
 *
 * Node's own client would take longer for a request than most handlers do, and handlers change it for tracing.
 */
const socket = connect({ host, port: Number(port), noDelay: true });
let chunks: Buffer[] = [];
let receivedBytes = 0;
/** Of the whole answer, as soon as its head has told. */
let expectedBytes = 0;
let resolveReply: ((reply: Reply) => void) | undefined;

socket.on("data", (chunk: Buffer) => {
  chunks.push(chunk);
  receivedBytes += chunk.length;
  if (receivedBytes < expectedBytes) return;
  const all = chunks.length === 1 ? chunk : Buffer.concat(chunks);
  const head = parseHead(all);
  if (head === undefined) return;
  expectedBytes = head.end + Number(head.headers["content-length"]);
  if (receivedBytes < expectedBytes) return;
  const reply = { ...head, body: all.toString("utf8", head.end, expectedBytes) };
  chunks = [];
  receivedBytes = expectedBytes = 0;
  // While the handler runs, only what it has started itself keeps this process alive.
  socket.unref();
  resolveReply?.(reply);
});
// Without the server there is nothing left to do.
socket.on("error", () => exit(0));
socket.on("close", () => exit(0));

/** Sends a request and waits for its answer. */
export function ask(method: "GET" | "POST", path: string, body = "", extra = ""): Promise<Reply> {
  return new Promise((resolve) => {
    resolveReply = resolve;
    socket.ref();
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${api}\r\nx-serverform-secret: ${secret}\r\n` +
        `content-type: application/json\r\ncontent-length: ${bytesOf(body)}\r\n${extra}\r\n${body}`,
    );
  });
}

/** Reads the head of an answer; nothing as long as it is not whole. */
function parseHead(bytes: Buffer): (Omit<Reply, "body"> & { readonly end: number }) | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(first.split(" ")[1]), headers, end: end + headEnd.length };
}
