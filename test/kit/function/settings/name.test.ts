import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Construct } from "constructs";
import { Stack } from "../../../../lib/kit/app";
import { Function, type FunctionProps } from "../../../../lib/kit/function";
import { only, testApp, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

function nameAt(...ids: string[]): string {
  const stack = testStack();
  const last = ids.pop() ?? "";
  const scope = ids.reduce<Construct>((parent, id) => new Construct(parent, id), stack);
  return new Function(scope, last, { handler }).functionName;
}

describe("the name of a function", () => {
  test.each<[string[], string]>([
    [["Get"], "dev-notes-Main-Get"],
    [["Group", "Get_1"], "dev-notes-Main-Group-Get_1"],
    [["Api", "Lambda_GET_/notes/{id}"], "dev-notes-Main-Api-Lambda_GET_--notes---id--baa22f1c"],
    [["x".repeat(49)], `dev-notes-Main-${"x".repeat(49)}`],
    [["x".repeat(50)], `dev-notes-Main-${"x".repeat(40)}-402b7032`],
  ])("below the stack at %j is %s", (ids, name) => {
    expect(nameAt(...ids)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(64);
  });
  test("may be given, also as a reference", () => {
    const stack = testStack();
    const queue = new SqsQueue(stack, "Queue");
    expect(new Function(stack, "One", { handler, functionName: "notes" }).functionName).toBe("notes");
    new Function(stack, "Two", { handler, functionName: queue.name });
    expect(Object.values(namesIn(stack))).toContain("${aws_sqs_queue.Queue.name}");
  });
  test("may be computed from the stack and the props", () => {
    const stack = testStack();
    const functionName: FunctionProps["functionName"] = ({ stack: { stage }, functionProps }) =>
      `${stage}-${functionProps.description}`;
    new Function(stack, "Get", { handler, description: "reader", functionName });
    expect(only(stack, "aws_lambda_function").function_name).toBe("dev-reader");
    expect(only(stack, "aws_cloudwatch_log_group").name).toBe("/aws/lambda/dev-reader");
  });
  test.each<[FunctionProps["functionName"], RegExp]>([
    ["my notes", /functionName is "my notes"\.\n.*letters, digits, - and _/],
    ["", /functionName is ""/],
    [() => 1 as never, /functionName is 1\./],
    ["x".repeat(65), /functionName is "x+", 65 characters long; AWS allows 64\.\n.*Shorten/],
  ])("may not be %p", (functionName, message) => {
    expect(() => new Function(testStack(), "Get", { handler, functionName })).toThrow(message);
  });
  test("may not be that of another function of the app", () => {
    const app = testApp();
    new Function(new Stack(app, "One"), "Get", { handler, functionName: "notes" });
    expect(() => new Function(new Stack(app, "Two"), "Read", { handler, functionName: "notes" })).toThrow(
      /^dev-notes-Two\/Read: functionName is "notes", which is also the name of dev-notes-One\/Get/,
    );
  });
  test("may be that of a function in another region", () => {
    const app = testApp();
    const regions = ["us-east-1", "eu-west-1"].map((region) => {
      const stack = new Stack(app, region, { provider: { region } });
      return new Function(stack, "Get", { handler, functionName: "notes" }).functionName;
    });
    expect(regions).toEqual(["notes", "notes"]);
  });
});

function namesIn(stack: Stack): Record<string, unknown> {
  const functions = stack.getAllFunctions();
  expect(functions).toHaveLength(2);
  const json = stack.toTerraform() as {
    resource: { aws_lambda_function: Record<string, { function_name: string }> };
  };
  return Object.fromEntries(
    Object.entries(json.resource.aws_lambda_function).map(([id, each]) => [id, each.function_name]),
  );
}
