import { createRequire } from "node:module";
import { stableJson } from "../../../../lib/kit/core/terraform/load-cdktf";

const fromCdktf = createRequire(require.resolve("cdktf"));
const ofCdktf = fromCdktf("json-stable-stringify") as (value: unknown, options: object) => string | undefined;

describe("the JSON of a stack is what CDKTF writes", () => {
  test.each([
    ["keys in order", { b: 1, a: { "10": 1, "9": 2, ä: 3, Z: 4 } }],
    ["empty lists and objects", { a: [], b: {}, c: [[], {}], d: "" }],
    [
      "values that JSON leaves out",
      { a: undefined, b: [undefined, () => 1, Symbol("x")], c: () => 1, d: { e: undefined } },
    ],
    ["texts", { 'a"b\n': "line\nbreak \u2028 \ud800 é 𝄞 \\" }],
    ["numbers", [0, -0, 1e21, 1.5, Number.NaN, Number.POSITIVE_INFINITY]],
    [
      "objects with a JSON of their own",
      { at: new Date(0), none: { toJSON: () => undefined }, own: { toJSON: () => [1] } },
    ],
    ["one object in two places", Array(2).fill({ a: 1 })],
    ["a literal", true],
    ["nothing", undefined],
  ])("%s", (_, value) => {
    expect(stableJson(value)).toBe(ofCdktf(value, { space: 2 }));
  });

  test("an object that contains itself is refused", () => {
    const value: Record<string, unknown> = {};
    value.inner = [{ value }];
    expect(() => stableJson(value)).toThrow("circular");
  });
});
