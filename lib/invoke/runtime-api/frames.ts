/*
 * How this server and a process of ours talk once the process has its code: a line of words, of which the last is the
 * length of the text that follows. It carries the Runtime API's `next`, `response` and `error` through a pipe and takes a
 * fraction of the time of HTTP over TCP, which all other runtimes use. Both sides import this file.
 */

// A handler may change these.
const bytesOf = Buffer.byteLength;
const newline = 10;
/** No line is nearly as long. */
const maxLineBytes = 8192;

/** One message, ready to be written. */
export function frame(words: readonly (string | number)[], text: string): string {
  return `${words.join(" ")} ${bytesOf(text)}\n${text}`;
}

/** Who reads frames. */
export interface FrameListener {
  /** The text is undefined where it is larger than the limit. */
  frame(words: readonly string[], text: string | undefined): void;
  /** What comes is no frame, and nothing after it will be. */
  broken(): void;
}

/** Takes frames out of what a socket receives, in whatever pieces it comes. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private received = 0;
  /** How much must be there before it is worth looking. */
  private needed = 1;
  /** What has still to come of a text that is too large. */
  private skipped = 0;

  constructor(
    private readonly maxTextBytes: number,
    private readonly listener: FrameListener,
  ) {}

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.received += chunk.length;
    if (this.received < this.needed) return;
    const [first = chunk] = this.chunks;
    let bytes = this.chunks.length === 1 ? first : Buffer.concat(this.chunks);
    this.chunks = [];
    this.needed = 1;
    while (bytes.length >= this.needed) {
      const used = this.take(bytes);
      if (used === undefined) return this.listener.broken();
      bytes = bytes.subarray(used);
    }
    this.received = bytes.length;
    if (bytes.length > 0) this.chunks.push(bytes);
  }

  /** Takes one frame off the beginning, or says how much is needed for it; returns how much it has used. */
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
