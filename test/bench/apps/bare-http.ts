import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The least that a Node server can do: what every other one is measured against. */
const server = createServer((_request, response) => {
  const body = JSON.stringify({ message: "hello" });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
});
server.keepAliveTimeout = 65_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\nReady.\n`);
});
