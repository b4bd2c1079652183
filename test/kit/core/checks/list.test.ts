import { Fn, Lazy, TerraformVariable, Token } from "cdktf";
import {
  checkKnownList,
  firstItem,
  formatItems,
  isUnknownList,
  joinItems,
  knownItems,
  parseItems,
  resolveValue,
} from "../../../../lib/kit/core";
import { testStack } from "../../../support/stack";

const variable = () => new TerraformVariable(testStack(), "Ids", { type: "list(string)" });

/** Every form in which CDKTF returns a list that is known only at deployment, with the resolved value. */
const references: [string, () => unknown, string][] = [
  ["an expression", () => Token.asList("${data.aws_subnets.all.ids}"), "data.aws_subnets.all.ids"],
  ["a variable", () => variable().listValue, "var.Ids"],
  ["a variable as any value", () => variable().value, "var.Ids"],
  ["a function", () => Fn.split(",", variable().stringValue), 'split(",", var.Ids)'],
];

const parse = (given: unknown) => parseItems("Here", "ids", given as readonly string[]);
const resolved = (value: unknown) => resolveValue(testStack(), value);

describe.each(references)("an array reference: %s", (_, create, expression) => {
  test("is passed on", () => {
    const list = parse(create());
    expect(isUnknownList(list)).toBe(true);
    expect(knownItems(list)).toEqual([]);
    expect(resolved(list)).toBe(`\${${expression}}`);
  });

  test("is joined, formatted and read by Terraform", () => {
    const list = parse(create());
    expect(resolved(joinItems(",", list))).toBe(`\${join(",", ${expression})}`);
    expect(resolved(formatItems("a/%s", list))).toBe(`\${formatlist("a/%s", ${expression})}`);
    expect(resolved(firstItem(list))).toBe(`\${element(${expression}, 0)}`);
    const nested = joinItems(" or ", formatItems('"%s"', list));
    expect(resolved(`x ${nested}`)).toBe(`x \${join(" or ", formatlist("\\"%s\\"", ${expression}))}`);
  });

  test("is formatted by Terraform with references in the format", () => {
    const stack = testStack();
    const account = Token.asString(new TerraformVariable(stack, "Account", {}).value);
    const later = Lazy.stringValue({ produce: () => 'a"b' });
    const format = `arn:${account}:${later}:%s`;
    expect(resolved(formatItems(format, parse(create())))).toBe(
      `\${formatlist("arn:\${var.Account}:a\\"b:%s", ${expression})}`,
    );
  });

  test("is refused where the library needs the items", () => {
    expect(() => checkKnownList("Here", "ids", create())).toThrow(/ids is an array.*only at deployment/s);
  });
});

test("an array that is known at synthesis is joined, formatted and read then", () => {
  const list = parse(Token.asList({ resolve: () => ["a", "b"] }));
  const made = [joinItems(",", list), formatItems("%s!", list), firstItem(list)];
  expect(resolved(made)).toEqual(["a,b", ["a!", "b!"], "a"]);
});

test("an array with items is used unchanged", () => {
  const list = parse(["a", "$&"]);
  expect([knownItems(list), joinItems(",", list), formatItems("<%s>", list), firstItem(list)]).toEqual([
    ["a", "$&"],
    "a,$&",
    ["<a>", "<$&>"],
    "a",
  ]);
  expect(firstItem([])).toBeUndefined();
  expect(() => checkKnownList("Here", "ids", ["${TfToken[TOKEN.1]}"])).not.toThrow();
});

test("an array reference together with items is refused", () => {
  const mixed = [...Token.asList("${var.ids}"), "one"];
  expect(() => parse(mixed)).toThrow(/ids has items beside a reference.*Fn\.concat/s);
});

test("other values are refused", () => {
  for (const given of ["a", 1, null, {}]) expect(() => parse(given)).toThrow(/an array: \[\.\.\.\]/);
});
