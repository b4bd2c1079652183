import type { StreamChunk } from "./invocation";
import { type InvocationResult, maxResponseBytes, tooLarge } from "./invocation-result";

/**
 * The output of a streaming handler, for a caller that waits for the whole response: Lambda returns the bytes unchanged, with
 * status and headers before the body.
 */
export class BufferedResponse {
  private pieces: Buffer[] | undefined;
  private length = 0;

  take({ data }: StreamChunk): void {
    this.pieces ??= [];
    const bytes = Buffer.from(data, "base64");
    this.length += bytes.length;
    if (this.length <= maxResponseBytes) this.pieces.push(bytes);
  }

  /** Undefined for a handler that does not stream. */
  get bytes(): Buffer | undefined {
    return this.pieces && this.length <= maxResponseBytes ? Buffer.concat(this.pieces) : undefined;
  }

  /** The result with the streamed bytes instead of the returned value. */
  resultOf(returned: InvocationResult): InvocationResult {
    if (this.pieces === undefined || returned.kind === "error") return returned;
    return this.length > maxResponseBytes
      ? tooLarge()
      : { kind: "response", payload: Buffer.concat(this.pieces).toString("utf8") };
  }
}
