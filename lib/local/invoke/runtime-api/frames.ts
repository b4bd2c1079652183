/*
 * The messages between this server and a process with our bootstrap, after it has loaded its code. A frame is a line of words and
 * a text; the last word is the length of the text. Frames transport the Runtime API's `next`, `response` and `error` through a
 * pipe, in a fraction of the time of HTTP over TCP, which all other runtimes use. Both sides import this file.
 */

// A handler may replace the original.
const bytesOf = Buffer.byteLength;
const newline = 10;
/** Far above the length of any line. */
const maxLineBytes = 8192;

export function frame(words: readonly (string | number)[], text: string): string {
  return `${words.join(" ")} ${bytesOf(text)}\n${text}`;
}

export interface FrameListener {
  /** The text is undefined if it is larger than the limit. */
  frame(words: readonly string[], text: string | undefined): void;
  /** The bytes are not a frame, and no further frame follows. */
  broken(): void;
}

/** Finds the frames in the chunks of a socket. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private received = 0;
  /** Number of bytes that the next frame needs at least. */
  private needed = 1;
  /** Remaining bytes of a text that is too large. */
  private skipped = 0;

  constructor(
    private readonly maxTextBytes: number,
    private readonly listener: FrameListener,
  ) {}

  push(chunk: Buffer): void {
    this.received += chunk.length;
    if (this.received < this.needed) {
      this.chunks.push(chunk);
      return;
    }
    let bytes = chunk;
    if (this.chunks.length > 0) {
      bytes = Buffer.concat([...this.chunks, chunk]);
      this.chunks = [];
    }
    this.needed = 1;
    while (bytes.length >= this.needed) {
      const used = this.take(bytes);
      if (used === undefined) return this.listener.broken();
      // Most chunks are one whole frame.
      if (used === bytes.length) {
        this.received = 0;
        return;
      }
      bytes = bytes.subarray(used);
    }
    this.received = bytes.length;
    if (bytes.length > 0) this.chunks.push(bytes);
  }

  /**
   * Reads the first frame, or sets `needed` if it is incomplete.
   *
   * Returns the number of used bytes; undefined if the bytes are not a frame.
   */
  private take(bytes: Buffer): number | undefined {
    if (this.skipped > 0) {
      const used = Math.min(this.skipped, bytes.length);
      this.skipped -= used;
      return used;
    }
    const lineEnd = bytes.indexOf(newline);
    if (lineEnd < 0) {
      this.needed = bytes.length + 1;
      return bytes.length > maxLineBytes ? undefined : 0;
    }
    const words = bytes.toString("latin1", 0, lineEnd).split(" ");
    const length = Number(words.pop());
    if (!Number.isInteger(length) || length < 0) return undefined;
    const begin = lineEnd + 1;
    if (length > this.maxTextBytes) {
      this.skipped = length;
      this.listener.frame(words, undefined);
      return begin;
    }
    const end = begin + length;
    if (bytes.length < end) {
      this.needed = end;
      return 0;
    }
    this.listener.frame(words, bytes.toString("utf8", begin, end));
    return end;
  }
}
