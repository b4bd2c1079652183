import { Token } from "cdktf";
import { checkJsonText } from "../../../../lib/kit/core/formats/json-text";

const list = Token.asList("${var.x}");

test.each<[string, unknown, string]>([
  ["a list", { source: list }, "pattern.source"],
  ["a list among values", { source: ["a", ...list] }, "pattern.source"],
  ["a number", { detail: { price: [Token.asNumber("${var.x}")] } }, "pattern.detail.price[0]"],
  ["an object", { detail: Token.asAny("${var.x}") }, "pattern.detail"],
  ["the whole", Token.asAny("${var.x}"), "pattern"],
])("a reference in JSON is refused: %s", (_, value, prop) => {
  const check = () => checkJsonText("Here", "pattern", value);
  expect(check).toThrow(expect.objectContaining({ code: "json-reference", prop }));
  expect(check).not.toThrow(/TfToken/);
});

test("texts may be references", () => {
  const value = { source: [Token.asString("${var.x}"), "a", 1, null], detail: {} };
  expect(() => checkJsonText("Here", "pattern", value)).not.toThrow();
});
