import { Topic } from "../../../lib/constructs/topic";
import { testStack } from "../../support/stack";
import { failure } from "../api/support/api";

const subscribe = (filterPolicy: object, filterPolicyScope?: string) =>
  new Topic(testStack(), "Topic", {
    subscribers: {
      f: {
        function: "functions/notes.get",
        cdk: { subscription: { filterPolicy: filterPolicy as never, filterPolicyScope } },
      },
    },
  });
const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
const keys = (count: number) => Object.fromEntries(values(count).map((key) => [key, ["x"]]));

describe("the filter of a subscription", () => {
  test.each<[string, object, object, string, string | undefined]>([
    ["5 keys", keys(5), keys(6), "quota-exceeded", undefined],
    ["150 values", { a: values(150) }, { a: values(151) }, "filter-combinations", undefined],
    [
      "150 combinations",
      { a: values(10), b: values(15) },
      { a: values(10), b: values(16) },
      "filter-combinations",
      undefined,
    ],
    // The depth of a key counts: 2 * 75, 2 * 76.
    [
      "75 values of depth 2",
      { a: { b: values(75) } },
      { a: { b: values(76) } },
      "filter-combinations",
      "MessageBody",
    ],
    [
      "10^9",
      { a: [{ numeric: ["=", 1e9] }] },
      { a: [{ numeric: ["=", 1e9 + 1] }] },
      "out-of-range",
      undefined,
    ],
  ])("may have %s, and not one more", (_, accepted, refused, code, scope) => {
    expect(() => subscribe(accepted, scope)).not.toThrow();
    expect(failure(() => subscribe(refused, scope)).code).toBe(code);
  });
  test("has objects only for bodies of messages", () => {
    const nested = { a: { b: ["x"] } };
    expect(failure(() => subscribe(nested))).toMatchObject({
      code: "filter-nested",
      prop: expect.stringMatching(/filterPolicy\.a$/),
    });
    expect(() => subscribe(nested, "MessageBody")).not.toThrow();
  });
});
