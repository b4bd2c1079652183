import { invent, inventUuid } from "../../../lib/local/model/generated-id";

test.each([
  [10, undefined, /^[0-9a-z]{10}$/],
  [17, "upperCase", /^[0-9A-Z]{17}$/],
  [64, "mixedCase", /^[0-9a-zA-Z]{64}$/],
  [12, "digits", /^\d{12}$/],
] as const)("%p letters, %p", (length, letters, shape) => {
  expect(invent("seed", length, letters)).toMatch(shape);
});

test("the same seed gives the same, another seed something else", () => {
  expect(invent("a", 10)).toBe(invent("a", 10));
  expect(invent("a", 10)).not.toBe(invent("b", 10));
  expect(inventUuid("a")).toBe(inventUuid("a"));
  expect(inventUuid("a")).not.toBe(inventUuid("b"));
});
