import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { contained } from "../../facts/text/contained";

/** Requests that Node refuses, by the code of its error. */
const clientErrors: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The headers or the body did not arrive in time."],
};

/** The events with which a server passes on a request. */
const requestEvents: ReadonlySet<string> = new Set([
  "request",
  "upgrade",
  "checkContinue",
  "checkExpectation",
  "connect",
]);

/** Source: https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** The client disconnected during or before a request. */
const hangUps: ReadonlySet<string> = new Set(["ECONNRESET", "HPE_INVALID_EOF_STATE"]);

/**
 * Answers requests that Node cannot parse, and reports the reason. Other parts of the server do not receive them.
 *
 * Node uses the first of two `Host` headers, but a proxy in front of it may use the second.
 */
export function answerClientErrors(server: Server, refused: (status: number, reason: string) => void): void {
  const emit = server.emit.bind(server) as (event: string, ...given: readonly unknown[]) => boolean;
  server.emit = (event: string, ...given: readonly unknown[]): boolean => {
    if (!(requestEvents.has(event) && namesSeveralHosts(given[0] as IncomingMessage)))
      return emit(event, ...given);
    const reason = "The request has several Host headers.";
    refused(400, reason);
    sendStatus((given[0] as IncomingMessage).socket, 400, reason);
    return true;
  };
  server.on(
    "clientError",
    contained("HTTP server", (error: NodeJS.ErrnoException, socket) => {
      if (hangUps.has(error.code ?? "") || !socket.writable) return void socket.destroy();
      const [status, reason] = clientErrors[error.code ?? ""] ?? [400, `Not valid HTTP: ${error.message}`];
      refused(status, reason);
      sendStatus(socket, status, reason);
    }),
  );
}

/**
 * Answers on a connection without a response object, and closes it.
 *
 * @param reason - of this server. @default - the client gets only the status, as from AWS
 */
export function sendStatus(socket: Duplex, status: number, reason?: string): void {
  const name = STATUS_CODES[status] ?? "Refused";
  const body = JSON.stringify({ message: reason === undefined ? name : `serverform local: ${reason}` });
  socket.end(
    `HTTP/1.1 ${status} ${name}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
