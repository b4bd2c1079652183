// The functions of the relay in the debug stack. They forward messages unread, and do not log them.
import { postToConnection } from "../../../aws/connections";
import { LeaseTable } from "../../../live/lease-table";
import type { FromRelay, ToRelay } from "../../../live/protocol/envelope";

interface SocketEvent {
  readonly requestContext: {
    readonly connectionId: string;
    readonly domainName: string;
    readonly stage: string;
    readonly eventType: "CONNECT" | "MESSAGE" | "DISCONNECT";
  };
  readonly body?: string;
}

const answered = { statusCode: 200 } as const;
const region = process.env.AWS_REGION ?? "";

/** Handles all routes. The gateway has already checked the permission to connect. */
export async function handler(event: SocketEvent): Promise<{ readonly statusCode: number }> {
  const { eventType, connectionId } = event.requestContext;
  if (eventType === "DISCONNECT") await disconnected(connectionId);
  if (eventType === "MESSAGE") await relay(event, parse(event.body));
  return answered;
}

async function disconnected(connection: string): Promise<void> {
  const table = new LeaseTable(process.env.SERVERFORM_DEBUG_TABLE_NAME ?? "", { region });
  await table.disconnected(connection, Date.now());
}

async function relay(event: SocketEvent, message: ToRelay | undefined): Promise<void> {
  const { connectionId: from } = event.requestContext;
  if (message?.action === "hello") await post(event, from, { event: "welcome", connection: from });
  if (message?.action === "ping") await post(event, from, { event: "pong" });
  if (message?.action !== "send" || typeof message.to !== "string") return;
  const { to, body } = message;
  if (await post(event, to, { event: "message", from, body })) return;
  await post(event, from, { event: "gone", connection: to });
}

/** Returns whether the connection is open. */
function post({ requestContext }: SocketEvent, to: string, message: FromRelay): Promise<boolean> {
  const { domainName, stage } = requestContext;
  return postToConnection(`https://${domainName}/${stage}`, to, JSON.stringify(message), { region });
}

function parse(body: string | undefined): ToRelay | undefined {
  try {
    return Object(JSON.parse(body ?? "")) as ToRelay;
  } catch {
    return undefined;
  }
}
