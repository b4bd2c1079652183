import type { Limit } from "../../lib/kit/core";

/** A value at the edge of a limit or beyond it. */
export interface LimitSample {
  readonly name: string;
  readonly value: unknown;
  readonly isValid: boolean;
}

/** Values on both sides of each edge of a limit. */
export function limitSamples(attribute: string, limit: Limit): readonly LimitSample[] {
  const valid = (name: string, value: unknown) => ({ name, value, isValid: true });
  const invalid = (name: string, value: unknown) => ({ name, value, isValid: false });
  if (limit.kind === "number") {
    const { min, max, also, isText } = limit;
    return [
      ...(isText ? [valid("the least as a text", String(min)), invalid("no number", "ten")] : []),
      valid("the least", min),
      ...(also.includes(min - 1) ? [] : [invalid("less than the least", min - 1)]),
      ...(Number.isFinite(max) ? [valid("the most", max), invalid("more than the most", max + 1)] : []),
      ...also.map((each) => valid(`${each}`, each)),
      limit.isDecimal ? valid("a fraction", min + 0.5) : invalid("a fraction", min + 0.5),
      ...(limit.isText
        ? [
            valid("a number as a text", `${max}`),
            invalid("a greater one", `${max + 1}`),
            invalid("a text", ""),
          ]
        : [invalid("a number as a text", `${min}`)]),
    ];
  }
  if (limit.kind === "count") {
    return [
      valid("the most items", itemsOf(attribute, limit.max)),
      invalid("one item more", itemsOf(attribute, limit.max + 1)),
      ...(limit.entries === undefined
        ? []
        : [invalid("an odd name", { "!? ä": "a" }), invalid("an odd value", { item: "!? ä" })]),
    ];
  }
  const { min, max, sample } = limit;
  if (sample !== undefined) {
    const empty = min > 0 ? invalid : valid;
    return [valid("a sample", sample), empty("an empty text", ""), invalid("odd characters", "!? ä")];
  }
  return [
    ...(Number.isFinite(max)
      ? [valid("the longest", textOf(limit, max)), invalid("one longer", textOf(limit, max + 1))]
      : [valid("a long text", textOf(limit, 2000))]),
    ...(min > 0 ? [invalid("an empty text", "")] : []),
    ...(min > 1 ? [invalid("one shorter", textOf(limit, min - 1))] : []),
    ...(limit.pattern.test("!? ä") ? [] : [invalid("odd characters", "!? ä")]),
  ];
}

/** A text of that length, as far as possible one that the pattern takes. */
function textOf({ pattern }: { readonly pattern: RegExp }, length: number): string {
  const fill = (count: number) => "a".repeat(Math.max(0, count));
  const forms = [
    fill(length),
    `/${fill(length - 1)}`,
    `/${fill(length - 2)}/`,
    `{####}${fill(length - 6)}`,
    "HTTP_PROXY",
    `{username}{####}${fill(length - 16)}`,
  ];
  return forms.find((form) => form.length === length && pattern.test(form)) ?? fill(length);
}

const maps = ["inputTransformer.inputPaths", "scope"];

function itemsOf(attribute: string, count: number): unknown {
  const names = Array.from({ length: count }, (_, index) => `item${index}`);
  if (/Urls$/.test(attribute)) return names.map((name) => `https://example.com/${name}`);
  if (/[vV]ariables$/.test(attribute)) return Object.fromEntries(names.map((name) => [name, "a"]));
  return maps.includes(attribute) ? Object.fromEntries(names.map((name) => [name, "$.a"])) : names;
}
