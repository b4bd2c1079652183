import {
  filterOperators,
  filterProblem,
  passes,
} from "../../../../../lib/local/gateways/app-sync/utilities/filter";

const operator = (name: string, found: unknown, value: unknown) => filterOperators[name]?.(found, value);

test.each<[string, unknown, unknown, boolean]>([
  ["eq", 1, 1, true],
  ["eq", 1, "1", false],
  ["ne", 1, 2, true],
  ["ne", 1, 1, false],
  ["le", 1, 1, true],
  ["le", 2, 1, false],
  ["lt", 1, 1, false],
  ["lt", 0, 1, true],
  ["ge", 1, 1, true],
  ["ge", 0, 1, false],
  ["gt", 1, 1, false],
  ["gt", "b", "a", true],
  ["gt", "2", 1, false],
  ["gt", true, false, false],
  ["contains", "abc", "b", true],
  ["contains", "abc", "x", false],
  ["contains", ["a", "b"], "b", true],
  ["contains", ["ab"], "a", false],
  ["notContains", "abc", "x", true],
  ["notContains", "abc", "b", false],
  ["notContains", undefined, "b", false],
  ["notContains", null, "b", false],
  ["beginsWith", "abc", "ab", true],
  ["beginsWith", "abc", "b", false],
  ["beginsWith", 12, "1", false],
  ["in", 1, [1, 2], true],
  ["in", 3, [1, 2], false],
  ["in", 1, 1, true],
  ["notIn", 3, [1, 2], true],
  ["notIn", 1, [1, 2], false],
  ["between", 1, [1, 3], true],
  ["between", 3, [1, 3], true],
  ["between", 0, [1, 3], false],
  ["between", 4, [1, 3], false],
  ["containsAny", ["a"], ["x", "a"], true],
  ["containsAny", "abc", ["x", "y"], false],
])("%s of %j and %j is %p", (name, found, value, expected) => {
  expect(operator(name, found, value)).toBe(expected);
});

describe("passes", () => {
  const filter = (fieldName: string, value: unknown, name = "eq") => ({ fieldName, operator: name, value });
  const of = (...groups: ReturnType<typeof filter>[][]) => ({
    filterGroup: groups.map((filters) => ({ filters })),
  });
  const result = { a: 1, author: { name: "ann" } };

  test("with one group whose conditions all hold, or without groups", () => {
    expect(passes(of(), result)).toBe(true);
    expect(passes(of([filter("a", 1), filter("author.name", "ann")]), result)).toBe(true);
    expect(passes(of([filter("a", 1), filter("a", 2)]), result)).toBe(false);
    expect(passes(of([filter("a", 2)], [filter("a", 1)]), result)).toBe(true);
  });

  test("does not pass by an operator or a member that objects inherit", () => {
    expect(passes(of([filter("a", 1, "toString")]), result)).toBe(false);
    expect(passes(of([filter("constructor.name", "Object")]), result)).toBe(false);
    expect(passes(of([filter("a.b", undefined)]), result)).toBe(true);
    expect(passes(of([filter("a", 1)]), null)).toBe(false);
  });
});

test.each<[unknown, RegExp | undefined]>([
  [{ filterGroup: [] }, undefined],
  [{ filterGroup: [{ filters: [{ fieldName: "a", operator: "eq" }] }] }, undefined],
  [null, /no filterGroup/],
  [{ filterGroup: {} }, /no filterGroup/],
  [{ filterGroup: [5] }, /no filters/],
  [{ filterGroup: [{ filters: {} }] }, /no filters/],
  [{ filterGroup: [{ filters: [5] }] }, /no fieldName/],
  [{ filterGroup: [{ filters: [{ fieldName: "a", operator: "toString" }] }] }, /operator of a is "toString"/],
  [{ filterGroup: [{ filters: [{ fieldName: "a" }] }] }, /operator of a is undefined/],
])("the problem of %j is %p", (groups, expected) => {
  const problem = filterProblem(groups);
  if (expected === undefined) expect(problem).toBeUndefined();
  else expect(problem).toMatch(expected);
});
