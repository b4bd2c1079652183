import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Construct } from "constructs";
import { Queue } from "../../../../lib/constructs/queue";
import { Function, parseEventDestination } from "../../../../lib/kit/function";
import { testStack } from "../../../support/stack";

const forms = { function: { keys: ["events"], cdk: ["function", "target"] }, queue: { keys: ["events"] } };

function parse(given: unknown, stack = testStack()) {
  return parseEventDestination(new Construct(stack, "Host"), "parts", given, forms, "Name it.");
}

describe("parseEventDestination", () => {
  test.each([
    ["a text", "functions/notes.get"],
    ["props of a function", { handler: "functions/notes.get", timeout: 5 }],
    ["props without a handler, which the defaults may name", { timeout: 5 }],
    [
      "props of a function with its cdk",
      { handler: "functions/notes.get", cdk: { function: { memorySize: 1 } } },
    ],
    ["props of a function with a key of the full form", { handler: "functions/notes.get", events: [] }],
    ["cdk alone, laid over a function", { cdk: { function: { memorySize: 1 } } }],
  ])("%s is a function reference", (_, given) => {
    expect(parse(given)).toEqual({ kind: "function", value: given, prop: "parts", options: {}, cdk: {} });
  });
  test("a Function is itself", () => {
    const stack = testStack();
    const fn = new Function(stack, "Fn", { handler: "functions/notes.get" });
    expect(parse(fn, stack).value).toBe(fn);
  });
  test("the full form is taken apart", () => {
    const given = { type: "function", function: "a.b", events: ["x"], cdk: { target: { event: 1 } } };
    expect(parse(given)).toEqual({
      kind: "function",
      value: "a.b",
      prop: "parts.function",
      options: { events: ["x"] },
      cdk: { target: { event: 1 } },
    });
  });
  test("a queue is known by its prop, and by itself", () => {
    const stack = testStack();
    const queue = new Queue(stack, "Q");
    expect(parse({ queue }, stack)).toMatchObject({ kind: "queue", prop: "parts.queue" });
    const bare = new Construct(stack, "Other");
    expect(parseEventDestination(bare, "parts", queue, forms, "")).toMatchObject({
      kind: "queue",
      value: queue,
      prop: "parts",
    });
  });
  test("an existing function alone is the full form", () => {
    const stack = testStack();
    const raw = new LambdaFunction(stack, "Raw", {
      functionName: "a",
      role: "arn:aws:iam::111122223333:role/a",
    });
    expect(parse({ cdk: { function: raw } }, stack)).toMatchObject({
      kind: "function",
      value: undefined,
      cdk: { function: raw },
    });
  });
  test.each([
    [{ type: "topic" }, /parts\.type is "topic"/],
    [{ function: "a.b", event: [] }, /parts has the key "event"[\s\S]*Did you mean "events"/],
    [{ function: "a.b", queue: 1 }, /parts has the key "function"/],
    [{ type: "function" }, /parts\.function is missing/],
    [{ type: "queue", queue: 1 }, /parts\.queue is 1/],
    [{ function: "a.b", cdk: [] }, /parts\.cdk is \[\]/],
    [{ function: "a.b", cdk: { tarjet: 1 } }, /parts\.cdk has the key "tarjet"/],
  ])("refuses %p", (given, message) => {
    expect(() => parse(given)).toThrow(message);
  });
});
