import { distance } from "fastest-levenshtein";
import type { ErrorText } from "./errors";

/**
 * Every text that the library shows for wrong input, by code.
 *
 * A text gives the problem, which goes on after the prop, and the remedy. One place, so that they read alike and the
 * documentation can list them.
 */
export const catalogue = {
  // Values and props of any construct
  "duration-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is no duration.`,
    remedy: 'Write a whole number and a unit: "30 seconds", "5 minutes", "1 hour" or "3 days".',
  }),
  "size-invalid": ({ value }: { value: unknown }) => ({
    problem: `is ${show(value)}, which is no size.`,
    remedy: 'Write a whole number and MB or GB: "512 MB" or "1 GB".',
  }),
  "out-of-range": ({ value, range }: { value: unknown; range: string }) => ({
    problem: `is ${show(value)}, outside ${range}.`,
    remedy: `Choose a value within ${range}.`,
  }),
  "literal-unknown": ({ value, allowed }: { value: unknown; allowed: readonly string[] }) => ({
    problem: `is ${show(value)}.`,
    remedy: `Use ${oneOf(allowed)}.${didYouMean(value, allowed)}`,
  }),
  "key-unknown": ({ key, allowed }: { key: string; allowed: readonly string[] }) => ({
    problem: `has the key ${show(key)}, which it does not know.`,
    remedy: `Known keys: ${[...allowed].sort().join(", ")}.${didYouMean(key, allowed)}`,
  }),
  "key-rejected": ({ key, remedy }: { key: string; remedy: string }) => ({
    problem: `has the key ${show(key)}, which the library computes or offers as a prop of its own.`,
    remedy,
  }),
  "prop-required": ({ remedy }: { remedy: string }) => ({ problem: "is missing.", remedy }),
  "prop-invalid": ({ value, expected }: { value: unknown; expected: string }) => ({
    problem: `is ${show(value)}.`,
    remedy: `Write ${expected}.`,
  }),
  "import-wrong-type": ({ found, allowed }: { found: string; allowed: readonly string[] }) => ({
    problem: `is an object of type ${found}.`,
    remedy: `Pass an object of type ${oneOf(allowed)}, or a plain object with the keys to override.`,
  }),
  "part-not-found": ({ part, value, parts }: { part: string; value: string; parts: readonly string[] }) => ({
    problem: `names the ${part} ${show(value)}, which does not exist.`,
    remedy:
      parts.length === 0
        ? `There is no ${part} yet.`
        : `There is: ${parts.map(show).join(", ")}.${didYouMean(value, parts)}`,
  }),
} satisfies Record<string, (facts: never) => ErrorText>;

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

function oneOf(allowed: readonly string[]): string {
  const quoted = allowed.map(show);
  const last = quoted.pop();
  return quoted.length === 0 ? String(last) : `${quoted.join(", ")} or ${last}`;
}

function didYouMean(value: unknown, allowed: readonly string[]): string {
  if (typeof value !== "string" || value === "") return "";
  const near = allowed
    .map((each) => ({ each, away: distance(value.toLowerCase(), each.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)[0];
  return near !== undefined && near.away <= Math.max(2, value.length / 3)
    ? ` Did you mean ${show(near.each)}?`
    : "";
}
