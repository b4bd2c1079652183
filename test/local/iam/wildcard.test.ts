import { matchesWildcard } from "../../../lib/local/iam/wildcard";

describe("IAM wildcards", () => {
  test.each([
    ["*", "", true],
    ["*", "anything", true],
    ["a*c", "abc", true],
    ["a*c", "ac", true],
    ["a*c", "abd", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["a*b*c", "aXbYbZc", true],
    ["a.c", "abc", false],
    ["", "a", false],
    ["a", "", false],
    ["*a*", "bab", true],
    [`${"a*".repeat(30)}b`, "a".repeat(200), false],
  ])("pattern %j matches %j: %p", (pattern, text, expected) => {
    expect(matchesWildcard(pattern, text)).toBe(expected);
  });
});
