import { matchesPattern } from "../../../lib/facts/event-pattern";

const order = {
  source: "orders",
  detail: {
    state: "placed",
    total: 12.5,
    tags: ["new", "gift"],
    ip: "10.0.0.7",
    note: null,
    lines: [{ sku: "A" }, { sku: "B" }],
  },
};
const detail = (pattern: object) => ({ detail: pattern });

// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
describe("event patterns", () => {
  test.each([
    ["a value", { source: ["orders"] }, true],
    ["one of several values", { source: ["bills", "orders"] }, true],
    ["another value", { source: ["bills"] }, false],
    ["all fields", { source: ["orders"], detail: { state: ["paid"] } }, false],
    ["a field within", detail({ state: ["placed"] }), true],
    ["an element of a list", detail({ tags: ["gift"] }), true],
    ["no element of a list", detail({ tags: ["old"] }), false],
    ["a field of one of several objects", detail({ lines: { sku: ["B"] } }), true],
    ["null", detail({ note: [null] }), true],
    ["a number, not a text of it", detail({ total: ["12.5"] }), false],
    ["prefix", detail({ state: [{ prefix: "pla" }] }), true],
    ["prefix without regard to case", detail({ state: [{ prefix: { "equals-ignore-case": "PLA" } }] }), true],
    ["suffix", detail({ state: [{ suffix: "paid" }] }), false],
    ["equals-ignore-case", detail({ state: [{ "equals-ignore-case": "PLACED" }] }), true],
    ["anything-but a value", detail({ state: [{ "anything-but": "placed" }] }), false],
    ["anything-but several", detail({ state: [{ "anything-but": ["paid", "sent"] }] }), true],
    ["anything-but a prefix", detail({ state: [{ "anything-but": { prefix: "pl" } }] }), false],
    ["numeric, both sides of a limit", detail({ total: [{ numeric: [">", 12, "<=", 12.5] }] }), true],
    ["numeric, outside", detail({ total: [{ numeric: ["<", 12.5] }] }), false],
    ["exists", detail({ state: [{ exists: true }] }), true],
    ["exists, of nothing", detail({ missing: [{ exists: true }] }), false],
    ["exists: false", detail({ missing: [{ exists: false }] }), true],
    ["wildcard", detail({ state: [{ wildcard: "p*c*d" }] }), true],
    ["wildcard, with a dot that is plain text", detail({ ip: [{ wildcard: "10.0.0.*" }] }), true],
    ["cidr", detail({ ip: [{ cidr: "10.0.0.0/29" }] }), true],
    ["cidr, outside", detail({ ip: [{ cidr: "10.0.0.0/30" }] }), false],
    ["$or", detail({ $or: [{ state: ["paid"] }, { total: [12.5] }] }), true],
    ["an unknown operator", detail({ state: [{ sounds: "like" }] }), false],
    ["a field of nothing", { missing: { state: ["placed"] } }, false],
  ])("%s", (_name, pattern, expected) => {
    expect(matchesPattern(pattern, order)).toBe(expected);
  });
});

// https://github.com/aws/event-ruler: arrays, dots in names, absence
describe("fields of an event", () => {
  const matches = (pattern: object, event: object) => matchesPattern(pattern, event);

  test.each<[string, object, object, boolean]>([
    [
      "values of one element of a list match together",
      { a: { b: [1], c: [2] } },
      { a: [{ b: 1, c: 2 }] },
      true,
    ],
    ["values of two elements do not", { a: { b: [1], c: [2] } }, { a: [{ b: 1 }, { c: 2 }] }, false],
    ["a list of lists is read as one list", { a: [1] }, { a: [[0], [[1]]] }, true],
    ["objects in a list of lists, too", { a: { b: [1] } }, { a: [[{ b: 0 }], [[{ b: 1 }]]] }, true],
    ["a dot in a name of the event is a step", { a: { b: { c: [1] } } }, { "a.b": { c: 1 } }, true],
    ["a dot in a name of the pattern is a step", { "a.b": { c: [1] } }, { a: { "b.c": 1 } }, true],
    ["both forms of a field count", { a: { b: [1] } }, { "a.b": 2, a: { b: 1 } }, true],
    ["an object does not exist", { a: [{ exists: true }] }, { a: { b: 1 } }, false],
    ["an empty list does not exist", { a: [{ exists: false }] }, { a: [] }, true],
    ["null exists", { a: [{ exists: true }] }, { a: null }, true],
    [
      "absence holds for all elements of a list",
      { a: { b: [{ exists: false }] } },
      { a: [{ b: 1 }, {}] },
      false,
    ],
    ["absence below what is missing", { a: { b: { c: [{ exists: false }] } } }, {}, true],
    ["an escaped asterisk is not a wildcard", { a: [{ wildcard: "x\\*y" }] }, { a: "x-y" }, false],
    ["an escaped asterisk is an asterisk", { a: [{ wildcard: "x\\*y*" }] }, { a: "x*yz" }, true],
    ["an escaped backslash is a backslash", { a: [{ wildcard: "x\\\\*" }] }, { a: "x\\z" }, true],
  ])("%s", (_name, pattern, event, expected) => {
    expect(matches(pattern, event)).toBe(expected);
  });
});

// EventBridge takes events of 256 KB: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevent-size.html
describe("the largest events", () => {
  const long = "abcd".repeat(64_000);
  const elements = Array.from({ length: 10_000 }, () => ({ c: 1 }));
  const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`a.b${at}`, 1]));

  test.each<[string, object, object]>([
    ["a text and many wildcards", { a: [{ wildcard: "a*b*c*d*e" }] }, { a: long }],
    [
      "a text that no wildcard matches",
      { a: [{ wildcard: { "equals-ignore-case": "A*B*C*D*E" } }] },
      { a: long },
    ],
    ["absence in each element of a list", { a: { b: [{ exists: false }], c: [2] } }, { a: elements }],
    [
      "alternatives in each element of a list",
      { a: { $or: [{ b: [1] }, { c: [2] }], c: [{ exists: true }] } },
      { a: elements },
    ],
    ["many names that begin with the same step", { a: { c: [1] } }, names],
  ])("%s take little time", (_name, pattern, event) => {
    const started = performance.now();
    expect(matchesPattern(pattern, event)).toBe(false);
    // Each of them took a minute, or would.
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
