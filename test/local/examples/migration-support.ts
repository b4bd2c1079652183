import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { LocalEvent } from "../../../lib/local";
import { ServedExample } from "./served-example";

const hash = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** Keys and tokens of the tests; the example receives their hashes only. */
export const secrets = { acme: "acme-key", bolt: "bolt-key", clerk: "clerk-word", manager: "manager-word" };

/** The headers that a partner sends. */
export const as = (partner: "acme" | "bolt", key = secrets[partner]) => ({
  "x-partner": partner,
  "x-partner-key": key,
});

interface Options {
  /** Where the old server is. */
  readonly oldServer?: string;
  readonly endpoints?: Readonly<Record<string, string>>;
  /** The keys that the authorizer of the partners accepts. @default - the hashes of the keys */
  readonly partnerKeyHashes?: string;
}

/** The example, served with the old server at an address of this machine. */
export function startMigration({
  oldServer,
  endpoints,
  partnerKeyHashes,
}: Options = {}): Promise<ServedExample> {
  const { acme, bolt, clerk, manager } = secrets;
  return ServedExample.start("examples/migration", {
    environment: {
      PARTNER_KEY_HASHES: partnerKeyHashes ?? JSON.stringify({ acme: hash(acme), bolt: hash(bolt) }),
      STAFF_TOKEN_HASHES: JSON.stringify({ clerk: hash(clerk), manager: hash(manager) }),
      SHOP_STATUS: "closed for stocktaking",
      ...(oldServer !== undefined && { LEGACY_URL: oldServer }),
    },
    endpoints,
  });
}

/** A request that an old server received. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server of before: says who it is, sets two cookies, and remembers what it was asked. */
export class OldServer {
  readonly asked: Asked[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(name: string): Promise<OldServer> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        old.asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        // As a server does that breaks down in the middle of a request.
        if (url.endsWith("/breakdown")) {
          request.socket.destroy();
          return;
        }
        // As one that has hung itself up.
        if (url.endsWith("/hanging")) return;
        response.writeHead(url.endsWith("/missing") ? 404 : 200, {
          "content-type": "text/html",
          "set-cookie": ["session=1; HttpOnly", "theme=dark"],
          "x-powered-by": name,
        });
        response.end(`${name}: ${method} ${url}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const old = new OldServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return old;
  }

  /** Its last request. */
  get last(): Asked {
    const last = this.asked.at(-1);
    if (last === undefined) throw new Error("it was not asked");
    return last;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}

/** Status and body of an answer, its JSON read. */
export async function read(response: Response): Promise<readonly [status: number, body: unknown]> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return [response.status, isJson ? JSON.parse(text) : text];
}

/** Waits for an event, also an earlier one; the time limit of the test is the only one. */
export async function told<Event extends LocalEvent["event"]>(
  served: ServedExample,
  event: Event,
  isWanted: (told: Extract<LocalEvent, { event: Event }>) => boolean,
): Promise<Extract<LocalEvent, { event: Event }>> {
  const isThis = (each: LocalEvent): each is Extract<LocalEvent, { event: Event }> => each.event === event;
  await served.until((each) => isThis(each) && isWanted(each));
  const found = served.events.filter(isThis).find(isWanted);
  if (found === undefined) throw new Error(`no ${event}`);
  return found;
}
