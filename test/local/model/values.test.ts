import {
  block,
  blocks,
  flag,
  json,
  nameOf,
  number,
  requireText,
  text,
  textMap,
  texts,
} from "../../../lib/local/model/values";

test.each([
  ["a", "a"],
  [1, "1"],
  [true, "true"],
  [null, undefined],
  [{}, undefined],
  [["a"], undefined],
])("text of %j is %j", (value, expected) => {
  expect(text({ value }, "value")).toBe(expected);
});

test.each([
  [1, 1],
  ["1.5", 1.5],
  ["", undefined],
  ["x", undefined],
  [true, undefined],
  [null, undefined],
])("number of %j is %j", (value, expected) => {
  expect(number({ value }, "value")).toBe(expected);
});

test.each([
  [true, true],
  ["false", false],
  ["yes", undefined],
  [1, undefined],
])("flag of %j is %j", (value, expected) => {
  expect(flag({ value }, "value")).toBe(expected);
});

test.each([
  [
    ["a", 1, null, {}],
    ["a", "1"],
  ],
  ["a", ["a"]],
  [undefined, []],
])("texts of %j are %j", (value, expected) => {
  expect(texts({ value }, "value")).toEqual(expected);
});

test.each([
  [{ a: 1 }, [{ a: 1 }]],
  [
    [{ a: 1 }, "x", null, { b: 2 }],
    [{ a: 1 }, { b: 2 }],
  ],
  ["x", []],
  [undefined, []],
])("blocks of %j are %j", (value, expected) => {
  expect(blocks({ value }, "value")).toEqual(expected);
  expect(block({ value }, "value")).toEqual(expected[0]);
});

test("a map of texts leaves out what is not text", () => {
  expect(textMap({ tags: [{ a: 1, b: null, c: "d", e: {} }] }, "tags")).toEqual({ a: "1", c: "d" });
  expect(textMap({ tags: "x" }, "tags")).toEqual({});
});

test("JSON that is none is absent", () => {
  expect(json({ value: '{"a":1}' }, "value")).toEqual({ a: 1 });
  expect(json({ value: "{" }, "value")).toBeUndefined();
  expect(json({}, "value")).toBeUndefined();
});

test("a required text that is missing is empty", () => {
  expect(requireText({}, "value")).toBe("");
});

test("names of JavaScript's own objects are not attributes", () => {
  expect(text({}, "constructor")).toBeUndefined();
  expect(blocks({}, "__proto__")).toEqual([]);
});

test.each([
  [{ name: "n", function_name: "f" }, "n"],
  [{ function_name: "f" }, "f"],
  [{}, "app/aws_x.y"],
])("a resource with %j is called %s", (values, expected) => {
  const resource = { address: "app/aws_x.y", type: "aws_x", name: "y", stack: "app", folder: "/", values };
  expect(nameOf({ ...resource, constructPath: undefined })).toBe(expected);
});
