import { type LocalEvent, LocalQueue } from "../../../../lib/local";
import { eventSourceMappings } from "../../../../lib/local/services/contract/event-source-mapping";
import { QueueConsumer } from "../../../../lib/local/services/sqs/queue-consumer";
import { queueSettings } from "../../../../lib/local/services/sqs/settings";
import { TestClock } from "../../support/clock";
import { settled, TestFunctions } from "../../support/functions";
import { testModel } from "../../support/model";

const arn = "arn:aws:sqs:us-east-1:123456789012:mails";
let consumer: QueueConsumer | undefined;

afterEach(() => consumer?.stop());

function consumed(mapping: object, answer?: (event: never) => unknown, queueValues: object = {}) {
  const model = testModel({
    aws_sqs_queue: { Mails: { arn, name: "mails", url: "http://127.0.0.1:1/1/mails", ...queueValues } },
    aws_lambda_event_source_mapping: {
      Mails: { event_source_arn: arn, function_name: "mailer", ...mapping },
    },
  });
  const clock = new TestClock();
  const functions = new TestFunctions(answer);
  const [settings] = [...queueSettings(model).values()];
  const [mapped] = eventSourceMappings(model);
  if (settings === undefined || mapped === undefined) throw new Error("no queue");
  const queue = new LocalQueue(settings, clock, () => {});
  const reported: LocalEvent[] = [];
  const report = (event: LocalEvent) => void reported.push(event);
  consumer = new QueueConsumer(mapped, queue, { functions, region: "us-east-1", report });
  return { clock, functions, queue, reported };
}

const bodies = (event: unknown): string[] =>
  (event as { Records: { body: string }[] }).Records.map(({ body }) => body);

