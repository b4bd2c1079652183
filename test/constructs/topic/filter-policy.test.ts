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
  test.each<[object, object, string, string?]>([
    [keys(5), keys(6), "quota-exceeded"],
    [{ a: values(150) }, { a: values(151) }, "filter-combinations"],
    [{ a: values(10), b: values(15) }, { a: values(10), b: values(16) }, "filter-combinations"],
    // The depth of a key counts: 2 * 75, 2 * 76.
    [{ a: { b: values(75) } }, { a: { b: values(76) } }, "filter-combinations", "MessageBody"],
    [{ a: [{ numeric: ["=", 1e9] }] }, { a: [{ numeric: ["=", 1e9 + 1] }] }, "out-of-range"],
  ])("may be %j, but not %j", (accepted, refused, code, ...rest) => {
    // jest passes a callback where a row has no fourth value.
    const scope = rest.find((each) => typeof each === "string");
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
