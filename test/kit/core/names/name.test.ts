import { namePrefix, physicalName } from "../../../../lib/kit/core";

describe("a physical name", () => {
  test.each<[string[], number, string]>([
    [["dev-notes-Main", "Get"], 64, "dev-notes-Main-Get"],
    [["a".repeat(10)], 10, "a".repeat(10)],
    [["a".repeat(11)], 10, "a-"],
    [["a_b", "c"], 64, "a_b-c"],
  ])("of %j within %p begins with %s", (parts, limit, start) => {
    expect(physicalName(parts, limit).startsWith(start)).toBe(true);
    expect(physicalName(parts, limit).length).toBeLessThanOrEqual(limit);
  });
  test("writes runs of other characters as one hyphen, and ends in a hash then", () => {
    expect(physicalName(["Lambda GET /{id}"], 64)).toMatch(/^Lambda-GET-id--[0-9a-f]{8}$/);
  });
  test("is cut to leave room for a hyphen and eight digits", () => {
    expect(physicalName(["x".repeat(65)], 64)).toMatch(/^x{55}-[0-9a-f]{8}$/);
  });
  test("differs for paths that look alike", () => {
    expect(physicalName(["a/b"], 64)).not.toBe(physicalName(["a.b"], 64));
    expect(physicalName([`${"x".repeat(70)}1`], 64)).not.toBe(physicalName([`${"x".repeat(70)}2`], 64));
  });
});

test("a name prefix is cut and ends in a hyphen", () => {
  expect(namePrefix("x".repeat(40), 37)).toBe(`${"x".repeat(37)}-`);
  expect(namePrefix("notes", 37)).toBe("notes-");
});
