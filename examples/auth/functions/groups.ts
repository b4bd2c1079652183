/**
 * The groups that a token names.
 *
 * The gateway hands the list over as a text, `[admins members]`.
 */
export function groupsOf(claims: Readonly<Record<string, unknown>>): readonly string[] {
  const value = claims["cognito:groups"];
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string"
    ? value
        .replace(/^\[|\]$/g, "")
        .split(/[\s,]+/)
        .filter(Boolean)
    : [];
}
