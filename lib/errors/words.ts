import { distance } from "fastest-levenshtein";

/** A value that errors must not print, because it may be a secret: they say its kind. */
export class Hidden {
  constructor(private readonly value: unknown) {}

  toString(): string {
    const { value } = this;
    if (value === null || value === undefined) return String(value);
    if (Array.isArray(value)) return "a list";
    if (typeof value === "string") return value === "" ? "an empty string" : "a string";
    return typeof value === "object" ? "an object" : `a ${typeof value}`;
  }
}

/** A value as the caller may have written it, short enough for one line. */
export function show(value: unknown): string {
  if (value instanceof Hidden) return value.toString();
  if (typeof value === "function") return `function ${value.name || "(anonymous)"}`;
  if (value === undefined) return "undefined";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value === "object" && value !== null && "node" in value) return showConstruct(value);
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    text = String(value);
  }
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

/** A construct knows the whole tree, so that its JSON would say nothing. */
function showConstruct(construct: object): string {
  const { path } = Object((construct as { readonly node: unknown }).node) as { readonly path?: unknown };
  const name = construct.constructor?.name ?? "Object";
  return typeof path === "string" ? `the ${name} ${show(path)}` : `an object of class ${name}`;
}

export function oneOf(allowed: readonly string[]): string {
  const quoted = allowed.map(show);
  const last = quoted.pop();
  return quoted.length === 0 ? String(last) : `${quoted.join(", ")} or ${last}`;
}

/** The nearest of the words that are allowed, if one is near: a few letters away, or longer or shorter by its end. */
export function didYouMean(value: unknown, allowed: readonly string[]): string {
  if (typeof value !== "string" || value === "") return "";
  const written = value.toLowerCase();
  const near = allowed
    .map((each) => ({ each, away: awayFrom(written, each.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)[0];
  const isNear = near !== undefined && near.away <= Math.max(2, value.length * 0.4);
  return isNear ? ` Did you mean ${show(near.each)}?` : "";
}

function awayFrom(written: string, word: string): number {
  const isPart = written.length >= 4 && (word.startsWith(written) || word.endsWith(written));
  return isPart ? 1 : distance(written, word);
}

/** The text of `prop-invalid`, which several layers have. */
export function invalidProp({ value, expected }: { value: unknown; expected: string }) {
  return { problem: `is ${show(value)}.`, remedy: `Write ${expected}.` };
}

/** The text of `prop-required`. */
export function requiredProp({ remedy }: { remedy: string }) {
  return { problem: "is missing.", remedy };
}

/** The text of `out-of-range`. */
export function outOfRange({ value, range }: { value: unknown; range: string }) {
  return { problem: `is ${show(value)}, outside ${range}.`, remedy: `Choose a value within ${range}.` };
}

/** The text of `part-not-found`. */
export function partNotFound({
  part,
  value,
  parts,
}: {
  part: string;
  value: string;
  parts: readonly string[];
}) {
  return {
    problem: `names the ${part} ${show(value)}, which does not exist.`,
    remedy:
      parts.length === 0
        ? `There is no ${part} yet.`
        : `There is: ${parts.map(show).join(", ")}.${didYouMean(value, parts)}`,
  };
}
