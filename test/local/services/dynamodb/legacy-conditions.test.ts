import {
  checkConditions,
  fulfilsAll,
} from "../../../../lib/local/services/dynamodb/requests/legacy-conditions";

type Conditions = Parameters<typeof fulfilsAll>[0];

const item = { id: { S: "abc" }, count: { N: "5" }, tags: { SS: ["a", "b"] } };
const n = (...values: readonly number[]) => values.map((value) => ({ N: String(value) }));
const of = (ComparisonOperator: string, AttributeValueList: readonly object[] = []) =>
  ({ ComparisonOperator, AttributeValueList }) as unknown as Conditions[string];

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.Conditions.html */
describe("A condition of before expressions", () => {
  test.each<[string, Conditions[string], boolean]>([
    ["count", of("EQ", n(5)), true],
    ["count", of("EQ", n(6)), false],
    ["none", of("EQ", n(5)), false],
    ["count", of("NE", n(5)), false],
    ["count", of("NE", n(6)), true],
    ["count", of("LT", n(5)), false],
    ["count", of("LT", n(6)), true],
    ["count", of("LE", n(5)), true],
    ["count", of("LE", n(4)), false],
    ["count", of("GT", n(5)), false],
    ["count", of("GT", n(4)), true],
    ["count", of("GE", n(5)), true],
    ["count", of("GE", n(6)), false],
    ["count", of("BETWEEN", n(5, 6)), true],
    ["count", of("BETWEEN", n(4, 5)), true],
    ["count", of("BETWEEN", n(6, 7)), false],
    ["count", of("BETWEEN", n(3, 4)), false],
    ["count", of("IN", n(4, 5)), true],
    ["count", of("IN", n(4, 6)), false],
    ["id", of("BEGINS_WITH", [{ S: "ab" }]), true],
    ["id", of("BEGINS_WITH", [{ S: "bc" }]), false],
    ["none", of("BEGINS_WITH", [{ S: "ab" }]), false],
    ["id", of("CONTAINS", [{ S: "bc" }]), true],
    ["id", of("CONTAINS", [{ S: "d" }]), false],
    ["tags", of("CONTAINS", [{ S: "a" }]), true],
    ["tags", of("NOT_CONTAINS", [{ S: "a" }]), false],
    ["tags", of("NOT_CONTAINS", [{ S: "c" }]), true],
    ["none", of("NOT_CONTAINS", [{ S: "c" }]), false],
    ["none", of("NULL"), true],
    ["id", of("NULL"), false],
    ["none", of("NOT_NULL"), false],
    ["id", of("NOT_NULL"), true],
    ["none", { Exists: false } as Conditions[string], true],
    ["id", { Exists: false } as Conditions[string], false],
    ["id", { Value: { S: "abc" } } as Conditions[string], true],
  ])("%s %j is %p", (name, condition, expected) => {
    expect(fulfilsAll({ [name]: condition }, undefined, item as never)).toBe(expected);
  });

  const [yes, no] = [of("EQ", n(5)), of("EQ", n(6))];
  test.each<[string | undefined, Conditions, boolean]>([
    [undefined, {}, true],
    ["AND", {}, true],
    ["OR", {}, true],
    ["AND", { count: yes, none: no }, false],
    ["OR", { count: yes, none: no }, true],
    ["OR", { count: no, none: no }, false],
  ])("joined by %s, %j is %p", (operator, conditions, expected) => {
    expect(fulfilsAll(conditions, operator, item as never)).toBe(expected);
  });
});

describe("A condition is refused", () => {
  test.each<[Conditions[string], RegExp | undefined]>([
    [of("NULL"), undefined],
    [of("NULL", n(1)), /number of argument/],
    [of("NOT_NULL", n(1)), /number of argument/],
    [of("EQ"), /number of argument/],
    [of("EQ", n(1)), undefined],
    [of("EQ", n(1, 2)), /number of argument/],
    [of("IN"), /number of argument/],
    [of("IN", n(1)), undefined],
    [of("IN", n(1, 2, 3)), undefined],
    [of("BETWEEN", n(1)), /number of argument/],
    [of("BETWEEN", n(1, 1)), undefined],
    [of("BETWEEN", n(2, 1)), /./],
    [of("IN", [{ N: "1" }, { S: "1" }]), /must be of same type/],
    [of("GT", [{ BOOL: true }]), /GT is not valid for BOOL/],
    [of("BEGINS_WITH", n(1)), /BEGINS_WITH is not valid for N/],
  ])("%j: %s", (condition, message) => {
    const check = () => checkConditions({ count: condition });
    if (message === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(message);
  });
});
