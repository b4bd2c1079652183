import { generateId, generateUuid } from "../../../lib/model";

test.each([
  [10, undefined, /^[0-9a-z]{10}$/],
  [17, "upperCase", /^[0-9A-Z]{17}$/],
  [64, "mixedCase", /^[0-9a-zA-Z]{64}$/],
  [12, "digits", /^\d{12}$/],
] as const)("%p letters, %p", (length, letters, shape) => {
  expect(generateId("seed", length, letters)).toMatch(shape);
});

test("the same seed gives the same, another seed something else", () => {
  expect(generateId("a", 10)).toBe(generateId("a", 10));
  expect(generateId("a", 10)).not.toBe(generateId("b", 10));
  expect(generateUuid("a")).toBe(generateUuid("a"));
  expect(generateUuid("a")).not.toBe(generateUuid("b"));
});
