import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Writable } from "node:stream";
import { contained } from "../invoke";
import { drain, hasBody } from "./request-body";

/** Logged status for a client that disconnected, as in nginx. */
export const clientHungUp = 499;

interface Answered {
  readonly response: ServerResponse;
  readonly notes: { status?: number; responseLength?: number; sentBody?: string | Buffer };
}

interface Content {
  readonly status: number;
  readonly body: string | Buffer;
}

/**
 * Sends a response, and records its status and length; never throws.
 *
 * @param headers - get the length of the body, if the response has one
 * @param onInvalid - called for headers that Node refuses, to send another response
 */
export function respond(
  { response, notes }: Answered,
  { status, body }: Content,
  headers: OutgoingHttpHeaders,
  onInvalid: () => void,
  lengthName = "content-length",
): void {
  // The client has disconnected.
  if (response.destroyed) {
    notes.status = clientHungUp;
    return;
  }
  if (response.headersSent) return;
  const hasNoBody = status === 204 || status === 304;
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  notes.status = status;
  notes.responseLength = hasNoBody ? 0 : length;
  if (!hasNoBody) {
    notes.sentBody = body;
    headers[lengthName] = length;
  }
  try {
    response.writeHead(status, headers);
  } catch {
    onInvalid();
    return;
  }
  endAfterRequest(response, hasNoBody ? undefined : body);
}

/** Starts a response whose body follows in pieces. Returns false for headers that Node refuses. */
export function beginResponse(
  { response, notes }: Answered,
  status: number,
  headers: OutgoingHttpHeaders,
): boolean {
  notes.status = status;
  if (response.destroyed) return true;
  try {
    response.writeHead(status, headers);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends a response after the request has ended.
 *
 * Some clients read the response only after they have sent everything. The end of the response may close the connection, and such
 * a client would not receive it.
 */
function endAfterRequest(response: ServerResponse, body: string | Buffer | undefined): void {
  const { req: request } = response;
  if (request.complete || !hasBody(request)) return void response.end(body);
  if (body === undefined) response.flushHeaders();
  else response.write(body);
  const end = contained("connection", (): void => {
    if (!response.writableEnded) response.end();
  });
  request.once("end", end);
  request.once("close", end);
  drain(request);
}

/** Headers for Node. The object has no prototype, because clients and functions choose the names. */
export function outgoing(
  headers: Readonly<Record<string, string | readonly string[]>>,
  isKept: (name: string) => boolean = () => true,
): OutgoingHttpHeaders {
  const all: OutgoingHttpHeaders = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (isKept(name)) all[name] = typeof value === "string" ? value : [...value];
  }
  return all;
}

/**
 * Writes a part of a stream.
 *
 * @returns undefined if the stream accepts more; otherwise a promise that resolves when it accepts more or is closed
 */
export function writePart(stream: Writable, part: Uint8Array | string): Promise<void> | undefined {
  if (stream.destroyed || stream.write(part)) return undefined;
  return new Promise((resolve) => {
    const go = contained("connection", (): void => {
      stream.off("drain", go);
      stream.off("close", go);
      resolve();
    });
    stream.on("drain", go);
    stream.on("close", go);
  });
}

const maxLetters = 200;

/**
 * A text that can be quoted in a header, although clients choose a part of it. Characters that would end the text, or that Node
 * refuses in headers, become question marks.
 *
 * Source: https://www.rfc-editor.org/rfc/rfc6750#section-3
 */
export function headerQuote(text: string): string {
  return text.slice(0, maxLetters).replace(/[^\x20-\x7e]|["\\]/g, "?");
}
