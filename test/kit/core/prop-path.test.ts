import { memberPath } from "../../../lib/kit/core/prop-path";

test.each([
  ["index", "consumers.index"],
  ["$or", "consumers.$or"],
  ["by-date", 'consumers["by-date"]'],
  ["1", 'consumers["1"]'],
  ["", 'consumers[""]'],
])("the member %p reads as in code", (key, path) => {
  expect(memberPath("consumers", key)).toBe(path);
});
