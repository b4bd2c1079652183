import { stderrMarks } from "../../output-marks";

type Write = (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;

/** Makes all output synchronous, so that none is lost when the process ends, and stdout and stderr stay in order. */
export function orderOutput(secret: string): void {
  for (const stream of [process.stdout, process.stderr]) {
    const { _handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } };
    _handle?.setBlocking?.(true);
  }
  const [begin, end] = stderrMarks(secret).map((mark) => Buffer.from(mark));
  if (begin === undefined || end === undefined) return;
  // A handler may replace the original.
  const write = process.stdout.write.bind(process.stdout) as Write;
  const marked: Write = (chunk, encoding, done) => {
    const isEncoding = typeof encoding === "string";
    const bytes =
      typeof chunk === "string"
        ? Buffer.from(chunk, isEncoding ? (encoding as BufferEncoding) : "utf8")
        : chunk;
    return write(Buffer.concat([begin, bytes, end]), isEncoding ? done : encoding);
  };
  process.stderr.write = marked as typeof process.stderr.write;
}
