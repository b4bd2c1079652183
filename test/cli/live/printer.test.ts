import { shortened } from "../../../lib/cli/live/printer";

describe("A result in the log", () => {
  test.each([
    ['{"a":1}', '{"a":1}'],
    [JSON.stringify("x".repeat(101)), `"${"x".repeat(100)}..."`],
    [JSON.stringify([...Array(12).keys()]), '[0,1,2,3,4,5,6,7,8,9,"... 2 more"]'],
    ["no JSON", "no JSON"],
  ])("%s is shown as %s", (payload, shown) => {
    expect(shortened(payload)).toBe(shown);
  });

  test("has at most 1,500 characters", () => {
    const many = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`key${index}`, "x".repeat(50)]),
    );
    expect(shortened(JSON.stringify(many)).length).toBe(1503);
  });
});
