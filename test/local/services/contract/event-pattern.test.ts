import { matchesPattern } from "../../../../lib/local/services/contract/event-pattern";

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
    ["wildcard, with a dot that is none", detail({ ip: [{ wildcard: "10.0.0.*" }] }), true],
    ["cidr", detail({ ip: [{ cidr: "10.0.0.0/29" }] }), true],
    ["cidr, outside", detail({ ip: [{ cidr: "10.0.0.0/30" }] }), false],
    ["$or", detail({ $or: [{ state: ["paid"] }, { total: [12.5] }] }), true],
    ["an unknown operator", detail({ state: [{ sounds: "like" }] }), false],
    ["a field of nothing", { missing: { state: ["placed"] } }, false],
  ])("%s", (_name, pattern, expected) => {
    expect(matchesPattern(pattern, order)).toBe(expected);
  });
});
