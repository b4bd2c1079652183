import * as vm from "node:vm";
import { Token } from "cdktf";
import {
  checkInteger,
  checkKeys,
  checkList,
  checkLiteral,
  eachWithin,
  isPlainObject,
  propKeys,
  regionLimit,
  within,
} from "../../../../lib/kit/core";
import { testStack } from "../../../support/stack";

const token = () => Token.asString({ resolve: () => "x" });

test("propKeys lists every key of a type", () => {
  expect(propKeys<{ readonly a?: number; readonly b: string }>()({ a: true, b: true })).toEqual(["a", "b"]);
});

test("checkKeys names the key, those that are known and the nearest", () => {
  expect(() => checkKeys("Main/Api", "cors", { maxage: 1 }, ["maxAge", "allowOrigins"])).toThrow(
    'Main/Api: cors has the key "maxage", which does not exist.\n  Did you mean "maxAge"? Known keys: allowOrigins, maxAge.',
  );
  expect(() => checkKeys("Main/Api", "cors", { maxAge: 1 }, ["maxAge"])).not.toThrow();
});

test.each([
  ["visibilityTimeout", ["cdk", "consumer"], /it is called visibilityTimeoutSeconds\./],
  ["fifo", ["cdk", "consumer"], /below cdk, where it is called fifoQueue or fifoTopic\./],
  [
    "tags",
    ["cdk", "stage"],
    /keys: cdk, stage\.\n {2}For tags on everything, write provider: \{ defaultTags/,
  ],
  ["tags", ["name", "type"], /provider: \{ defaultTags/],
])("checkKeys says where %s of other libraries is set", (key, allowed, remedy) => {
  expect(() => checkKeys("Main/Jobs", "props", { [key]: 1 }, allowed)).toThrow(remedy);
});

test("checkKeys mentions the provider's resources only for props with cdk", () => {
  const check = () => checkKeys("Main/Jobs", "props", { fifo: true }, ["consumer"]);
  expect(check).toThrow(/Known keys: consumer\.\n {2}\[key-unknown\]$/);
});

test("checkLiteral takes one of the words, or a token", () => {
  expect(() => checkLiteral("App", "stage", "a", ["a", "b"])).not.toThrow();
  expect(() => checkLiteral("App", "stage", token(), ["a", "b"])).not.toThrow();
  expect(() => checkLiteral("App", "stage", "c", ["a", "b", "d"])).toThrow(
    'App: stage is "c".\n  Use "a", "b" or "d".',
  );
  expect(() => checkLiteral("App", "stage", 1, ["a"])).toThrow('App: stage is 1.\n  Use "a".');
});

describe("A table of keys", () => {
  type Props = { readonly mode?: string; readonly region?: string; readonly regions?: readonly string[] };
  const keys = propKeys<Props>()({
    mode: ["audit", "enforced"],
    region: within(regionLimit),
    regions: eachWithin(regionLimit),
  });

  test.each([
    [{ mode: "enforced", region: "eu-west-1", regions: ["eu-west-1"] }],
    [{ mode: token(), region: token(), regions: Token.asList({ resolve: () => [] }) }],
    [{ mode: undefined, region: undefined, regions: undefined }],
  ])("accepts %j", (props) => {
    expect(() => checkKeys("Main/Api", "props", props, keys)).not.toThrow();
  });

  test.each<[object, string]>([
    [{ mode: "off" }, 'mode is "off".\n  Use "audit" or "enforced".'],
    [{ mode: null }, "mode is null.\n  Write a value, or leave the key out."],
    [{ region: 1 }, "region is 1.\n  Write a string."],
    [{ region: "Ireland" }, 'region is "Ireland".\n  Write the name of an AWS region'],
    [{ regions: "eu-west-1" }, 'regions is "eu-west-1".\n  Write an array of strings: ["eu-west-1"].'],
    [{ regions: ["eu-west-1", "Ireland"] }, 'regions[1] is "Ireland".\n  Write the name of an AWS region'],
  ])("refuses %j", (props, text) => {
    expect(() => checkKeys("Main/Api", "props", props, keys)).toThrow(text);
  });
});

test.each<[unknown, boolean]>([
  [1, true],
  [3, true],
  [0, false],
  [4, false],
  [1.5, false],
  ["2", false],
  [Number.NaN, false],
  [Token.asNumber({ resolve: () => 1 }), true],
])("checkInteger takes %p of 1 to 3: %p", (value, isTaken) => {
  const check = () => checkInteger("App", "size", value, 1, 3, "MB");
  if (isTaken) expect(check).not.toThrow();
  else if (value === 1.5)
    expect(check).toThrow(/^App: size is 1\.5, which is not a whole number\.\n .* within 1 to 3 MB\./);
  else if (value === "2")
    expect(check).toThrow(
      /^App: size is "2", which is not a number\.\n .* quotes: 2\. .* within 1 to 3 MB\./,
    );
  else expect(check).toThrow(/^App: size is .*, outside 1 to 3 MB\./);
});

test("checkList takes an array, or a token", () => {
  for (const list of [[], ["a"], Token.asList({ resolve: () => [] })]) {
    expect(() => checkList("App", "layers", list)).not.toThrow();
  }
  expect(() => checkList("App", "layers", "a")).toThrow('App: layers is "a".\n  Write an array: [...].');
});

test.each<[string, unknown, boolean]>([
  ["a literal", { a: 1 }, true],
  ["a literal of another realm", vm.runInNewContext("({ a: 1 })"), true],
  ["an object without prototype", Object.create(null), true],
  ["an array", [], false],
  ["null", null, false],
  ["a date", new Date(), false],
  ["a token", { resolve: () => 1 }, false],
  ["a construct", testStack(), false],
])("isPlainObject of %s", (_, value, expected) => {
  expect(isPlainObject(value)).toBe(expected);
});