// https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
describe("a queue's consumer", () => {
  test("is a line of the log for each batch", async () => {
    const { functions, queue, reported } = consumed({ batch_size: 2 });
    for (const body of ["a", "b", "c"]) queue.send({ body });
    await functions.count(2);
    expect(reported).toMatchObject([
      { event: "delivery", kind: "batch", target: "mailer", text: "queue mails sends 2 messages to mailer" },
      { event: "delivery", kind: "batch", target: "mailer", text: "queue mails sends 1 message to mailer" },
    ]);
  });
  test("is busy until a message is processed, and due when a failed one comes back", async () => {
    const { functions, queue, clock } = consumed({}, (event) => {
      if (bodies(event).includes("bad")) throw new Error("no");
    });
    queue.send({ body: "good" });
    expect(consumer?.pending().isBusy).toBe(true);
    await functions.count(1);
    await settled();
    expect(consumer?.pending()).toEqual({ isBusy: false, dueAt: undefined });
    queue.send({ body: "bad" });
    await functions.count(2);
    await settled();
    expect(consumer?.pending()).toEqual({ isBusy: false, dueAt: clock.now() + 30_000 });
  });

  test("is due at the end of its batching window", async () => {
    const { queue, clock } = consumed({ maximum_batching_window_in_seconds: 5 });
    queue.send({ body: "a" });
    await settled();
    expect(consumer?.pending()).toEqual({ isBusy: false, dueAt: clock.now() + 5000 });
  });

  test("gets records in the form that Lambda gives them", async () => {
    const { functions, queue } = consumed({});
    queue.send({ body: "hello", attributes: { lang: { DataType: "String", StringValue: "en" } } });
    const [first] = await functions.count(1);
    expect(first).toMatchObject({ functionArn: "mailer", source: "queue mails" });
    expect(first?.event).toEqual({
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: "hello",
          attributes: {
            ApproximateReceiveCount: "1",
            SentTimestamp: "1767225600000",
            SenderId: expect.stringMatching(/^AIDA/),
            ApproximateFirstReceiveTimestamp: "1767225600000",
          },
          messageAttributes: {
            lang: { dataType: "String", stringValue: "en", stringListValues: [], binaryListValues: [] },
          },
          md5OfMessageAttributes: "5e453d9bd35ad18ad00352c7f85a8833",
          md5OfBody: "5d41402abc4b2a76b9719d911017c592",
          eventSource: "aws:sqs",
          eventSourceARN: arn,
          awsRegion: "us-east-1",
        },
      ],
    });
  });

  test("messages of a success are gone", async () => {
    const { clock, functions, queue } = consumed({});
    queue.send({ body: "a" });
    await functions.count(1);
    await settled();
    clock.advance(60_000);
    expect(queue.counts).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  test("messages of a failure come again after the visibility timeout", async () => {
    let times = 0;
    const { clock, functions, queue } = consumed({}, () => {
      times += 1;
      if (times === 1) throw new Error("no");
    });
    queue.send({ body: "a" });
    await functions.count(1);
    await settled();
    expect(queue.counts.inFlight).toBe(1);
    clock.advance(30_000);
    const [, second] = await functions.count(2);
    expect(bodies(second?.event)).toEqual(["a"]);
  });

  test("with partial responses only the failed messages come again", async () => {
    const { clock, functions, queue } = consumed(
      { function_response_types: ["ReportBatchItemFailures"], maximum_batching_window_in_seconds: 1 },
      ({ Records }: { Records: { messageId: string; body: string }[] }) => ({
        batchItemFailures: Records.filter(({ body }) => body === "b").map(({ messageId }) => ({
          itemIdentifier: messageId,
        })),
      }),
    );
    for (const body of ["a", "b"]) queue.send({ body });
    await settled();
    clock.advance(1000);
    await functions.count(1);
    await settled();
    expect(queue.counts).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
  });

  test("a batch holds batch_size messages at most", async () => {
    const { functions, queue } = consumed({ batch_size: 2 });
    for (const body of ["a", "b", "c"]) queue.send({ body });
    const invoked = await functions.count(2);
    expect(Math.max(...invoked.map(({ event }) => bodies(event).length))).toBeLessThanOrEqual(2);
    await settled();
    expect(invoked.flatMap(({ event }) => bodies(event))).toEqual(["a", "b", "c"]);
  });

  test("messages that do not fit into one event are sent in several, those of a group in order", async () => {
    let times = 0;
    const fails = () => {
      times += 1;
      if (times === 1) throw new Error("no");
    };
    const fifo = { fifo_queue: true, max_message_size: 1_048_576 };
    const { clock, functions, queue } = consumed({}, fails, fifo);
    for (const name of ["a", "b", "c", "d", "e", "f", "g"]) {
      queue.send({ body: name.padEnd(1_000_000, "-"), groupId: "1", deduplicationId: name });
    }
    const sent = () => functions.invoked.map(({ event }) => bodies(event).map((body) => body.charAt(0)));
    await functions.count(1);
    await settled();
    expect(sent()).toEqual([["a", "b", "c", "d", "e", "f"]]);
    clock.advance(30_000);
    await functions.count(3);
    expect(sent().slice(1)).toEqual([["a", "b", "c", "d", "e", "f"], ["g"]]);
  });

  test("with a batching window it waits for more", async () => {
    const { clock, functions, queue } = consumed({ maximum_batching_window_in_seconds: 5 });
    queue.send({ body: "a" });
    await settled();
    clock.advance(4999);
    await settled();
    queue.send({ body: "b" });
    await settled();
    expect(functions.invoked).toEqual([]);
    clock.advance(1);
    const [first] = await functions.count(1);
    expect(bodies(first?.event)).toEqual(["a", "b"]);
  });

  test("messages that match no filter are deleted without an invocation", async () => {
    const filter = [{ pattern: JSON.stringify({ body: { state: ["placed"] } }) }];
    const { functions, queue } = consumed({ filter_criteria: { filter } });
    queue.send({ body: JSON.stringify({ state: "paid" }) });
    queue.send({ body: JSON.stringify({ state: "placed" }) });
    await functions.count(1);
    await settled();
    expect(functions.invoked.map(({ event }) => bodies(event))).toEqual([['{"state":"placed"}']]);
    expect(queue.counts).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  test.each([
    [{}, 5],
    [{ scaling_config: [{ maximum_concurrency: 2 }] }, 2],
  ])("batches run at the same time, with %j at most %i", async (scaling, most) => {
    let done: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      done = resolve;
    });
    const { functions, queue } = consumed({ batch_size: 1, ...scaling }, () => released);
    for (let message = 0; message < 7; message += 1) queue.send({ body: String(message) });
    await settled();
    expect(functions.invoked).toHaveLength(most);
    done();
    expect(await functions.count(7)).toHaveLength(7);
  });

  test("batches of one FIFO group run one after the other, those of several at the same time", async () => {
    let done: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      done = resolve;
    });
    const { functions, queue } = consumed({ batch_size: 1 }, () => released, { fifo_queue: true });
    for (const body of ["a1", "a2", "b1"])
      queue.send({ body, groupId: body.charAt(0), deduplicationId: body });
    await settled();
    expect(functions.invoked.map(({ event }) => bodies(event)[0])).toEqual(["a1", "b1"]);
    done();
    const invoked = await functions.count(3);
    expect(bodies(invoked[2]?.event)).toEqual(["a2"]);
  });
});
