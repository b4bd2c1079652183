import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { didYouMean, oneOf, show } from "../../../lib/facts/errors/words";
import { testStack } from "../../support/stack";

test.each<[unknown, string]>([
  ["a", '"a"'],
  [1, "1"],
  [Number.NaN, "NaN"],
  [1n, "1"],
  [undefined, "undefined"],
  [null, "null"],
  [false, "false"],
  [{ a: [1] }, '{"a":[1]}'],
  [function named() {}, "function named"],
  [() => {}, "function (anonymous)"],
  [new Map([["GET /", "list.handler"]]), "an object of class Map"],
  [new Set(["a"]), "an object of class Set"],
  [/a/, "an object of class RegExp"],
])("%p is shown as %s", (value, text) => {
  expect(show(value)).toBe(text);
});

test("long values are cut", () => {
  expect(show("x".repeat(300))).toHaveLength(200);
});

test("constructs are shown by class and path", () => {
  expect(show(new SqsQueue(testStack(), "Queue"))).toBe('the SqsQueue "dev-notes-Main/Queue"');
});

test("objects that refer to themselves are shown somehow", () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(show(circle)).toBe("an object that JSON cannot show");
  expect(show([circle])).toBe("an array that JSON cannot show");
});

test("words to choose from are joined", () => {
  expect([oneOf(["a"]), oneOf(["a", "b"]), oneOf(["a", "b", "c"])]).toEqual([
    '"a"',
    '"a" or "b"',
    '"a", "b" or "c"',
  ]);
});

test.each<[unknown, string]>([
  ["memorysize", ' Did you mean "memorySize"?'],
  ["memorySiz", ' Did you mean "memorySize"?'],
  ["memory", ' Did you mean "memorySize"?'],
  ["urls", ' Did you mean "url"?'],
  ["somethingElse", ""],
  ["", ""],
  [1, ""],
])("%p: %p", (value, text) => {
  expect(didYouMean(value, ["memorySize", "timeout", "url"])).toBe(text);
});
