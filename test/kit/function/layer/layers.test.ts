import { LambdaLayerVersion } from "@cdktf/provider-aws/lib/lambda-layer-version";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Token } from "cdktf";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { failure } from "../../../constructs/api/support/api";
import { only, resources, testStack } from "../../../support/stack";

const handler = "functions/notes.get";
const layer = (name: string, version = 1, region = "us-east-1") =>
  `arn:aws:lambda:${region}:111122223333:layer:${name}:${version}`;
const layers = (count: number) => Array.from({ length: count }, (_, index) => layer(`a${index}`));

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
    stack.addDefaultFunctionLayers(layers(6).slice(3));
    expect(() => new Function(stack, "Get", { handler, layers: layers(3) })).toThrow(/layers has 6 layers/);
  });
  test("may be folders of the project, of which a stack makes one layer each", () => {
    const stack = testStack();
    new Function(stack, "Get", { handler, layers: ["templates", layer("a")] });
    const put = new Function(stack, "Put", { handler, layers: ["./templates/"] });
    put.addLayers("templates", "graphql");
    const made = Object.keys(resources(stack, "aws_lambda_layer_version"));
    expect(made).toEqual([
      expect.stringMatching(/^_layer_graphql-\w+_Layer_/),
      expect.stringMatching(/^_layer_templates-\w+_Layer_/),
    ]);
    const [graphql, templates] = made.map((name) => `\${aws_lambda_layer_version.${name}.arn}`);
    expect(Object.values(resources(stack, "aws_lambda_function")).map((each) => each.layers)).toEqual([
      [templates, layer("a")],
      [templates, graphql],
    ]);
    expect(Object.values(resources(stack, "aws_lambda_layer_version"))).toMatchObject([
      { filename: expect.stringMatching(/archive_file/) },
      { filename: expect.stringMatching(/archive_file/) },
    ]);
  });
  test("may not become six", () => {
    const fn = new Function(testStack(), "Get", { handler, layers: layers(3) });
    expect(() => fn.addLayers(...layers(6))).toThrow(/^dev-notes-Main\/Get: addLayers has 6 layers/);
  });
  test.each<[unknown, RegExp]>([
    ["arn:a", /layers is "arn:a"\.\n.*an array/],
    [["my-layer"], /layers\[0\] is "my-layer"\.\n.*ARN of a layer version/],
    [[undefined], /layers\[0\] is undefined/],
    [["arn:aws:lambda:us-east-1:111122223333:layer:a"], /layers\[0\] is "arn.*layer:a"\.\n.*a layer version/],
    [["arn:aws:lambda:us-east-1:111122223333:layer:a:latest"], /layers\[0\] is "arn.*layer:a:latest"/],
  ])("may not be %j", (given, message) => {
    expect(
      () => new Function(testStack(), "Get", { handler, layers: given as FunctionProps["layers"] }),
    ).toThrow(message);
  });
  test("are deployed once, although defaults, the function and addLayers name them", () => {
    const stack = testStack();
    const own = new LambdaLayerVersion(stack, "Own", { layerName: "own" });
    stack.addDefaultFunctionLayers([layer("a"), own.arn]);
    const fn = new Function(stack, "Get", { handler, layers: [layer("a"), own, layer("b")] });
    fn.addLayers(layer("b"), own);
    expect(only(stack, "aws_lambda_function").layers).toEqual([
      layer("a"),
      "${aws_lambda_layer_version.Own.arn}",
      layer("b"),
    ]);
  });
  test("count without doubles", () => {
    const stack = testStack();
    stack.addDefaultFunctionLayers(layers(5));
    new Function(stack, "Get", { handler, layers: layers(5) }).addLayers(...layers(5));
    expect(only(stack, "aws_lambda_function").layers).toEqual(layers(5));
  });
  test("may not be two versions of one layer", () => {
    const stack = testStack();
    stack.addDefaultFunctionLayers([layer("a", 1)]);
    const error = failure(() => new Function(stack, "Get", { handler, layers: [layer("a", 2)] }));
    expect(error).toMatchObject({ code: "layer-versions", prop: "layers[1]" });
    const fn = new Function(stack, "Get", { handler });
    expect(() => fn.addLayers(layer("a", 3))).toThrow(/layer-versions/);
  });
  test("may be layers of one name of two accounts", () => {
    const stack = testStack();
    const other = layer("a").replace("111122223333", "444455556666");
    new Function(stack, "Get", { handler, layers: [layer("a"), other] });
    expect(only(stack, "aws_lambda_function").layers).toHaveLength(2);
  });
  test("may not be of another region, unless the function has a provider of its own", () => {
    const stack = testStack();
    const there = [layer("a", 1, "eu-west-1")];
    const error = failure(() => new Function(stack, "Get", { handler, layers: there }));
    expect(error).toMatchObject({ code: "layer-region", prop: "layers[0]" });
    const provider = new AwsProvider(stack, "There", { region: "eu-west-1", alias: "there" });
    new Function(stack, "There_", { handler, layers: there, cdk: { function: { provider } } });
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
    stack.addOverride("variable.layers", { type: "list(string)" });
    new Function(stack, "Get", { handler, layers: Token.asList("${var.layers}") });
    new Function(stack, "Put", { handler }).addLayers(...Token.asList("${var.layers}"));
    new Function(stack, "Any", { handler, layers: Token.asAny("${var.layers}") as never });
    const all = Object.values(resources(stack, "aws_lambda_function")).map((each) => each.layers);
    expect(all).toEqual(Array(3).fill("${var.layers}"));
  });
  test("may not be such a list together with others", () => {
    const fn = new Function(testStack(), "Get", { handler, layers: layers(1) });
    expect(() => fn.addLayers(...Token.asList("${var.layers}"))).toThrow(
      /addLayers has items beside a reference/,
    );
  });
});
