import { isLibraryError } from "../../../lib/facts/errors/error";
import type { Limit } from "../../../lib/kit/core";
import { checkApiFacts, checkAttributeNames, checkResourceLimits } from "../../../lib/kit/core/limits";

/** A value that AWS refuses, according to its interface. */
export interface BadValue {
  readonly name: string;
  readonly value: unknown;
}

/** Values beyond each edge of a fact. An empty text is absence for Terraform. */
export function badValues(limit: Limit): readonly BadValue[] {
  if (limit.kind === "count")
    return [{ name: "one item more", value: Array.from({ length: limit.max + 1 }, () => "a") }];
  const { min, max } = limit;
  if (limit.kind === "number") {
    const write = (value: number) => (limit.isText ? String(value) : value);
    return [
      ...(Number.isFinite(min) ? [{ name: "less than the least", value: write(min - 1) }] : []),
      ...(Number.isFinite(max) ? [{ name: "more than the most", value: write(max + 1) }] : []),
    ];
  }
  const odd = oddTexts.find((text) => !limit.pattern.test(text) && text.length <= max);
  return [
    ...(max > 100_000 ? [] : [{ name: "one longer", value: "a".repeat(max + 1) }]),
    ...(min < 2 ? [] : [{ name: "one shorter", value: "a".repeat(min - 1) }]),
    ...(odd === undefined ? [] : [{ name: "other characters", value: odd }]),
  ];
}

const oddTexts = ["NOT_A_WORD_OF_AWS", "!? ä", "a b", "a:b*", "a\nb", "\u0007", "\u{1F600}"];

/** Whether an attribute with that value passes the checks of each resource. */
export function isAccepted(type: string, attribute: string, value: unknown): boolean {
  const config = attribute
    .split(".")
    .reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
  try {
    checkResourceLimits("app", "", config, type);
    checkAttributeNames("app", "cdk", config, type);
    checkApiFacts("app", config, type);
    return true;
  } catch (error) {
    if (!isLibraryError(error)) throw error;
    return false;
  }
}

/** Each word of a fact, and the numbers at its edges. A pattern alone does not tell a valid text: models have none for most ARNs. */
export function goodValues(fact: string, limit: Limit): readonly unknown[] {
  if (fact.startsWith("word ")) return fact.slice("word ".length).split(" ");
  if (limit.kind !== "number") return [];
  const edges = [limit.min, limit.max].filter(Number.isFinite);
  return edges.map((value) => (limit.isText ? String(value) : value));
}
