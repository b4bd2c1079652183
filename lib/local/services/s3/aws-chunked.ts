/**
 * The content of a body that was sent in signed chunks with a trailing checksum.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export function withoutChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = body.indexOf("\r\n", at);
    if (lineEnd === -1) return Buffer.concat(parts);
    const bytes = Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    if (!(bytes > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + bytes));
    at = lineEnd + 2 + bytes + 2;
  }
}
