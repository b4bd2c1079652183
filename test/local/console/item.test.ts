import { plainItem } from "../../../lib/facts/text/dynamodb-json";
import { itemOf, textOf, typed } from "../../../lib/local/console/item";

describe("an item in the console", () => {
  test.each<[string, object]>([
    ["texts, numbers, flags and nothing", { id: "1", at: 5.5, isDone: false, gone: null }],
    ["lists and objects", { id: "1", tags: ["a", 2, { b: true }], more: { deep: { list: [] } } }],
    ["one object whose name is a type, beside others", { id: "1", S: { S: "x" } }],
  ])("is plain JSON with %s", (_, values) => {
    expect(JSON.parse(textOf(typed(values)))).toEqual(values);
    expect(itemOf(JSON.parse(textOf(typed(values))))).toEqual(typed(values));
  });

  test.each([
    ["a set", { id: { S: "1" }, tags: { SS: ["a"] } }],
    ["binary data", { id: { S: "1" }, data: { B: "AA==" } }],
    ["a number with more digits than JavaScript has", { id: { N: "12345678901234567890" } }],
  ])("keeps its types with %s", (_, item) => {
    expect(JSON.parse(textOf(item))).toEqual(item);
    expect(itemOf(JSON.parse(textOf(item)))).toEqual(item);
  });

  test("with objects that look like types alone keeps its types", () => {
    const item = typed({ id: { S: "x" } });
    expect(plainItem(item)).toEqual({ id: { S: "x" } });
    expect(itemOf(JSON.parse(textOf(item)))).toEqual(item);
  });
});
