import type { Claims } from "../identities/token-verifier";

/** Claims in events of HTTP APIs: every value is a text. */
export function claimTexts(claims: Claims): Record<string, string> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, claimText(value)]));
}

/** A claim as text: `[admins editors]` for a list, `map[a:b]` for an object. */
export function claimText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(claimText).join(" ")}]`;
  if (value === null) return "<nil>";
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${claimText(member)}`).join(" ")}]`;
}

/**
 * Claims in events of REST APIs: every value is a text, lists are joined by commas, and issue and expiry times are
 * written out.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-enable-cognito-user-pool.html; the
 * form of times and lists is that of the deployed gateway.
 */
export function userPoolClaims(claims: Claims): Record<string, string> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => {
      const isTime = (name === "exp" || name === "iat") && typeof value === "number";
      return [name, isTime ? timeText(value) : userPoolClaim(value)];
    }),
  );
}

function userPoolClaim(value: unknown): string {
  if (Array.isArray(value)) return value.map(userPoolClaim).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `Thu Jan 01 00:00:00 UTC 1970`. */
function timeText(epochSeconds: number): string {
  const [weekday, day, month, year, time] = new Date(epochSeconds * 1000).toUTCString().split(/,? /);
  return `${weekday} ${month} ${day} ${time} UTC ${year}`;
}
