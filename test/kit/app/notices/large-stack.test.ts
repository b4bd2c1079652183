import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Function, Queue, Stack } from "../../../../lib";
import { standardErrorOf } from "../../../support/environment";
import { temporaryFolder, testApp, testStack } from "../../../support/stack";

const noticesWith = (resources: number) =>
  standardErrorOf(() => {
    const stack = testStack({ outdir: temporaryFolder() });
    for (let index = 0; index < resources; index++) new SqsQueue(stack, `Queue${index}`, {});
    stack.app.synth();
  });

test.each([
  [1500, ""],
  [1501, "serverform: the stack has 1501 resources"],
])("a stack of %d resources causes the notice %j", (resources, notice) => {
  expect(noticesWith(resources).slice(0, 40)).toBe(notice);
});

/** The names of queues and functions that a stack of this id has. */
function namesIn(id: string): unknown {
  const stack = new Stack(testApp(), id);
  new Queue(stack, "Jobs", {
    consumer: { function: { handler: "functions/notes.get", functionName: "jobs" } },
  });
  new Function(stack, "Get", { handler: "functions/notes.get", functionName: "get" });
  const { resource } = stack.toTerraform() as {
    resource: Record<string, Record<string, Record<string, unknown>>>;
  };
  const named = ["aws_sqs_queue", "aws_lambda_function", "aws_cloudwatch_log_group"];
  return named.map((type) =>
    Object.values(resource[type] ?? {}).map((each) => each.name ?? each.function_name),
  );
}

test("queues, and functions with a name, keep it in another stack, so that their resources can move there", () => {
  expect(namesIn("Other")).toEqual(namesIn("Main"));
});
