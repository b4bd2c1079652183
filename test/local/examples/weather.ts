import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { ServedExample } from "./served-example";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The page of the keepers, which the example uses by default. */
export const keepersOrigin = "https://keepers.example.com";

/**
 * The rest-usage-plan example: an admin with the token `secret`, and stations whose tokens are `<id>-token`. All tests of a file
 * share it.
 */
export let weather: ServedExample;

beforeAll(async () => {
  weather = await ServedExample.start("examples/rest-usage-plan", {
    environment: {
      ADMIN_TOKEN_HASH: sha256("secret"),
      STATION_TOKEN_HASHES: JSON.stringify({ harbour: sha256("harbour-token"), hill: sha256("hill-token") }),
    },
  });
});

afterAll(() => weather.stop());

/** The value of an API key, as the server prints it at its start. */
export function apiKeyOf({ events }: ServedExample, name: string): string {
  const notices = events.flatMap((each) => (each.event === "notice" ? [each.text] : []));
  const found = notices.flatMap(
    (text) => new RegExp(`accepts the API key \\S*${name}: (\\S+)`).exec(text)?.[1] ?? [],
  )[0];
  if (found === undefined) throw new Error(`no key ${name} in ${JSON.stringify(notices)}`);
  return found;
}

/** How often a function has written a line; all its output arrives before its answer. */
export function timesWritten({ events }: ServedExample, line: string): number {
  return events.filter((each) => each.event === "log" && each.line.includes(line)).length;
}

/** The function that answered the last request; undefined when the gateway did it alone. */
export function lastAnsweredBy({ events }: ServedExample): string | undefined {
  return events.flatMap((each) => (each.event === "request" ? [each] : [])).at(-1)?.function;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Sent {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** Sends these headers and bytes and no others: `fetch` would add an `Accept`. */
export function send(url: string, { method = "GET", headers, body }: Sent = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
