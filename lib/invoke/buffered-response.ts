import type { StreamChunk } from "./invocation";
import { type InvocationResult, maxPayloadBytes, tooLarge } from "./invocation-result";

/**
 * What a handler that streams writes for a caller that waits for the whole: Lambda passes the bytes on as they are, with status
 * and headers before the body.
 */
export class BufferedResponse {
  private pieces: Buffer[] | undefined;
  private length = 0;

  take({ data }: StreamChunk): void {
    this.pieces ??= [];
    const bytes = Buffer.from(data, "base64");
    this.length += bytes.length;
    if (this.length <= maxPayloadBytes) this.pieces.push(bytes);
  }

  /** The bytes; undefined for a handler that does not stream. */
  get bytes(): Buffer | undefined {
    return this.pieces && this.length <= maxPayloadBytes ? Buffer.concat(this.pieces) : undefined;
  }

  /** The result with what was written, in place of the one that the handler returned. */
  resultOf(returned: InvocationResult): InvocationResult {
    if (this.pieces === undefined || returned.kind === "error") return returned;
    return this.length > maxPayloadBytes
      ? tooLarge()
      : { kind: "response", payload: Buffer.concat(this.pieces).toString("utf8") };
  }
}
