/**
 * Reads the body of a response of another server, which controls the length and the decompressed size.
 *
 * @throws RangeError if it is larger; the rest is not read
 */
export async function readAtMost(response: Response, maxBytes: number): Promise<Buffer> {
  const { body } = response;
  const refusal = new RangeError(`${response.url} sent more than ${maxBytes} bytes`);
  if (body === null) return Buffer.alloc(0);
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await body.cancel();
    throw refusal;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw refusal;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks, length);
}
