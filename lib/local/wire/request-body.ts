import type { IncomingMessage } from "node:http";
import { contained } from "../invoke";

/**
 * The largest request body of an HTTP or REST API.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
export const maxBodyBytes = 10 * 1024 * 1024;

/**
 * The largest payload of a function.
 *
 * Source: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const maxFunctionPayloadBytes = 6 * 1024 * 1024;

/** A refused body is still read up to this multiple of the limit, so that the client can read the response. */
const drainFactor = 8;

export type RequestBody =
  | { readonly state: "complete"; readonly bytes: Buffer }
  /** The body is over the limit; the rest is discarded. */
  | { readonly state: "too-large" }
  | { readonly state: "aborted" };

const noBody: RequestBody = { state: "complete", bytes: Buffer.alloc(0) };

export function hasBody(request: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  return (length !== undefined && length !== "0") || encoding !== undefined;
}

/** Reads the body of a request, up to a limit. Never rejects. */
export function readBody(request: IncomingMessage, limit: number = maxBodyBytes): Promise<RequestBody> {
  if (!hasBody(request)) return Promise.resolve(noBody);
  if (Number(request.headers["content-length"] ?? 0) > limit) {
    drain(request, limit);
    return Promise.resolve({ state: "too-large" });
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (body: RequestBody): void => {
      request.off("data", take);
      request.off("end", end);
      request.off("error", abort);
      request.off("close", abort);
      resolve(body);
    };
    const take = contained("connection", (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      settle({ state: "too-large" });
      drain(request, limit);
    });
    const end = contained("connection", (): void => {
      const [first] = chunks;
      const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length);
      settle({ state: "complete", bytes });
    });
    const abort = contained("connection", (): void => {
      // Without a listener, a later error would end the process.
      request.on("error", ignore);
      settle({ state: "aborted" });
    });
    request.on("data", take);
    request.on("end", end);
    request.on("error", abort);
    request.on("close", abort);
  });
}

/**
 * The unread body of a request that was already answered. Otherwise it would be discarded.
 *
 * @param kept - the maximum number of bytes in the result
 * @returns undefined for a request without a body, and for a body that was read or lost
 */
export function unreadBody(
  request: IncomingMessage,
  kept: number,
): Promise<{ readonly bytes: Buffer; readonly length: number } | undefined> | undefined {
  if (!hasBody(request) || request.readableDidRead || request.destroyed) return undefined;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on(
      "data",
      contained("connection", (chunk: Buffer) => {
        if (length < kept) chunks.push(chunk);
        length += chunk.length;
      }),
    );
    request.on(
      "end",
      contained("connection", () => resolve({ bytes: Buffer.concat(chunks), length })),
    );
    request.on(
      "close",
      contained("connection", () => resolve(undefined)),
    );
    // After the first read, Node leaves the body to the reader.
    request.read(0);
  });
}

/** Discards the rest of a body, and disconnects a client that keeps sending. */
export function drain(request: IncomingMessage, limit: number = maxBodyBytes): void {
  let left = limit * drainFactor;
  request.on("error", ignore);
  request.on(
    "data",
    contained("connection", (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) request.destroy();
    }),
  );
  request.resume();
}

function ignore(): void {}
