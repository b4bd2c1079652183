import { gunzipSync, inflateSync } from "node:zlib";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import { refusal } from "./responses";

/** Each coding of a body, with its decoder. */
const decoders: Readonly<Record<string, (body: Buffer, maxBytes: number) => Buffer>> = {
  gzip: (body, maxOutputLength) => gunzipSync(body, { maxOutputLength }),
  deflate: (body, maxOutputLength) => inflateSync(body, { maxOutputLength }),
};

/**
 * A request with its body as the client wrote it, before it was compressed. AWS answers a body that it cannot decode, or that is
 * too large then, with status 500.
 */
export function decoded(request: ServiceRequest, maxBytes: number): ServiceRequest | ServiceResponse {
  const { "content-encoding": coding, "content-length": _, ...headers } = request.headers;
  if (coding === undefined || coding === "identity" || coding === "") return request;
  const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
  try {
    const body = decode?.(request.body, maxBytes);
    if (body !== undefined) return { ...request, headers, body };
  } catch {
    // The body does not match the header.
  }
  return { ...refusal("InternalServerError", "The request body cannot be decoded."), status: 500 };
}
