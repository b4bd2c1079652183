import { Lazy } from "cdktf";
import { literalName } from "../../../../lib/kit/core/tokens/unresolved";

test.each([
  ["orders", "orders"],
  ["", undefined],
  [undefined, undefined],
  [7, undefined],
  [Lazy.stringValue({ produce: () => "orders" }), undefined],
])("of %p the name that is known is %p", (given, expected) => {
  expect(literalName(given)).toBe(expected);
});
