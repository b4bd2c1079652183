import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Token } from "cdktf";
import { Function, type FunctionProps } from "../../../lib/function";
import { only, resources, testStack } from "../../support/stack";

const handler = "functions/notes.get";
const layers = (count: number) =>
  Array.from({ length: count }, (_, index) => `arn:aws:lambda:x:1:layer:a:${index}`);

describe("layers", () => {
  test("may be five", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler, layers: layers(5) });
    expect(only(stack, "aws_lambda_function").layers).toHaveLength(5);
  });
  test("may not be six, also when defaults bring some", () => {
    expect(() => new Function(testStack(), "Get", { handler, layers: layers(6) })).toThrow(
      /^dev-notes-Main\/Get: layers has 6 layers; AWS allows 5/,
    );
    const stack = testStack();
    stack.addDefaultFunctionLayers(layers(3));
    expect(() => new Function(stack, "Get", { handler, layers: layers(3) })).toThrow(/layers has 6 layers/);
  });
  test("may not become six", () => {
    const fn = new Function(testStack(), "Get", { handler, layers: layers(3) });
    expect(() => fn.addLayers(...layers(3))).toThrow(/^dev-notes-Main\/Get: addLayers has 6 layers/);
  });
  test.each<[unknown, RegExp]>([
    ["arn:a", /layers is "arn:a"\.\n.*a list/],
    [["my-layer"], /layers\[0\] is "my-layer"\.\n.*ARN of a layer version/],
    [[undefined], /layers\[0\] is undefined/],
  ])("may not be %j", (given, message) => {
    expect(
      () => new Function(testStack(), "Get", { handler, layers: given as FunctionProps["layers"] }),
    ).toThrow(message);
  });
  test("may not be other objects", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "Queue") as never;
    expect(() => new Function(stack, "Get", { handler, layers: [queue] })).toThrow(
      /layers\[0\] is the SqsQueue/,
    );
  });
  test("may be a list that is known only at deployment, given or added", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler, layers: Token.asList("${var.layers}") });
    new Function(stack, "Put", { handler }).addLayers(...Token.asList("${var.layers}"));
    new Function(stack, "Any", { handler, layers: Token.asAny("${var.layers}") as never });
    const all = Object.values(resources(stack, "aws_lambda_function")).map((each) => each.layers);
    expect(all).toEqual(Array(3).fill("${var.layers}"));
  });
  test("may not be such a list beside others", () => {
    const fn = new Function(testStack(), "Get", { handler, layers: layers(1) });
    expect(() => fn.addLayers(...Token.asList("${var.layers}"))).toThrow(
      /addLayers has items beside a reference/,
    );
  });
});
