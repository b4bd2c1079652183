import type { Claims } from "../../../identities/token-verifier";

/** Claims in events: every value is a text. */
export function claimTexts(claims: Claims): Record<string, string> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, claimText(value)]));
}

/** A claim as text, in the gateway's format: `[admins editors]` for a list, `map[a:b]` for an object. */
export function claimText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(claimText).join(" ")}]`;
  if (value === null) return "<nil>";
  if (typeof value !== "object") return String(value);
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `map[${members.map(([name, member]) => `${name}:${claimText(member)}`).join(" ")}]`;
}
