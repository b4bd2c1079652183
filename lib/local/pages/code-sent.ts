import { masked } from "../services/cognito-idp/messages/send";
import type { Pool } from "../services/cognito-idp/pool";

/** Where the last code of a user went: `A code was sent to a***@e***.` */
export function codeSentNote({ users, inbox, settings }: Pool, name: string, what = "A code"): string {
  const username = users.find(name)?.username;
  const last = inbox.all.findLast(
    (message) =>
      message.pool === settings.name && message.username === username && message.code !== undefined,
  );
  if (username === undefined || last === undefined) return `${what} was sent.`;
  const attribute = last.medium === "EMAIL" ? "email" : "phone_number";
  return `${what} was sent to ${masked(last.to, attribute)}.`;
}
