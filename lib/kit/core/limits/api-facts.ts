import type facts from "./api-facts.json";
import { choice, count, type Limit, range, textLimit } from "./limit";

export interface AttributeLimit {
  /** The path of the attribute. */
  readonly keys: readonly string[];
  readonly limit: Limit;
}

interface ResourceFacts {
  /** The operation and the shape, in the documents of AWS. */
  readonly source: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Parsed rows of a file of the library, for all apps. */
const known = new Map<string, readonly AttributeLimit[]>();

/**
 * The limits of a type of resource in the API models that AWS publishes.
 *
 * `api-facts.json` holds the facts; `test/inputs/aws/read-models.ts` writes it.
 */
export function apiLimits(resourceType: string): readonly AttributeLimit[] {
  const before = known.get(resourceType);
  if (before !== undefined) return before;
  // Loaded on demand, because the start of the library does not need it.
  const all = require("./api-facts.json") as typeof facts as Readonly<Record<string, ResourceFacts>>;
  const { source = "", attributes = {} } = all[resourceType] ?? {};
  const limits = Object.entries(attributes).flatMap(([attribute, text]) => {
    const limit = parseFact(text, source);
    return limit === undefined ? [] : [{ keys: attribute.split("."), limit }];
  });
  known.set(resourceType, limits);
  return limits;
}

/**
 * A fact as a limit: `word A B`, `number 1..10`, `count ..5`, or `text 1..64` and the pattern of the whole text. Undefined for a
 * pattern that JavaScript does not support.
 */
export function parseFact(text: string, source: string): Limit | undefined {
  const [, kind = "", rest = ""] = /^(\w+) (.*)$/s.exec(text) ?? [];
  if (kind === "word") return choice(source, ...rest.split(" "));
  const [, least = "", most = "", pattern = ""] = /^(-?\d*)\.\.(\d*)(?: (.*))?$/s.exec(rest) ?? [];
  const min = least === "" ? Number.NEGATIVE_INFINITY : Number(least);
  const max = most === "" ? Number.POSITIVE_INFINITY : Number(most);
  if (kind === "count") return count(source, max, "items");
  if (kind !== "text") return range(source, min, max, { isText: kind === "numberText", isDecimal: true });
  const whole = wholePattern(pattern);
  if (whole === undefined) return undefined;
  const form = pattern === "" ? "" : ` of the form ${pattern}`;
  const length = min <= 1 ? "a string" : `a string of at least ${min} characters`;
  return textLimit(source, max, whole, `${length}${form}`, Math.max(0, min));
}

/** AWS compares the whole text. */
function wholePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern === "" ? "^" : `^(?:${pattern})$`, pattern.includes("\\p{") ? "su" : "s");
  } catch {
    return undefined;
  }
}
