import { coversPattern, isPathPattern, overlapsPattern } from "../../../../lib/kit/site/delivery/routes";

describe("isPathPattern", () => {
  test("allows 255 characters, and not 256", () => {
    expect(isPathPattern("/".padEnd(255, "a"))).toBe(true);
    expect(isPathPattern("/".padEnd(256, "a"))).toBe(false);
  });

  test.each([
    ["/", true],
    ["/api/*", true],
    ["/a?-_.$~\"'@:+&Z9", true],
    ["", false],
    ["api/*", false],
    ["/a b", false],
    ["/a%20b", false],
    ["/ü", false],
  ])("%j: %p", (pattern, expected) => {
    expect(isPathPattern(pattern)).toBe(expected);
  });
});

describe("two patterns", () => {
  // The first covers the second, the second covers the first, some path matches both.
  test.each([
    ["/a", "/a", true, true, true],
    ["/a", "/b", false, false, false],
    ["/a", "/ab", false, false, false],
    ["/*", "/", true, false, true],
    ["/*", "/a/b", true, false, true],
    ["*", "*", true, true, true],
    ["/a*", "/a**", true, true, true],
    ["/a*", "/*a", false, false, true],
    ["/a*c", "/abc", true, false, true],
    ["/a*c", "/ab", false, false, false],
    ["/a*c", "/ac", true, false, true],
    ["/?", "/a", true, false, true],
    ["/?", "/", false, false, false],
    ["/?", "/*", false, true, true],
    ["/?", "/?", true, true, true],
    ["/??", "/?", false, false, false],
    ["/a?", "/?b", false, false, true],
    ["/a?", "/b?", false, false, false],
    ["/a*", "/b*", false, false, false],
    ["/x/*/y", "/x/*", false, true, true],
    ["/x/*/y", "/*/y", false, true, true],
    ["/*.js", "/assets/*", false, false, true],
    ["/*.js", "/a.css", false, false, false],
  ])("%s and %s", (a, b, covers, isCovered, overlaps) => {
    expect([coversPattern(a, b), coversPattern(b, a)]).toEqual([covers, isCovered]);
    expect([overlapsPattern(a, b), overlapsPattern(b, a)]).toEqual([overlaps, overlaps]);
  });

  test("with many stars are compared in time", () => {
    const stars = `/${"*a".repeat(60)}`;
    expect(coversPattern(`${stars}b`, `/${"a".repeat(120)}`)).toBe(false);
    expect(overlapsPattern(`${stars}b`, `${stars}c`)).toBe(false);
  });
});
