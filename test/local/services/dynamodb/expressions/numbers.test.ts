import {
  addNumbers,
  compareNumbers,
  findDecimal,
  storedNumber,
} from "../../../../../lib/local/services/dynamodb/expressions/attribute-values";
import { cpuMsOf } from "../../../../support/cpu-time";

const nines = (count: number) => "9".repeat(count);

describe("storedNumber", () => {
  test.each([
    ["0", "0"],
    ["-0", "0"],
    ["0e99", "0"],
    ["+1e3", "1000"],
    ["1.50", "1.5"],
    ["-001.0", "-1"],
    [".5", "0.5"],
    ["5.", "5"],
    ["1e-3", "0.001"],
    ["-1.25E+1", "-12.5"],
    ["123456789012345", "123456789012345"],
    ["1234567890123450", "1234567890123450"],
    [nines(38), nines(38)],
    [`${nines(38)}0`, `${nines(38)}0`],
    ["1e125", `1${"0".repeat(125)}`],
    ["1e-130", `0.${"0".repeat(129)}1`],
    [`9.${nines(37)}e125`, `${nines(38)}${"0".repeat(88)}`],
  ])("%s is %s", (text, expected) => {
    expect(storedNumber(text)).toBe(expected);
  });

  test.each([
    ["", "The parameter cannot be converted to a numeric value"],
    [".", "The parameter cannot be converted to a numeric value: ."],
    ["1x", "The parameter cannot be converted to a numeric value: 1x"],
    ["e5", "The parameter cannot be converted to a numeric value: e5"],
    ["NaN", "The parameter cannot be converted to a numeric value: NaN"],
    ["1e126", /^Number overflow/],
    ["10e125", /^Number overflow/],
    ["-1e126", /^Number overflow/],
    ["1e-131", /^Number underflow/],
    ["0.1e-130", /^Number underflow/],
    [nines(39), "Attempting to store more than 38 significant digits in a Number"],
    [`0.${nines(39)}`, "Attempting to store more than 38 significant digits in a Number"],
  ])("%j is refused", (text, message) => {
    expect(() => storedNumber(text)).toThrow(message);
  });
});

test.each([
  ["100", { digits: 1n, exponent: 2 }],
  ["-1.20", { digits: -12n, exponent: -1 }],
  ["0.0", { digits: 0n, exponent: 0 }],
  ["00", { digits: 0n, exponent: 0 }],
  ["x", undefined],
])("findDecimal of %s", (text, expected) => {
  expect(findDecimal(text)).toEqual(expected);
});

test.each([
  ["1", "2", -1],
  ["2", "1", 1],
  ["2", "2.0", 0],
  ["1e1", "9", 1],
  ["1e1", "10", 0],
  ["-1", "1", -1],
  ["0.1", "0.09", 1],
  ["-5", "-6", 1],
  ["99999999999999", "100000000000000", -1],
  ["12345678901234567890", "12345678901234567891", -1],
  ["12345678901234567890", "12345678901234567890", 0],
  ["1e125", "1e-130", 1],
])("%s compared with %s", (one, other, expected) => {
  expect(Math.sign(compareNumbers(one, other))).toBe(expected);
});

describe("addNumbers", () => {
  test.each([
    ["1", "2", "3"],
    ["0.1", "0.2", "0.3"],
    ["-1", "1", "0"],
    ["1e3", "1", "1001"],
    ["1", "1e3", "1001"],
    ["99", "1", "100"],
    [nines(37), "1", `1${"0".repeat(37)}`],
  ])("%s + %s is %s", (one, other, sum) => {
    expect(addNumbers(one, other)).toBe(sum);
    expect(addNumbers(sum, other, -1)).toBe(storedNumber(one));
  });

  test("is refused where the result has more digits than a number holds", () => {
    expect(addNumbers("1e37", "1")).toBe(`1${"0".repeat(36)}1`);
    expect(() => addNumbers("1e38", "1")).toThrow(/^Number overflow/);
    expect(() => addNumbers(`${nines(38)}e88`, `${nines(38)}e88`)).toThrow(/^Number overflow/);
    expect(() => addNumbers("x", "1")).toThrow("cannot be converted to a numeric value: x");
  });
});

describe("numbers of any length", () => {
  const zeros = "0".repeat(100_000);
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ["digits and a letter", `${zeros}x`, /cannot be converted to a numeric value/],
    ["points", ".".repeat(100_000), /cannot be converted/],
    ["too many digits", `0.${"1".repeat(100_000)}`, /more than 38 significant digits/],
    ["too many digits with zeros between", `1${"0".repeat(50)}1`, /more than 38 significant digits/],
    ["a number that is too large", `1${zeros}1`, /Number overflow/],
    ["an exponent that is too large", "1e999999999", /Number overflow/],
  ];
  test.each(refused)("%s are refused at once", (_name, text, message) => {
    expect(cpuMsOf(() => expect(() => storedNumber(text)).toThrow(message))).toBeLessThan(1000);
  });

  test.each([
    ["zeros before it", `${zeros}7`, "7"],
    ["zeros after it", `7.5${zeros}`, "7.5"],
  ])("%s do not count", (_name, text, expected) => {
    expect(storedNumber(text)).toBe(expected);
  });
});
