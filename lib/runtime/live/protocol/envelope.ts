/** The messages of the sockets. The relay reads the envelope, and forwards the body unread. */
export type ToRelay =
  | { readonly action: "send"; readonly to: string; readonly body: unknown }
  /** Requests the id of this connection. */
  | { readonly action: "hello" }
  /** Keeps the connection from becoming idle, and shows that it is alive. */
  | { readonly action: "ping" };

export type FromRelay =
  | { readonly event: "message"; readonly from: string; readonly body: unknown }
  | { readonly event: "welcome"; readonly connection: string }
  | { readonly event: "pong" }
  /** A connection that was the receiver of a message is closed. */
  | { readonly event: "gone"; readonly connection: string };

/** Notifies an earlier client of the stage that another client has replaced it. */
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
 * Reads messages of the relay; undefined for others, for example an error of the gateway.
 *
 * Every client that may post to the connection can send these messages.
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
