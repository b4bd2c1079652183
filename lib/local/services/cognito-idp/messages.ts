import { block, text, type Values } from "../../../model";
import { createPendingCode } from "./passwords";
import type { MessageTemplate, Occasion, Sending } from "./pool";
import type { AddressAttribute, PoolSettings } from "./settings";
import { customTexts, sentBy } from "./triggers";
import type { CodePurpose } from "./users";

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

/** Makes a code for a purpose, and sends it. */
export function sendCode({
  purpose,
  ...sending
}: Omit<Sending, "code"> & { readonly purpose: CodePurpose }): Promise<CodeDelivery> {
  const { pool, user, attribute } = sending;
  const code = createPendingCode(user, purpose, attribute, pool.clock.now());
  return send({ ...sending, code });
}

/**
 * The answer for a user who does not exist, of a client that hides users. It looks like the one for an existing user:
 * for a name that is an address, it has the letters of that address.
 */
export function simulatedDelivery({ recovery }: PoolSettings, username: string): CodeDelivery {
  const isNumber = phoneNumber.test(username);
  const isSms = isNumber || (recovery[0] === "phone_number" && !username.includes("@"));
  const AttributeName = isSms ? "phone_number" : "email";
  const Destination = simulatedDestination(username, AttributeName);
  return { Destination, DeliveryMedium: isSms ? "SMS" : "EMAIL", AttributeName };
}

const phoneNumber = /^\+\d{6,15}$/;

/** An address of a user who does not exist, masked as by the service. */
export function simulatedDestination(username: string, attribute: AddressAttribute): string {
  if (attribute === "phone_number")
    return masked(phoneNumber.test(username) ? username : "+15555550100", attribute);
  return masked(username.includes("@") ? username : `${username}@example.com`, attribute);
}

/** Source: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-message-customizations.html */
function messageTemplate({ values }: PoolSettings, occasion: Occasion): MessageTemplate {
  if (occasion === "AdminCreateUser") return invitation(values);
  if (occasion === "Authentication") return signInCode(values);
  const template = block(values, "verification_message_template") ?? {};
  const isLink = text(template, "default_email_option") === "CONFIRM_WITH_LINK" && sendsLinks(occasion);
  return {
    subject:
      (isLink ? text(template, "email_subject_by_link") : undefined) ??
      text(template, "email_subject") ??
      text(values, "email_verification_subject") ??
      (isLink ? "Your verification link" : "Your verification code"),
    email: isLink
      ? (text(template, "email_message_by_link") ??
        "Please click the link below to verify your email address. {##Verify Email##}")
      : (text(template, "email_message") ??
        text(values, "email_verification_message") ??
        "Your confirmation code is {####}"),
    sms:
      text(template, "sms_message") ??
      text(values, "sms_verification_message") ??
      "Your confirmation code is {####}",
  };
}

/** Passwords are reset with codes, never with links. */
const sendsLinks = (occasion: Occasion): boolean => occasion === "SignUp" || occasion === "ResendCode";

function invitation(values: Values): MessageTemplate {
  const template = block(block(values, "admin_create_user_config") ?? {}, "invite_message_template") ?? {};
  const usual = "Your username is {username} and temporary password is {####}.";
  return {
    subject: text(template, "email_subject") ?? "Your temporary password",
    email: text(template, "email_message") ?? usual,
    sms: text(template, "sms_message") ?? usual,
  };
}

function signInCode(values: Values): MessageTemplate {
  const email = block(values, "email_mfa_configuration") ?? {};
  const sms =
    block(values, "sms_configuration") === undefined ? undefined : text(values, "sms_authentication_message");
  return {
    subject: text(email, "subject") ?? "Your authentication code",
    email: text(email, "message") ?? "Your authentication code is {####}",
    sms: sms ?? "Your authentication code is {####}",
  };
}
