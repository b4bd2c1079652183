import { Token } from "cdktf";
import { checkEventRule } from "../../../../lib/kit/core";
import { checkEventPattern } from "../../../../lib/kit/core/formats/event-pattern";
import { failure } from "../../../constructs/api/support/api";
import { readSuite } from "../../../local/recorded/suite";

const check = (pattern: unknown) => checkEventPattern("dev-notes-Main/Bus", "pattern", pattern);

describe("an event pattern", () => {
  test.each([
    { source: ["app.orders"] },
    { detail: { amount: [1, true, null, ""] } },
    { detail: { id: [{ exists: false }], name: [{ prefix: "a" }, "b", { suffix: ".png" }] } },
    { name: [{ prefix: { "equals-ignore-case": "a" } }] },
    { n: [{ numeric: ["=", 5] }], m: [{ numeric: [">", 0, "<=", 5] }], o: [{ numeric: [">=", 5, "<=", 6] }] },
    {
      a: [{ "anything-but": "x" }],
      b: [{ "anything-but": ["x", "y"] }],
      c: [{ "anything-but": { prefix: "x" } }],
    },
    { source: [{ prefix: "" }, { suffix: "" }], ip: [{ cidr: "2001:db8::/32" }, { cidr: "10.0.0.1" }] },
    { path: [{ wildcard: "a/*" }], ip: [{ cidr: "10.0.0.0/24" }], who: [{ "equals-ignore-case": "Ann" }] },
    { $or: [{ a: ["x"] }, { b: ["y"] }] },
    { "detail-type": ["Order Paid"] },
  ])("may be %j", (pattern) => {
    expect(() => check(pattern)).not.toThrow();
  });

  test.each<[unknown, string, RegExp]>([
    [{}, "pattern", /is empty, so no event matches it/],
    [{ detail: {} }, "pattern.detail", /is empty, so no event matches it/],
    [{ source: [] }, "pattern.source", /is an empty array, so no event/],
    [{ source: "app" }, "pattern.source", /is "app", which is not an array\.\n.*\["app"\]/],
    [{ "detail-type": 5 }, 'pattern["detail-type"]', /is 5, which is not an array/],
    [{ a: null }, "pattern.a", /is null, which is not an array/],
    [{ a: [["b"]] }, "pattern.a[0]", /neither a value nor a comparison/],
    [{ a: ["x", {}] }, "pattern.a[1]", /neither a value nor a comparison/],
    [{ a: [{ begins: "x" }] }, "pattern.a[0]", /neither a value nor a comparison/],
    [{ a: [{ prefix: "x", suffix: "y" }] }, "pattern.a[0]", /neither a value nor a comparison/],
    [{ a: [{ prefix: 1 }] }, "pattern.a[0].prefix", /is 1\.\n.*prefix as a string/],
    [{ a: [{ suffix: 1 }] }, "pattern.a[0].suffix", /suffix as a string/],
    [{ a: [{ numeric: [">=", 5, "<=", 5] }] }, "pattern.a[0].numeric", /range that is not empty/],
    [{ a: [{ exists: "yes" }] }, "pattern.a[0].exists", /true or false/],
    [{ a: [{ numeric: [">", 5, "<", 5] }] }, "pattern.a[0].numeric", /range that is not empty/],
    [{ a: [{ numeric: ["~", 5] }] }, "pattern.a[0].numeric", /comparison with a number/],
    [{ a: [{ numeric: ["<", 5, ">", 3] }] }, "pattern.a[0].numeric", /range that is not empty/],
    [{ a: [{ numeric: "5" }] }, "pattern.a[0].numeric", /comparison with a number/],
    [{ a: [{ "anything-but": [] }] }, 'pattern.a[0]["anything-but"]', /an array of values/],
    [{ a: [{ "anything-but": { exists: true } }] }, 'pattern.a[0]["anything-but"]', /one comparison/],
    [{ a: [{ wildcard: "a**" }] }, "pattern.a[0].wildcard", /without "\*\*"/],
    [{ a: [{ cidr: 10 }] }, "pattern.a[0].cidr", /range of addresses/],
    [{ a: [{ cidr: "10.0.0.0/33" }] }, "pattern.a[0].cidr", /range of addresses/],
    [{ a: [{ cidr: "office" }] }, "pattern.a[0].cidr", /range of addresses/],
    [{ a: [{ "anything-but": ["x", 1] }] }, 'pattern.a[0]["anything-but"]', /values of one kind/],
    [{ a: [Number.NaN] }, "pattern.a[0]", /neither a value nor a comparison/],
    [{ $or: [{ a: ["x"] }] }, "pattern.$or", /one pattern only/],
    [{ $or: ["x", "y"] }, "pattern.$or[0]", /is not a pattern/],
    [{ $or: [{ a: [] }, { b: ["y"] }] }, "pattern.$or[0].a", /empty array/],
  ])("may not be %j", (pattern, prop, message) => {
    const error = failure(() => check(pattern));
    expect([error.code, error.prop]).toEqual(["event-pattern-invalid", prop]);
    expect(error.message).toMatch(message);
  });

  test.each(["x", ["x"], null, 5])("is an object, not %j", (pattern) => {
    expect(failure(() => check(pattern))).toMatchObject({ code: "prop-invalid", prop: "pattern" });
  });

  test("uses only comparisons that the service supports", () => {
    const only = () => checkEventPattern("x", "filter", { a: [{ wildcard: "a*" }] }, ["prefix"]);
    expect(failure(only).message).toMatch(/one of "prefix"/);
  });
});

describe("the pattern of a rule, as AWS has answered", () => {
  const { facts } = readSuite<{ name: string; pattern: string; refusal?: string }>("events/patterns");
  const patterns = facts.flatMap(({ name, pattern, refusal }) =>
    name.startsWith("not JSON") ? [] : [[name, JSON.parse(pattern), refusal] as const],
  );
  const checkRule = (pattern: unknown) => checkEventRule("dev-notes-Main/Bus", "pattern", pattern);

  test.each(patterns.filter(([, , refusal]) => refusal === undefined))("%s is accepted", (_, pattern) => {
    expect(() => checkRule(pattern)).not.toThrow();
  });

  test.each(patterns.filter(([, , refusal]) => refusal !== undefined))("%s is refused", (_, pattern) => {
    expect(failure(() => checkRule(pattern)).code).toBe("event-pattern-invalid");
  });

  test("the reason of AWS is reported if the library has no own reason", () => {
    expect(failure(() => checkRule({ a: [{ wildcard: "*:*:*:*:*:x" }] })).message).toContain(
      "Rule is too complex - try using fewer wildcard characters",
    );
    expect(failure(() => checkRule({ a: [{ cidr: "10.0.0.1" }] })).message).toContain("one '/' required");
  });

  test("a reference is left to AWS", () => {
    expect(() => checkRule({ a: [{ cidr: "${aws_vpc.main.cidr_block}" }] })).toThrow();
    expect(() => checkRule({ a: [{ cidr: Token.asString({ resolve: () => "10.0.0.0/8" }) }] })).not.toThrow();
  });
});
