import { matchesStars, matchesWildcard } from "../../../lib/facts/aws/wildcards";
import { cpuMsOf } from "../../support/cpu-time";

describe("wildcards", () => {
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

  test.each([
    ["a*?", "ab?", true],
    ["a*?", "abc", false],
  ])("with stars alone, pattern %j matches %j: %p", (pattern, text, expected) => {
    expect(matchesStars(pattern, text)).toBe(expected);
  });

  test("a text of 256 KB takes little time with any number of stars", () => {
    const text = "abcd".repeat(64_000);
    expect(cpuMsOf(() => expect(matchesWildcard("a*b*c*d*a*b*c*d*e", text)).toBe(false))).toBeLessThan(3000);
  });
});
