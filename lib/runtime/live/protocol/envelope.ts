/** What goes through the sockets. The relay reads the envelope, and passes the body on unread. */
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

const events: readonly unknown[] = ["message", "welcome", "pong", "gone"];

/** Reads what the relay sends; undefined for anything else, for example an error of the gateway. */
export function parseFromRelay(text: string): FromRelay | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return events.includes((Object(value) as { event?: unknown }).event) ? (value as FromRelay) : undefined;
  } catch {
    return undefined;
  }
}
