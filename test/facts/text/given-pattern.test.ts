/** @group slow: it waits until texts are interrupted. */

import { interrupted } from "../../../lib/facts/text/given-pattern";
import { javaRegex } from "../../../lib/facts/text/java-regex";
import { callMethod } from "../../../lib/local/gateways/vtl/java-methods";
import { parseFilterPattern } from "../../../lib/local/log-subscriptions/filter-pattern";

/** A text for which the expression takes exponential time. */
const [slow, text] = ["(a+)+$", `${"a".repeat(60)}b`];

test.each<[string, () => unknown]>([
  ["an authorizer's validation of a token", () => javaRegex(slow)?.test(text)],
  ["matches of a template", () => callMethod(text, "matches", [slow])],
  ["replaceAll of a template", () => callMethod(text, "replaceAll", [slow, ""])],
  ["replaceFirst of a template", () => callMethod(text, "replaceFirst", [slow, ""])],
  ["split of a template", () => callMethod(text, "split", [slow])],
  ["the filter of a log subscription", () => parseFilterPattern(`%${slow}%`)?.(text)],
  ["a log filter for JSON", () => parseFilterPattern(`{ $.a = %${slow}% }`)?.(JSON.stringify({ a: text }))],
])("%s that takes too long is interrupted", (_name, run) => {
  expect(run).toThrow(
    /^The regular expression .*\(a\+\)\+\$.* takes more than 400 ms for the text of this request\./,
  );
});

test("other expressions have their results", () => {
  expect(callMethod("a-b-c", "split", ["-"])).toEqual(["a", "b", "c"]);
  expect(callMethod("a-b-c", "replaceAll", ["-", "+"])).toBe("a+b+c");
  expect(javaRegex("[a-z]+")?.test("abc")).toBe(true);
});

test("errors of the work are its own", () => {
  expect(() => interrupted("It", () => JSON.parse("{"))).toThrow(SyntaxError);
});
