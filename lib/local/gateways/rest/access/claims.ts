import type { Claims } from "../../../identities/token-verifier";

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const times: readonly string[] = ["exp", "iat"];

/**
 * Claims in events of REST APIs: every value is a text, lists are joined by commas, and issue and expiry times are
 * written out.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-enable-cognito-user-pool.html; the
 * form of times and lists is that of the deployed gateway.
 */
export function userPoolClaims(claims: Claims): Record<string, string> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      times.includes(name) && typeof value === "number" ? timeText(value) : claimText(value),
    ]),
  );
}

function claimText(value: unknown): string {
  if (Array.isArray(value)) return value.map(claimText).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** `Thu Jan 01 00:00:00 UTC 1970`. */
function timeText(epochSeconds: number): string {
  const date = new Date(epochSeconds * 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(":");
  return `${days[date.getUTCDay()]} ${months[date.getUTCMonth()]} ${two(date.getUTCDate())} ${time} UTC ${date.getUTCFullYear()}`;
}
