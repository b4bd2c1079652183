import type { Sending } from "../sending";
import type { AddressAttribute } from "../settings/pool-settings";
import { customTexts } from "../triggers/custom-message";
import { sentBy } from "../triggers/custom-senders";
import { messageTemplate } from "./templates";

/** To where a code was sent, as answers say it. */
export interface CodeDelivery {
  readonly Destination: string;
  readonly DeliveryMedium: "EMAIL" | "SMS";
  readonly AttributeName: AddressAttribute;
}

/** Sends a code to a user: the pool's text, or that of the app's trigger. It arrives in the inbox of this machine. */
export async function send(sending: Sending): Promise<CodeDelivery> {
  const { pool, user, attribute, code, to = user.attributes[attribute] ?? "" } = sending;
  const medium = attribute === "email" ? "EMAIL" : "SMS";
  const sender = await sentBy(sending, medium);
  const template = messageTemplate(pool.settings, sending.occasion);
  // A function that sends writes the text, too.
  const custom = sender === undefined ? await customTexts(sending) : {};
  const text = medium === "EMAIL" ? (custom.email ?? template.email) : (custom.sms ?? template.sms);
  pool.inbox.add({
    pool: pool.settings.name,
    username: user.username,
    medium,
    to,
    ...(medium === "EMAIL" && { subject: custom.subject ?? template.subject }),
    text: filled(text, sending),
    code,
    ...(sender !== undefined && { sender }),
  });
  return { Destination: masked(to, attribute), DeliveryMedium: medium, AttributeName: attribute };
}

function filled(text: string, { pool, user, code, clientId = "" }: Sending): string {
  const link = pool.confirmationLink(user.username, code, clientId);
  return text
    .replaceAll("{####}", code)
    .replaceAll("{username}", user.attributes.preferred_username ?? user.username)
    .replace(/\{##([^#]*)##\}/g, (_, label: string) => `${label}: ${link}`);
}

/** `a***@e***` and `+*******0100`, as the service hides addresses. */
export function masked(address: string, attribute: AddressAttribute): string {
  if (attribute === "phone_number")
    return `+${"*".repeat(Math.max(0, address.length - 5))}${address.slice(-4)}`;
  const [name = "", host = ""] = address.split("@");
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***`;
}
