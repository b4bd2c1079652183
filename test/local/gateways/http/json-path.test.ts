import { claimText } from "../../../../lib/local/gateways/http/claims";
import { valueAt } from "../../../../lib/local/gateways/http/json-path";

describe("JSON path", () => {
  const value = { a: { b: [1, { c: "x" }] }, "d e": 2, nothing: null };

  test.each([
    ["", value],
    ["a.b[0]", 1],
    ["a.b[1].c", "x"],
    ["['d e']", 2],
    ["a.b[9]", undefined],
    ["a.x.y", undefined],
    ["nothing.x", undefined],
    ["constructor", undefined],
  ])("%j", (path, expected) => {
    expect(valueAt(value, path)).toEqual(expected);
  });
});

describe("claims as texts", () => {
  test.each([
    ["ada", "ada"],
    [1767323045, "1767323045"],
    [true, "true"],
    [["a", "b c"], "[a b c]"],
    [[], "[]"],
    [{ b: 1, a: [2] }, "map[a:[2] b:1]"],
    [null, "<nil>"],
  ])("%j is %s", (claim, text) => {
    expect(claimText(claim)).toBe(text);
  });
});
