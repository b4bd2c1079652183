import { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { SnsTopic } from "@cdktf/provider-aws/lib/sns-topic";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import type { Construct } from "constructs";
import { type DestinationTarget, Function, type FunctionProps } from "../../../../lib/kit/function";
import { checkOutput } from "../../../support/reference-check";
import { inlineActions, only, resources, testStack } from "../../../support/stack";

const handler = "functions/notes.get";

function create(make: (stack: Construct) => FunctionProps) {
  const stack = testStack();
  new Function(stack, "Get", { handler, ...make(stack) });
  return stack;
}
const configOf = (props: FunctionProps) =>
  only(
    create(() => props),
    "aws_lambda_function_event_invoke_config",
  );

describe("asynchronous invocations", () => {
  test("are configured only when something is set", () => {
    expect(
      resources(
        create(() => ({})),
        "aws_lambda_function_event_invoke_config",
      ),
    ).toEqual({});
  });
  test.each<[FunctionProps, object]>([
    [{ retryAttempts: 0 }, { maximum_retry_attempts: 0 }],
    [{ retryAttempts: 2 }, { maximum_retry_attempts: 2 }],
    [{ maxEventAge: "60 seconds" }, { maximum_event_age_in_seconds: 60 }],
    [{ maxEventAge: "6 hours" }, { maximum_event_age_in_seconds: 21_600 }],
  ])("with %j", (props, expected) => {
    expect(configOf(props)).toEqual({
      ...expected,
      function_name: expect.stringMatching(/^\$\{aws_lambda_function\.Get_Function_\w+\.function_name\}$/),
      depends_on: [expect.stringMatching(/^aws_iam_role_policy\.Get_Policies_Base/)],
    });
  });
});

describe("records of invocations", () => {
  test.each<[string, (stack: Construct) => DestinationTarget, string, string]>([
    [
      "a function",
      (stack) => new Function(stack, "Target", { handler }),
      "aws_lambda_function.Target_Function_",
      "lambda:InvokeFunction",
    ],
    ["a queue", (stack) => new SqsQueue(stack, "Target"), "aws_sqs_queue.Target", "sqs:SendMessage"],
    ["a topic", (stack) => new SnsTopic(stack, "Target"), "aws_sns_topic.Target", "sns:Publish"],
    [
      "a bus",
      (stack) => new CloudwatchEventBus(stack, "Target", { name: "b" }),
      "aws_cloudwatch_event_bus.Target",
      "events:PutEvents",
    ],
    [
      "a reference to an ARN",
      (stack) => new SqsQueue(stack, "Target").arn,
      "aws_sqs_queue.Target",
      "sqs:SendMessage",
    ],
  ])("go to %s, where the role may send them", (_, target, address, action) => {
    const stack = create((scope) => ({ onSuccess: target(scope) }));
    const { destination_config } = only(stack, "aws_lambda_function_event_invoke_config");
    expect(destination_config).toEqual({
      on_success: { destination: expect.stringContaining(`\${${address}`) },
    });
    expect(inlineActions(stack, "Get_Policies")).toContain(action);
  });
  test.each([
    ["lambda", "lambda:InvokeFunction"],
    ["sqs", "sqs:SendMessage"],
    ["sns", "sns:Publish"],
    ["events", "events:PutEvents"],
  ])("go to the ARN of a target of %s", (service, action) => {
    const onFailure = `arn:aws-us-gov:${service}:us-gov-west-1:123456789012:target`;
    const stack = create(() => ({ onFailure }));
    const { destination_config } = only(stack, "aws_lambda_function_event_invoke_config");
    expect(destination_config).toEqual({ on_failure: { destination: onFailure } });
    expect(inlineActions(stack)).toContain(action);
  });
  test("may go back to the function that is configured, or in a circle", () => {
    const stack = testStack();
    const one = new Function(stack, "One", { handler });
    const two = new Function(stack, "Two", { handler, onFailure: one });
    one.bind([two]);
    const config = only(stack, "aws_lambda_function_event_invoke_config");
    expect(config.depends_on).toEqual([
      expect.stringMatching(/Two_Policies_Base/),
      expect.stringMatching(/Two_Policies_Links/),
    ]);
    stack.app.synth();
    expect(checkOutput(stack.app.outdir)).toEqual([]);
  });
});

describe("asynchronous options are refused", () => {
  test.each<[object, RegExp]>([
    [{ retryAttempts: 3 }, /Get: retryAttempts is 3, outside 0 to 2/],
    [{ retryAttempts: -1 }, /Get: retryAttempts is -1/],
    [{ maxEventAge: "59 seconds" }, /Get: maxEventAge is "59 seconds", outside 60 seconds to 6 hours/],
    [{ maxEventAge: "7 hours" }, /Get: maxEventAge is "7 hours"/],
    [{ maxEventAge: 60 }, /Get: maxEventAge is 60, which is not a duration/],
    [
      { onSuccess: "arn:aws:s3:::bucket" },
      /Get: onSuccess is "arn:aws:s3:::bucket"\.\n.*a function, queue, topic or event bus/,
    ],
    [{ onFailure: null }, /Get: onFailure is null/],
  ])("for %j", (props, message) => {
    expect(() => create(() => props)).toThrow(message);
  });
  test("for another resource as a destination", () => {
    expect(() => create((stack) => ({ onFailure: new S3Bucket(stack, "Bucket") }))).toThrow(
      /Get: onFailure is "aws_s3_bucket"/,
    );
  });
});
