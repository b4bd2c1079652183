import { Fn, Lazy, Token } from "cdktf";
import { isUnresolved } from "../../../../lib/kit/core";

const text = () => Token.asString(Fn.max([1, 2]));
const lazy = () => Lazy.anyValue({ produce: () => 1 });

test.each<[name: string, make: () => unknown, isToken: boolean]>([
  ["a text", text, true],
  ["a text within a text", () => `size-${text()}`, true],
  ["a number", () => Token.asNumber(Fn.max([1, 2])), true],
  ["a list", () => Token.asList(Fn.range(1, 2)), true],
  ["a list of numbers", () => Token.asNumberList(Fn.range(1, 2)), true],
  ["a map", () => Token.asStringMap(lazy()), true],
  ["an object", lazy, true],
  ["a plain text", () => "TfToken[", false],
  ["a large number", () => -8e298, false],
  ["an integer", () => 1, false],
  ["a list of texts", () => ["a", "b"], false],
  ["a plain object", () => ({ a: text() }), false],
  ["null", () => null, false],
  ["undefined", () => undefined, false],
  ["true", () => true, false],
])("%s is a token if CDKTF recognizes it", (_, make, isToken) => {
  const value = make();
  expect(Token.isUnresolved(value)).toBe(isToken);
  expect(isUnresolved(value)).toBe(isToken);
});
