import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { Construct } from "constructs";
import { Stack } from "../../../../lib/kit/app";
import { Function, type FunctionProps, isFunction, resolveFunction } from "../../../../lib/kit/function";
import { only, testApp, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

function resolve(reference: unknown, defaults?: FunctionProps, stack = testStack()): Function {
  const owner = new Construct(stack, "Api");
  return resolveFunction(
    { owner, scope: owner, defaults, waits: true },
    "Lambda_GET_/",
    'routes["GET /"]',
    reference,
  );
}

describe("a function reference", () => {
  test("that is a text becomes a function with the defaults", () => {
    const stack = testStack();
    const fn = resolve(handler, { timeout: 3 }, stack);
    expect(fn.node.path).toBe("dev-notes-Main/Api/Lambda_GET_--");
    expect(only(stack, "aws_lambda_function")).toMatchObject({ handler, timeout: 3 });
  });
  test("that is props is merged with the defaults", () => {
    const stack = testStack();
    resolve(
      { handler, timeout: 4, environment: { BB: "2" } },
      { timeout: 3, memorySize: 256, environment: { AA: "1" } },
      stack,
    );
    expect(only(stack, "aws_lambda_function")).toMatchObject({
      timeout: 4,
      memory_size: 256,
      environment: { variables: { AA: "1", BB: "2" } },
    });
  });
  test("that is a function is used unchanged", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", { handler });
    expect(resolve(fn, undefined, stack)).toBe(fn);
    expect(resolve(fn, {}, new Stack(stack.app, "Other"))).toBe(fn);
  });
  test("that is props may take its handler from the construct's defaults, or those of the stack", () => {
    expect(resolve({ timeout: 4 }, { handler }).functionName).toContain("Lambda_GET_");
    const stack = testStack();
    stack.setDefaultFunctionProps({ handler });
    expect(resolve({ timeout: 4 }, undefined, stack).functionName).toContain("Lambda_GET_");
  });
  test("may create the function in another stack than its owner's", () => {
    const app = testApp();
    const [one, two] = [new Stack(app, "One"), new Stack(app, "Two")];
    const owner = new Construct(one, "Api");
    const fn = resolveFunction(
      { owner, scope: two, defaults: undefined, waits: true },
      "Lambda_GET_/",
      "routes",
      handler,
    );
    expect(Stack.of(fn)).toBe(two);
  });
});

describe("a function reference is refused", () => {
  test.each<[unknown, RegExp]>([
    [
      undefined,
      /routes\["GET \/"\] is undefined, which is not a function reference \(for "Lambda_GET_\/"\)\.\n.*"functions\/notes\.get"/,
    ],
    [1, /routes\["GET \/"\] is 1, which is not a function reference/],
    [{ timeout: 1 }, /routes\["GET \/"\] is \{"timeout":1\}, which is not a function reference/],
    [[handler], /is \["functions\/notes\.get"\], which is not a function reference/],
  ])("for %j", (reference, message) => {
    expect(() => resolve(reference)).toThrow(message);
    expect(() => resolve(reference)).toThrow(/^dev-notes-Main\/Api: /);
  });
  test("for a function that defaults cannot reach", () => {
    const stack = testStack();
    const fn = new Function(stack, "Get", { handler });
    expect(() => resolve(fn, { timeout: 1 }, stack)).toThrow(
      /^dev-notes-Main\/Api: routes\["GET \/"\] is a Function object \(for "Lambda_GET_\/"\), to which defaults\.function cannot apply/,
    );
  });
  test("for a provider object, which has its own prop", () => {
    const stack = testStack();
    const lambda = new LambdaFunction(stack, "Given", { functionName: "x", role: "r" });
    expect(() => resolve(lambda, undefined, stack)).toThrow(
      /is a provider object of type aws_lambda_function \(for "Lambda_GET_\/"\)\.\n.*cdk\.function/,
    );
  });
});

test.each<[unknown, boolean]>([
  [null, false],
  ["x", false],
  [{ handler }, false],
])("%j is a function: %p", (value, expected) => {
  expect(isFunction(value)).toBe(expected);
  expect(isFunction(new Function(testStack(), "Get", { handler }))).toBe(true);
});
