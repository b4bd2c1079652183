import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { readAtMost } from "../../lib/runtime/limited-response";

/** Reads at most 1,000 bytes of a server's answer. */
async function read(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => {
    response.on("error", () => {});
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const text = await readAtMost(await fetch(url), 1000).then(
    (bytes) => `${bytes.length} bytes`,
    (error: unknown) => String(error).replace(url, "<url>"),
  );
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return text;
}

const tooLarge = "RangeError: <url> sent more than 1000 bytes";

/** Writes until the client hangs up. */
function flood(response: ServerResponse): void {
  const write = (): void => {
    if (response.destroyed) return;
    if (response.write(Buffer.alloc(100_000))) setImmediate(write);
    else response.once("drain", write);
  };
  write();
}

describe("The body of another server's response", () => {
  test.each<[string, (response: ServerResponse) => void, string]>([
    ["nothing", (response) => response.end(), "0 bytes"],
    ["as much as is allowed", (response) => response.end(Buffer.alloc(1000)), "1000 bytes"],
    ["one byte more", (response) => response.end(Buffer.alloc(1001)), tooLarge],
    [
      "a length that is never sent",
      (response) => response.writeHead(200, { "content-length": 4.4e9 }).flushHeaders(),
      tooLarge,
    ],
    ["bytes without an end", flood, tooLarge],
    [
      "few bytes that become many",
      (response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(10_000_000))),
      tooLarge,
    ],
  ])("is read up to the limit: %s", async (_, answer, expected) => {
    expect(await read(answer)).toBe(expected);
  });
});
