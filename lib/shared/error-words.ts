import { distance } from "fastest-levenshtein";

/** A value as the caller may have written it, short enough for one line. */
export function show(value: unknown): string {
  if (typeof value === "function") return `function ${value.name || "(anonymous)"}`;
  if (value === undefined) return "undefined";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

export function oneOf(allowed: readonly string[]): string {
  const quoted = allowed.map(show);
  const last = quoted.pop();
  return quoted.length === 0 ? String(last) : `${quoted.join(", ")} or ${last}`;
}

export function didYouMean(value: unknown, allowed: readonly string[]): string {
  if (typeof value !== "string" || value === "") return "";
  const near = allowed
    .map((each) => ({ each, away: distance(value.toLowerCase(), each.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)[0];
  return near !== undefined && near.away <= Math.max(2, value.length / 3)
    ? ` Did you mean ${show(near.each)}?`
    : "";
}
