import { joinQuery, multiValueQuery, parseQuery } from "../../../lib/facts/text/query-string";

describe("query string", () => {
  test.each([
    ["", []],
    ["a=1", [["a", "1"]]],
    [
      "a=1&a=2&b=3",
      [
        ["a", "1"],
        ["a", "2"],
        ["b", "3"],
      ],
    ],
    ["a", [["a", ""]]],
    ["a=", [["a", ""]]],
    ["a=b=c", [["a", "b=c"]]],
    ["a+b=c+d", [["a b", "c d"]]],
    ["%61=%2B", [["a", "+"]]],
    ["a=%zz", [["a", "%zz"]]],
    ["&&a=1&", [["a", "1"]]],
  ])("%j", (raw, entries) => {
    expect(parseQuery(raw)).toEqual(entries);
  });

  test("values of one name are joined, or listed", () => {
    const entries = parseQuery("a=1&b=2&a=3");
    expect(joinQuery(entries)).toEqual({ a: "1,3", b: "2" });
    expect(multiValueQuery(entries)).toEqual({ a: ["1", "3"], b: ["2"] });
  });

  test("no parameters give no map", () => {
    expect([joinQuery([]), multiValueQuery([])]).toEqual([undefined, undefined]);
  });
});
