import type { IncomingMessage, ServerResponse } from "node:http";
import { contained } from "../../../facts/text/contained";
import { maxResponseBytes } from "../invocation-result";

/** Reads a body; undefined if it is larger than the limit for responses. */
export function readText(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on(
    "data",
    contained("Runtime API", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxResponseBytes) chunks.push(chunk);
      else chunks.length = 0;
    }),
  );
  request.on(
    "end",
    contained("Runtime API", () =>
      done(bytes > maxResponseBytes ? undefined : Buffer.concat(chunks).toString("utf8")),
    ),
  );
  request.on("error", () => {});
}

/** Sends an error, without reading the rest of the body. */
export function sendError(
  response: ServerResponse,
  status: number,
  errorType: string,
  errorMessage: string,
): void {
  response.req.resume();
  sendJson(response, status, JSON.stringify({ errorType, errorMessage }));
}

export function sendJson(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
    .end(text);
}
