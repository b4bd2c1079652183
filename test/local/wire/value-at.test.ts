import { valueAt } from "../../../lib/local/wire/value-at";

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
