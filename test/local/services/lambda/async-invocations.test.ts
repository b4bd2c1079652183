import type { LocalEvent } from "../../../../lib/local";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { AsyncInvocations } from "../../../../lib/local/services/lambda/async-invocations";
import { temporaryFolder } from "../../../support/stack";
import { TestClock } from "../../support/clock";
import { settled, TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";

const arn = "arn:aws:lambda:us-east-1:123456789012:function:mail";
const queue = "arn:aws:sqs:us-east-1:123456789012:failed";
const bus = "arn:aws:events:us-east-1:123456789012:event-bus/default";

function invoking(
  answer: () => unknown,
  config: object = {},
  fn: object = {},
  dataFolder?: string,
  retriesFast?: boolean,
) {
  const clock = new TestClock();
  const functions = new TestFunctions(answer);
  const delivered: Delivery[] = [];
  const reported: LocalEvent[] = [];
  const model = testModel({
    aws_lambda_function: { Mail: { arn, function_name: "mail", role: "arn:aws:iam::1:role/mail", ...fn } },
    aws_lambda_function_event_invoke_config: { Mail: { function_name: "mail", ...config } },
  });
  const invocations = new AsyncInvocations({
    functions,
    clock,
    dataFolder,
    retriesFast,
    report: (event) => reported.push(event),
    model: () => model,
    deliver: async (delivery) => void delivered.push(delivery),
  });
  const invoke = (functionArn = arn) =>
    invocations.invoke({ functionArn, payload: '{"id":1}', source: "topic placed" });
  /** Lets the time of a retry come. */
  const pass = async (minutes: number) => {
    clock.advance(minutes * 60_000);
    await settled();
  };
  return { invoke, pass, functions, delivered, reported, invocations };
}

const fails = () => {
  throw new Error("no");
};

// https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
describe("events for a function that fails", () => {
  test("are tried again after one and after two more minutes, then end", async () => {
    const { invoke, pass, functions, reported } = invoking(fails);
    await invoke();
    const counts = [functions.invoked.length];
    for (const minutes of [1, 1, 1, 60]) {
      await pass(minutes);
      counts.push(functions.invoked.length);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3]);
    expect(reported.map((event) => "kind" in event && event.kind)).toEqual(["retry", "retry"]);
  });

  test("are tried again after one and after two more seconds with --fast-retries", async () => {
    const { invoke, pass, functions, reported } = invoking(fails, {}, {}, undefined, true);
    await invoke();
    const counts = [functions.invoked.length];
    for (const seconds of [1, 1, 1, 60]) {
      await pass(seconds / 60);
      counts.push(functions.invoked.length);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3]);
    expect(reported).toMatchObject([
      { text: expect.stringContaining("again in 1 s") },
      { text: expect.stringContaining("again in 2 s") },
    ]);
  });

  test("are tried as often as the function says, and not after their age", async () => {
    const never = invoking(fails, { maximum_retry_attempts: 0 });
    await never.invoke();
    await never.pass(60);
    expect(never.functions.invoked).toHaveLength(1);
    const old = invoking(fails, {
      maximum_event_age_in_seconds: 90,
      destination_config: [{ on_failure: [{ destination: queue }] }],
    });
    await old.invoke();
    await old.pass(1);
    await old.pass(60);
    expect(old.functions.invoked).toHaveLength(2);
    expect(JSON.parse(old.delivered[0]?.body ?? "").requestContext.condition).toBe("EventAgeExceeded");
  });

  test("go to the dead-letter queue unchanged, with the error", async () => {
    const { invoke, delivered, reported } = invoking(
      fails,
      { maximum_retry_attempts: 0 },
      { dead_letter_config: [{ target_arn: queue }] },
    );
    await invoke();
    expect(delivered).toMatchObject([
      {
        targetArn: queue,
        body: '{"id":1}',
        attributes: { ErrorMessage: { StringValue: "Error: no" }, ErrorCode: { StringValue: "200" } },
        sender: { roleArn: "arn:aws:iam::1:role/mail" },
      },
    ]);
    expect(reported).toMatchObject([{ event: "delivery", kind: "dead-letter", target: queue }]);
  });

  test("go to the destination with the known facts", async () => {
    const destination_config = [{ on_failure: [{ destination: queue }] }];
    const { invoke, delivered } = invoking(fails, { maximum_retry_attempts: 0, destination_config });
    await invoke();
    expect(JSON.parse(delivered[0]?.body ?? "")).toMatchObject({
      version: "1.0",
      requestContext: {
        functionArn: `${arn}:$LATEST`,
        condition: "RetriesExhausted",
        approximateInvokeCount: 1,
      },
      requestPayload: { id: 1 },
      responseContext: { statusCode: 200, functionError: "Unhandled" },
    });
  });

  test("are forgotten when the server stops", async () => {
    const { invoke, pass, functions, invocations } = invoking(fails);
    await invoke();
    await invocations.retries.stop();
    await pass(10);
    expect(functions.invoked).toHaveLength(1);
  });

  test("wait for their retry in the data folder while the server does not run", async () => {
    const dataFolder = temporaryFolder();
    const before = invoking(fails, {}, {}, dataFolder);
    await before.invoke();
    await before.invocations.retries.stop();
    const after = invoking(() => "done", {}, {}, dataFolder);
    after.invocations.retries.resume();
    await after.pass(0.5);
    expect(after.functions.invoked).toHaveLength(0);
    await after.pass(0.5);
    expect(after.functions.invoked).toEqual([{ functionArn: arn, source: "topic placed", event: { id: 1 } }]);
    await after.invocations.retries.stop();
    const third = invoking(() => "done", {}, {}, dataFolder);
    third.invocations.retries.resume();
    await third.pass(10);
    expect(third.functions.invoked).toHaveLength(0);
  });
});

test("the result of a success goes to its destination, a bus as an event", async () => {
  const destination_config = [{ on_success: [{ destination: bus }] }];
  const { invoke, delivered } = invoking(() => "done", { destination_config });
  await invoke("mail");
  expect(JSON.parse(delivered[0]?.body ?? "")).toMatchObject({
    source: "lambda",
    "detail-type": "Lambda Function Invocation Result - Success",
    detail: { requestContext: { condition: "Success" }, responsePayload: "done" },
  });
});

test.each([`${arn}:live`, "mail:live"])("the alias %s has settings of its own", async (alias) => {
  const { invoke, functions, pass } = invoking(fails, { qualifier: "live", maximum_retry_attempts: 0 });
  await invoke(alias);
  await pass(1);
  expect(functions.invoked).toHaveLength(1);
  await invoke();
  await pass(1);
  expect(functions.invoked).toHaveLength(3);
});
