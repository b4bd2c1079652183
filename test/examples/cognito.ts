import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The part of the API of user pools that the example uses: the users, and the groups of each. */
export class FakeCognito {
  /** Each request: its operation, and what it asked for. */
  readonly requests: [string, unknown][] = [];
  private readonly server: Server = createServer(async (request, response) => {
    const operation = String(request.headers["x-amz-target"]).split(".").at(-1) ?? "";
    this.requests.push([operation, JSON.parse(await bodyOf(request))]);
    response.setHeader("content-type", "application/x-amz-json-1.1");
    response.end(JSON.stringify(operation === "ListUsers" ? { Users: users } : {}));
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const users = ["bob", "ann"].map((name) => ({
  Username: name,
  Attributes: [{ Name: "email", Value: `${name}@example.com` }],
}));

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}
