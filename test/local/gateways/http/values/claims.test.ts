import { claimText } from "../../../../../lib/local/gateways/claims";

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
