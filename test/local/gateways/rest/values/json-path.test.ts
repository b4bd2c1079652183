import { parseJsonPath } from "../../../../../lib/local/gateways/rest/parameter-source";

const value = { a: { "b-c": [1, { d: 2 }], "e f": null }, list: [{ n: 1 }, { n: 2 }, { m: 3 }], n: 0 };

describe("paths in JSON", () => {
  test.each([
    ["$", value],
    ["", value],
    ["$.n", 0],
    ["n", 0],
    ["$.a.b-c[1].d", 2],
    ["$['a']['e f']", null],
    ['$["a"]["b-c"][0]', 1],
    ["$.list[-1].m", 3],
    ["$.list[*].n", [1, 2]],
    ["$.list.*.n", [1, 2]],
    ["$..n", [0, 1, 2]],
    ["$.list[9]", undefined],
    ["$.list.n", undefined],
    ["$.list.length", undefined],
    ["$.missing.deeper", undefined],
    ["$.n.deeper", undefined],
    ["$.constructor", undefined],
    ["$.list[?(@.n == 1)]", undefined],
    ["$.list[0:1]", undefined],
    ["$.list[", undefined],
  ])("%s", (path, found) => {
    expect(parseJsonPath(path).find(value)).toEqual(found);
  });

  test("a value that is not a JSON object has nothing inside", () => {
    expect(parseJsonPath("$.a").find("text")).toBeUndefined();
    expect(parseJsonPath("$.a").find(undefined)).toBeUndefined();
    expect(parseJsonPath("$..a").find(undefined)).toEqual([]);
  });
});
