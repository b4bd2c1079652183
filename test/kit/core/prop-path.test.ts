import { memberPath } from "../../../lib/kit/core/checks/check";

test.each([
  ["index", "consumers.index"],
  ["$or", "consumers.$or"],
  ["by-date", 'consumers["by-date"]'],
  ["1", 'consumers["1"]'],
  ["", 'consumers[""]'],
])("the member %p reads as in code", (key, path) => {
  expect(memberPath("consumers", key)).toBe(path);
});
