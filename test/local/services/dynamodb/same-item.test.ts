import { hasRepetition } from "../../../../lib/local/services/dynamodb/same-item";

const item = (N: string) => ({ table: "notes", key: { id: { S: "1.0" }, at: { N } } });

test.each([
  ["1", "1.0"],
  ["10e-1", "+1"],
  ["0", "-0.00"],
  ["100", "1E2"],
  [".5", "0.50"],
])("%s and %s are one number", (one, other) => {
  expect(hasRepetition([item(one), item(other)])).toBe(true);
});

test.each([
  ["1", "-1"],
  ["1", "10"],
  ["0.1", "0.01"],
])("%s and %s are two", (one, other) => {
  expect(hasRepetition([item(one), item(other)])).toBe(false);
});

test("texts that look like one number are two", () => {
  expect(hasRepetition([{ key: { id: { S: "1" } } }, { key: { id: { S: "1.0" } } }])).toBe(false);
});
