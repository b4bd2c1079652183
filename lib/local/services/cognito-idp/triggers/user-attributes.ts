import type { User } from "../state/user";

/** The attributes of a user in the events of triggers. */
export function triggerAttributes({ sub, status, attributes, mfa }: User): Readonly<Record<string, string>> {
  return {
    sub,
    "cognito:user_status": status,
    ...(mfa.enabled.length > 0 && { "cognito:mfa_enabled": "true" }),
    ...attributes,
  };
}
