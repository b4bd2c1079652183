import type { Writable } from "node:stream";
import { contained } from "../invoke";

/**
 * Writes a part of a stream.
 *
 * @returns undefined if more can be written at once; otherwise a promise that resolves when the stream is ready for more, or closed
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
