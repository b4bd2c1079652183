import { distance } from "fastest-levenshtein";
import { namesHere } from "./foreign-names";
import { ownValue } from "./own-value";

/** A value that may be a secret: errors print only its kind. */
export class Hidden {
  constructor(private readonly value: unknown) {}

  toString(): string {
    const { value } = this;
    if (value === null || value === undefined) return String(value);
    if (Array.isArray(value)) return "an array";
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
  // The JSON of these values is {}.
  if (value instanceof Map || value instanceof Set || value instanceof RegExp || value instanceof Promise) {
    return `an object of class ${value.constructor.name}`;
  }
  let text: string;
  try {
    text = JSON.stringify(value) ?? String(value);
  } catch {
    // The value contains itself, or a construct, which refers to the whole tree.
    text = `${Array.isArray(value) ? "an array" : "an object"} that JSON cannot show`;
  }
  // A token of CDKTF means nothing to the user.
  text = text.replace(/\["#\{TfToken\[[^\]]*\]\}"\]|[$#&]\{TfToken\[[^\]]*\]\}/g, "<reference>");
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

/** A construct refers to the whole tree, so its JSON would not help. */
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

/** The nearest of the words that are allowed, if one is near, as the end of a text that lists them. */
export function didYouMean(value: unknown, allowed: readonly string[]): string {
  const meant = findMeant(value, allowed);
  return meant === undefined ? "" : ` Did you mean ${show(meant)}?`;
}

/** How many words a message lists. With a suggestion, few are enough. */
const shownWords = { alone: 24, besideSuggestion: 8 };

/**
 * The suggestion, if there is one, and then the words to choose from, with the nearest first when the list is cut.
 *
 * @param listed - the list as a sentence: `Known keys: a, b and 12 more.`
 */
export function chooseFrom(
  value: unknown,
  allowed: readonly string[],
  listed: (words: readonly string[], more: number) => string,
): string {
  const meant = findMeant(value, allowed);
  const limit = meant === undefined ? shownWords.alone : shownWords.besideSuggestion;
  const nearest = new Set(byDistance(value, allowed).slice(0, limit));
  // In the order of the list, which begins with the current ones.
  const words = allowed.filter((word) => nearest.has(word));
  const list = listed(words, allowed.length - words.length);
  return meant === undefined ? list : `Did you mean ${show(meant)}? ${list}`;
}

/** Words joined by commas, and the number of words that are left out. */
export function listOf(words: readonly string[], more: number): string {
  return `${words.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
}

/** The closest word: it differs by a few letters or by its end, or another library uses the given word for it. */
export function findMeant(given: unknown, allowed: readonly string[]): string | undefined {
  const value = typeof given === "boolean" ? String(given) : given;
  if (typeof value !== "string" || value === "") return undefined;
  const known = [...namesHere(value), ...(ownValue(foreignValues, value.toLowerCase()) ?? [])].find((each) =>
    allowed.includes(each),
  );
  if (known !== undefined) return known;
  const typo = nearest(
    value,
    allowed.filter((each) => isTypo(value.toLowerCase(), each.toLowerCase())),
  );
  return (
    typo ??
    nearest(
      value,
      allowed.filter((each) => isPart(value, each)),
    )
  );
}

/** The word with the fewest different letters. */
function nearest(value: string, words: readonly string[]): string | undefined {
  const away = (word: string) => distance(value.toLowerCase(), word.toLowerCase());
  return words.toSorted((a, b) => away(a) - away(b))[0];
}

/** Whether a word is the other one with a few typing errors. The first letter may be missing or extra, or in a long word different. */
function isTypo(written: string, word: string): boolean {
  const allowed = written.length < 6 ? 1 : written.length < 12 ? 2 : 3;
  return written[0] === word[0]
    ? isSwapped(written, word) || isForm(written, word) || distance(written, word) <= allowed
    : written === word.slice(1) ||
        written.slice(1) === word ||
        (word.length >= 8 && written.slice(1) === word.slice(1));
}

/** Whether they are forms of one word: "maxRetry" and "maxRetries", "minified" and "minify". */
function isForm(written: string, word: string): boolean {
  const first = [...word].findIndex((letter, index) => letter !== written[index]);
  const same = first < 0 ? word.length : first;
  return same >= 4 && [written, word].every((each) => /^(y|ies|ied|e?[sd]?|ing)$/.test(each.slice(same)));
}

/**
 * Whether one of them is the other one with something before or after it: "memory" for "memorySize", "notes.get" for "functions/notes.get".
 *
 * A part of a name is at least half of it: "version" does not mean "preTokenGenerationVersion".
 */
function isPart(written: string, word: string): boolean {
  const [short, long] = written.length < word.length ? [written, word] : [word, written];
  if (short.length < 4) return false;
  const [lower, part] = [long.toLowerCase(), short.toLowerCase()];
  const cut = lower.startsWith(part) ? part.length : lower.endsWith(part) ? long.length - part.length : 0;
  const around = long.slice(cut - 1, cut + 1);
  return (
    cut > 0 && (/[^a-z0-9]/i.test(around) || (/[A-Z0-9]$/.test(around) && part.length * 2 >= long.length))
  );
}

function byDistance(value: unknown, allowed: readonly string[]): string[] {
  // A value of another kind is near no word.
  if (value === undefined || value === null || typeof value === "object") return [...allowed];
  const written = (typeof value === "string" ? value : show(value)).toLowerCase();
  const away = new Map(allowed.map((each) => [each, awayFrom(written, each.toLowerCase())] as const));
  return [...allowed].sort((a, b) => (away.get(a) ?? 0) - (away.get(b) ?? 0));
}

function awayFrom(written: string, word: string): number {
  const isWithin = written.length >= 4 && (word.startsWith(written) || word.endsWith(written));
  const isLonger = word.length >= 4 && written.startsWith(word);
  return isWithin || isLonger || isSwapped(written, word) ? 1 : distance(written, word);
}

/** Whether two letters beside each other are swapped: "jtw" for "jwt". */
function isSwapped(written: string, word: string): boolean {
  const at = [...word].findIndex((letter, index) => letter !== written[index]);
  const swapped = `${word.slice(0, at)}${word[at + 1] ?? ""}${word[at] ?? ""}${word.slice(at + 2)}`;
  return at >= 0 && swapped === written;
}

/** The text of `prop-invalid`, which several layers have. */
export function invalidProp({ value, expected }: { value: unknown; expected: string }) {
  return { problem: `is ${show(value)}.`, remedy: `Write ${expected}.` };
}

/** The text of `json-invalid`. */
export function invalidJson({ reason }: { reason: string }) {
  return { problem: `cannot be read as JSON: ${reason}.`, remedy: "Correct the file." };
}

/** The remedy if AWS has raised a quota, after the sentence that explains how to stay below it. */
export function raisedQuota(quota: string | undefined, count: number): string {
  if (quota === undefined) return "";
  return ` AWS raises this quota on request; then write new App({ quotas: { ${quota}: ${count} } }).`;
}

/** The text of `list-unknown`. */
export function unknownList(_: object) {
  return {
    problem: "is an array that is known only at deployment, but the library needs its items now.",
    remedy: "Write the items out: [...]. Values in them may be references.",
  };
}

/** Whether a value is a reference to a list, or the single item that CDKTF writes for one. */
export function isListReference(value: unknown): boolean {
  const item = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof item === "string" && item.includes("#{TfToken[");
}

/** The text of `prop-required`. */
export function requiredProp({ remedy }: { remedy: string }) {
  return { problem: "is missing.", remedy };
}

/** The text of `out-of-range`. */
export function outOfRange({
  value,
  range,
  isInteger = false,
}: {
  value: unknown;
  range: string;
  isInteger?: boolean;
}) {
  const isOpen = range.includes(" or more");
  const within = isOpen ? range : `within ${range}`;
  const ofIt = isOpen ? `of ${range}` : within;
  if (isInteger && typeof value === "number" && Number.isFinite(value) && !Number.isInteger(value)) {
    const remedy = `Choose a whole number ${ofIt}.`;
    return { problem: `is ${show(value)}, which is not a whole number.`, remedy };
  }
  // A size or a duration has a unit.
  if (typeof value === "string" && !/^\d+ [a-z]+$/i.test(value)) {
    const isDigits = /^-?\d+(\.\d+)?$/.test(value);
    const remedy = isDigits
      ? `Write it without quotes: ${value}. It must be ${within}.`
      : `Choose a number ${ofIt}.`;
    return { problem: `is ${show(value)}, which is not a number.`, remedy };
  }
  const problem = `is ${show(value)}, ${isOpen ? "which is not" : "outside"} ${range}.`;
  return { problem, remedy: `Choose a value ${ofIt}.` };
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
        : chooseFrom(value, parts, (words, more) => `Known ${part}s: ${listOf(words.map(show), more)}.`),
  };
}

/**
 * The words of people and other tools for a choice, in lower case, with the literals for it here.
 *
 * A message suggests the first of them that the prop takes.
 */
const foreignValues = {
  "*": ["ANY"],
  aarch64: ["arm_64"],
  all: ["ANY", "all"],
  amd64: ["x86_64"],
  aws_iam: ["iam"],
  cognito: ["user_pool", "user_pools"],
  cognito_user_pools: ["user_pools", "user_pool"],
  custom: ["fn", "fn_request"],
  delete: ["destroy", "DELETE"],
  disabled: ["off", "none"],
  enabled: ["active", "required", "on"],
  false: ["off", "disabled", "none"],
  http: ["url"],
  http_proxy: ["url"],
  keep: ["retain"],
  lambda: ["fn", "fn_token", "function"],
  on: ["required", "active"],
  proxy: ["url"],
  request: ["fn_request", "fn"],
  token: ["fn_token", "fn"],
  true: ["active", "required", "on"],
  x64: ["x86_64"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
