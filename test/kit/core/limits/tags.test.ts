import { checkTags } from "../../../../lib/kit/core/limits";

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, "a"]));
const check = (tags: unknown, inherited = {}) => checkTags("It", "tags", tags, inherited);

describe("tags", () => {
  test.each<[string, unknown, object?]>([
    ["50 tags", many(50)],
    ["a key of 128 characters", { ["k".repeat(128)]: "a" }],
    ["a value of 256 characters", { a: "v".repeat(256) }],
    ["an empty value", { a: "" }],
    ["letters, digits, spaces and _ . : / = + - @", { "Ä 1_.:/=+-@": "Ä 1_.:/=+-@" }],
    ["a reference", "${var.tags}"],
    ["48 tags beside two others", many(48), { "serverform:app": "a", "serverform:stage": "b" }],
    ["50 tags of which two replace others", many(50), { key0: "a", key1: "b" }],
  ])("may be %s", (...[, tags, inherited]) => {
    expect(() => check(tags, inherited)).not.toThrow();
  });

  test.each<[string, unknown, string, object?]>([
    ["51 tags", many(51), "quota-exceeded"],
    [
      "49 tags in addition to two others",
      many(49),
      "quota-exceeded",
      { "serverform:app": "a", "serverform:stage": "b" },
    ],
    ["a key of 129 characters", { ["k".repeat(129)]: "a" }, "name-too-long"],
    ["an empty key", { "": "a" }, "prop-invalid"],
    ["a value of 257 characters", { a: "v".repeat(257) }, "name-too-long"],
    ["a key that begins with aws:", { "aws:team": "a" }, "prop-invalid"],
    ["a key that begins with AWS:", { "AWS:team": "a" }, "prop-invalid"],
    ["other characters", { a: "!" }, "prop-invalid"],
  ])("may not be %s", (...[, tags, code, inherited]) => {
    expect(() => check(tags, inherited)).toThrow(expect.objectContaining({ code }));
  });
});
