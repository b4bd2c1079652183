/** A body that was sent in chunks. */
export interface Unchunked {
  readonly content: Buffer;
  /** The headers after the last chunk: a checksum. */
  readonly trailers: Readonly<Record<string, string>>;
}

/**
 * The content of a body that was sent in signed chunks with a trailing checksum.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export function withoutChunks(body: Buffer): Unchunked {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = body.indexOf("\r\n", at);
    const bytes = lineEnd === -1 ? 0 : Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    if (!(bytes > 0)) {
      const rest = lineEnd === -1 ? "" : body.toString("latin1", lineEnd + 2);
      return { content: Buffer.concat(parts), trailers: trailersIn(rest) };
    }
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + bytes));
    at = lineEnd + 2 + bytes + 2;
  }
}

function trailersIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(/\r?\n/).flatMap((line) => {
      const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
    }),
  );
}
