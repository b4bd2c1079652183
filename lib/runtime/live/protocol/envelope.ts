/** The messages of the sockets. The relay reads the envelope, and passes the body on unread. */
export type ToRelay =
  | { readonly action: "send"; readonly to: string; readonly body: unknown }
  /** Asks for the id of the own connection. */
  | { readonly action: "hello" }
  /** Keeps the connection from becoming idle, and shows that it is alive. */
  | { readonly action: "ping" };

export type FromRelay =
  | { readonly event: "message"; readonly from: string; readonly body: unknown }
  | { readonly event: "welcome"; readonly connection: string }
  | { readonly event: "pong" }
  /** A connection to which this one has sent something is closed. */
  | { readonly event: "gone"; readonly connection: string };

/** Tells an earlier client of the stage that another one has taken its place. */
export const lookAtLeases = { notice: "leases" } as const;

export const isLeaseNotice = (body: unknown): boolean =>
  (Object(body) as { notice?: unknown }).notice === lookAtLeases.notice;

/**
 * An id of a connection, which becomes a part of a URL.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
 */
const connectionPattern = /^[\w=+/-]{1,128}$/;

const connectionIn = (value: unknown): string | undefined =>
  typeof value === "string" && connectionPattern.test(value) ? value : undefined;

/**
 * Reads messages of the relay; undefined for anything else, for example an error of the gateway.
 *
 * Every client that may post to the connection can send it, too.
 */
export function parseFromRelay(text: string): FromRelay | undefined {
  const given = Object(parsed(text)) as Readonly<Record<string, unknown>>;
  const { event, body } = given;
  if (event === "pong") return { event };
  if (event === "message") {
    const from = connectionIn(given.from);
    return from === undefined ? undefined : { event, from, body };
  }
  if (event !== "welcome" && event !== "gone") return undefined;
  const connection = connectionIn(given.connection);
  return connection === undefined ? undefined : { event, connection };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
