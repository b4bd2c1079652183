import { PassThrough } from "node:stream";
import { Terminal } from "../../../lib/cli";

/** A terminal without colours, and what it has printed since the last question. */
export function recordingTerminal(): { readonly terminal: Terminal; readonly output: () => string } {
  const stream = new PassThrough();
  const streams = { input: stream, output: stream, errors: stream } as never;
  return {
    terminal: new Terminal({ color: false }, streams, {}),
    output: () => String(stream.read() ?? ""),
  };
}
