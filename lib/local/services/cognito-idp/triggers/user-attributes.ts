import type { Pool } from "../pool";
import type { User } from "../state/user";

/**
 * The attributes of a user in the events of triggers.
 *
 * Source: captures of AWS, `test/local/captures/events`
 */
export function triggerAttributes(
  { settings }: Pool,
  { sub, status, attributes, mfa }: User,
): Readonly<Record<string, string>> {
  const { email, phone_number: phone } = attributes;
  const signsInBy = (name: string): boolean =>
    status === "CONFIRMED" && [...settings.usernameAttributes, ...settings.aliasAttributes].includes(name);
  return {
    sub,
    ...(email !== undefined && signsInBy("email") && { "cognito:email_alias": email }),
    ...(phone !== undefined && signsInBy("phone_number") && { "cognito:phone_number_alias": phone }),
    "cognito:user_status": status,
    ...(mfa.enabled.length > 0 && { "cognito:mfa_enabled": "true" }),
    ...(email !== undefined && { email_verified: "false" }),
    ...(phone !== undefined && { phone_number_verified: "false" }),
    ...attributes,
  };
}
