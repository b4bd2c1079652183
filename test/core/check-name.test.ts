import { Lazy } from "cdktf";
import { checkName } from "../../lib/core/check-name";
import { failure } from "../constructs/api/support/api";
import { testStack } from "../support/stack";

const rule = { pattern: /^[a-z]+$/, expected: "small letters", limit: 5 };
const check = (name: unknown) => checkName(testStack(), "name", name, rule);

describe("a name", () => {
  test.each([["abcde"], [undefined], [Lazy.stringValue({ produce: () => "UNKNOWN YET" })]])(
    "may be %p",
    (name) => {
      expect(() => check(name)).not.toThrow();
    },
  );
  test("may not be too long", () => {
    expect(failure(() => check("abcdef"))).toMatchObject({ code: "name-too-long", prop: "name" });
  });
  test("may not have other characters", () => {
    expect(failure(() => check("ab1"))).toMatchObject({ code: "prop-invalid", prop: "name" });
  });
});
