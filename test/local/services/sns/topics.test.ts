import { PublishBatchCommand, PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { LocalEvent } from "../../../../lib/local";
import type { Delivery, Service } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { sns } from "../../../../lib/local/services/sns";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const topic = "arn:aws:sns:us-east-1:123456789012:placed";
const fn = "arn:aws:lambda:us-east-1:123456789012:function:mail";
const queue = "arn:aws:sqs:us-east-1:123456789012:bills";

let router: EndpointRouter;
let service: Service;
let client: SNSClient;
let delivered: Delivery[];
let clock: TestClock;
let reported: LocalEvent[];

async function start(subscriptions: Record<string, object>): Promise<void> {
  delivered = [];
  reported = [];
  clock = new TestClock();
  router = await EndpointRouter.start(() => {});
  const named = Object.entries(subscriptions).map(([name, values]) => [
    name,
    { topic_arn: topic, arn: `${topic}:${name}`, ...values },
  ]);
  const model = testModel({
    aws_sns_topic: {
      Placed: { arn: topic, name: "placed" },
      Fifo: { arn: `${topic}.fifo`, fifo_topic: true },
      Fast: { arn: `${topic}-fast.fifo`, fifo_topic: true, fifo_throughput_scope: "MessageGroup" },
    },
    aws_sns_topic_subscription: Object.fromEntries(named),
  });
  const deliver = async (delivery: Delivery): Promise<void> => void delivered.push(delivery);
  service = await startService(
    router,
    "sns",
    sns,
    serviceContext({ model, deliver, clock, report: (event) => void reported.push(event) }),
  );
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SNSClient({ endpoint: router.url, region: "us-east-1", credentials });
}

afterEach(() => router.close());

const publish = (Message: string, more: object = {}) =>
  client.send(new PublishCommand({ TopicArn: topic, Message, ...more }));
const bodies = () => delivered.map(({ body }) => JSON.parse(body) as Record<string, unknown>);

// https://github.com/pahud/svs327-reinvent2019 (cdk/README.md)
test("an integration of API Gateway gets JSON", async () => {
  await start({});
  const response = await fetch(router.url, {
    method: "POST",
    headers: {
      authorization: "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/sns/aws4_request",
      accept: "application/json",
    },
    body: new URLSearchParams({ Action: "Publish", TopicArn: topic, Message: "hello" }),
  });
  expect(await response.json()).toEqual({
    PublishResponse: {
      PublishResult: { MessageId: expect.any(String), SequenceNumber: null },
      ResponseMetadata: { RequestId: expect.any(String) },
    },
  });
});

// https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html
describe("topics, through the AWS SDK", () => {
  test("a function gets a record as SNS writes it", async () => {
    await start({ Mail: { protocol: "lambda", endpoint: fn } });
    const MessageAttributes = { kind: { DataType: "String", StringValue: "gift" } };
    const { MessageId } = await publish("<hello> & more", { Subject: "Order", MessageAttributes });
    expect(delivered).toMatchObject([{ targetArn: fn, source: "topic placed" }]);
    expect(bodies()[0]).toEqual({
      Records: [
        {
          EventSource: "aws:sns",
          EventVersion: "1.0",
          EventSubscriptionArn: `${topic}:Mail`,
          Sns: {
            Type: "Notification",
            MessageId,
            TopicArn: topic,
            Subject: "Order",
            Message: "<hello> & more",
            Timestamp: "2026-01-01T00:00:00.000Z",
            SignatureVersion: "1",
            Signature: "local",
            SigningCertUrl: "https://sns.local/cert.pem",
            UnsubscribeUrl: `https://sns.local/?Action=Unsubscribe&SubscriptionArn=${topic}:Mail`,
            MessageAttributes: { kind: { Type: "String", Value: "gift" } },
          },
        },
      ],
    });
  });

  test("a queue gets an envelope", async () => {
    await start({ Bills: { protocol: "sqs", endpoint: queue } });
    await publish("hello");
    expect(bodies()[0]).toMatchObject({ Type: "Notification", Message: "hello", TopicArn: topic });
    expect(bodies()[0]).not.toHaveProperty("Subject");
  });

  test("or the message alone, with its attributes", async () => {
    await start({ Bills: { protocol: "sqs", endpoint: queue, raw_message_delivery: true } });
    await publish("hello", { MessageAttributes: { kind: { DataType: "String", StringValue: "gift" } } });
    expect(delivered).toMatchObject([
      { body: "hello", attributes: { kind: { DataType: "String", StringValue: "gift" } } },
    ]);
  });

  test.each([
    ["an attribute", undefined, { kind: ["gift"] }, 1],
    ["another value", undefined, { kind: ["plain"] }, 0],
    ["a number", undefined, { total: [{ numeric: [">", 4] }] }, 1],
    ["a list", undefined, { tags: ["new"] }, 1],
    ["the body", "MessageBody", { state: ["placed"] }, 1],
    ["another body", "MessageBody", { state: ["paid"] }, 0],
    ["bytes, which it does not see", undefined, { photo: [{ exists: false }] }, 1],
  ])("a filter policy on %s", async (_name, filter_policy_scope, policy, expected) => {
    const filter_policy = JSON.stringify(policy);
    await start({ Mail: { protocol: "lambda", endpoint: fn, filter_policy, filter_policy_scope } });
    await publish('{"state":"placed"}', {
      MessageAttributes: {
        kind: { DataType: "String", StringValue: "gift" },
        total: { DataType: "Number", StringValue: "5" },
        tags: { DataType: "String.Array", StringValue: '["new","old"]' },
        photo: { DataType: "Binary", BinaryValue: Buffer.from("x") },
      },
    });
    expect(delivered).toHaveLength(expected);
  });

  test("each protocol may have its own text", async () => {
    await start({ Mail: { protocol: "lambda", endpoint: fn }, Bills: { protocol: "sqs", endpoint: queue } });
    await publish('{"default":"all","sqs":"queue"}', { MessageStructure: "json" });
    const [mail, bills] = bodies() as [{ Records: { Sns: { Message: string } }[] }, { Message: string }];
    expect([mail.Records[0]?.Sns.Message, bills.Message]).toEqual(["all", "queue"]);
  });

  test("a batch publishes each of its entries", async () => {
    await start({ Bills: { protocol: "sqs", endpoint: queue, raw_message_delivery: true } });
    const PublishBatchRequestEntries = ["a", "b"].map((Message) => ({ Id: Message, Message }));
    const answer = await client.send(
      new PublishBatchCommand({ TopicArn: topic, PublishBatchRequestEntries }),
    );
    expect(answer.Successful?.map(({ Id }) => Id)).toEqual(["a", "b"]);
    expect(delivered.map(({ body }) => body)).toEqual(["a", "b"]);
  });

  test.each([
    ["a topic that does not exist", { TopicArn: `${topic}s` }, "NotFound"],
    ["no group on a FIFO topic", { TopicArn: `${topic}.fifo` }, "InvalidParameter"],
  ])("%s is refused", async (_name, more, code) => {
    await start({});
    await expect(publish("a", more)).rejects.toMatchObject({ name: expect.stringContaining(code) });
  });

  test.each([
    ["no entry", [], "EmptyBatchRequest"],
    ["eleven entries", Array.from({ length: 11 }, (_, id) => `${id}`), "TooManyEntriesInBatchRequest"],
    ["two entries of one id", ["a", "a"], "BatchEntryIdsNotDistinct"],
  ])("a batch with %s is refused", async (_name, ids, code) => {
    await start({});
    const PublishBatchRequestEntries = ids.map((Id) => ({ Id, Message: "x" }));
    const command = new PublishBatchCommand({ TopicArn: topic, PublishBatchRequestEntries });
    await expect(client.send(command)).rejects.toMatchObject({ name: expect.stringContaining(code) });
  });

  test("messages that a subscriber refuses go to the dead-letter queue of the subscription", async () => {
    const redrive_policy = JSON.stringify({ deadLetterTargetArn: `${queue}-failed` });
    await start({ Bills: { protocol: "sqs", endpoint: queue, raw_message_delivery: true, redrive_policy } });
    await publish("hello");
    delivered[0]?.failed?.("NO_RESOURCE", "it is gone");
    expect(delivered.map(({ targetArn, body }) => [targetArn, body])).toEqual([
      [queue, "hello"],
      [`${queue}-failed`, "hello"],
    ]);
  });
});

/**
 * The messages of other services to a topic, as the dead letter of a function.
 *
 * Source: recorded from AWS by https://github.com/localstack/localstack (tests/aws/services/sns/test_sns.py:
 * test_sns_topic_as_lambda_dead_letter_queue)
 */
describe("messages of other services", () => {
  const attributes = {
    ErrorCode: { DataType: "Number", StringValue: "200" },
    ErrorMessage: { DataType: "String", StringValue: "Test exception (this is intentional)" },
    RequestID: { DataType: "String", StringValue: "1a2b" },
    Bytes: { DataType: "Binary", BinaryValue: "eA==" },
  };
  const written = {
    ErrorCode: { Type: "Number", Value: "200" },
    ErrorMessage: { Type: "String", Value: "Test exception (this is intentional)" },
    RequestID: { Type: "String", Value: "1a2b" },
    Bytes: { Type: "Binary", Value: "eA==" },
  };
  const accept = () =>
    service.resources.receiver?.accept({ targetArn: topic, body: "{}", source: "function mail", attributes });

  test("keep their attributes for each kind of subscriber", async () => {
    await start({
      Mail: { protocol: "lambda", endpoint: fn },
      Bills: { protocol: "sqs", endpoint: queue },
      Raw: { protocol: "sqs", endpoint: queue, raw_message_delivery: true },
    });
    await accept();
    expect(bodies()[0]).toMatchObject({ Records: [{ Sns: { Message: "{}", MessageAttributes: written } }] });
    expect(bodies()[1]).toMatchObject({ Message: "{}", MessageAttributes: written });
    expect(delivered[2]).toMatchObject({ body: "{}", attributes });
  });

  test("pass the filters of subscriptions by their attributes", async () => {
    const filter_policy = (codes: readonly number[]) =>
      JSON.stringify({ ErrorCode: codes.map((code) => ({ numeric: ["=", code] })) });
    await start({
      Ours: { protocol: "sqs", endpoint: queue, filter_policy: filter_policy([200]) },
      Others: { protocol: "sqs", endpoint: `${queue}-other`, filter_policy: filter_policy([429]) },
    });
    await accept();
    expect(delivered.map(({ targetArn }) => targetArn)).toEqual([queue]);
  });
});

// https://docs.aws.amazon.com/sns/latest/dg/fifo-message-dedup.html
describe("FIFO topics", () => {
  const TopicArn = `${topic}.fifo`;
  const subscribed = {
    Bills: { topic_arn: TopicArn, protocol: "sqs", endpoint: `${queue}.fifo`, raw_message_delivery: true },
  };
  const given = { TopicArn, MessageGroupId: "g", MessageDeduplicationId: "1" };

  test("send a duplicate once within five minutes, with its first id and number", async () => {
    await start(subscribed);
    const first = await publish("a", given);
    const second = await publish("a", given);
    expect([second.MessageId, second.SequenceNumber]).toEqual([first.MessageId, first.SequenceNumber]);
    clock.advanceSeconds(300);
    const third = await publish("a", given);
    expect(BigInt(third.SequenceNumber ?? 0) > BigInt(first.SequenceNumber ?? 0)).toBe(true);
    expect(delivered).toMatchObject([{ groupId: "g", deduplicationId: "1" }, { groupId: "g" }]);
  });

  // https://docs.aws.amazon.com/sns/latest/dg/fifo-high-throughput.html
  test("know duplicates of a group only, if each group has its own throughput", async () => {
    const fast = `${topic}-fast.fifo`;
    await start({ Bills: { topic_arn: fast, protocol: "sqs", endpoint: `${queue}.fifo` } });
    for (const MessageGroupId of ["a", "b", "a"])
      await publish("x", { ...given, TopicArn: fast, MessageGroupId });
    expect(delivered.map(({ groupId }) => groupId)).toEqual(["a", "b"]);
  });

  test("need an id for a message, which standard topics refuse", async () => {
    await start(subscribed);
    const without = { ...given, MessageDeduplicationId: undefined };
    await expect(publish("a", without)).rejects.toThrow(
      /ContentBasedDeduplication enabled or MessageDeduplicationId/,
    );
    await expect(publish("a", { MessageDeduplicationId: "1" })).rejects.toThrow(
      /MessageDeduplicationId Reason/,
    );
  });

  test("bytes among the attributes of a raw message stay bytes", async () => {
    await start({ Bills: { protocol: "sqs", endpoint: queue, raw_message_delivery: true } });
    await publish("hello", {
      MessageAttributes: { photo: { DataType: "Binary", BinaryValue: Buffer.from("x") } },
    });
    expect(delivered).toMatchObject([{ attributes: { photo: { DataType: "Binary", BinaryValue: "eA==" } } }]);
  });

  test("a message for a phone number stays in the log", async () => {
    await start({});
    const sent = await client.send(new PublishCommand({ PhoneNumber: "+491701234567", Message: "hi" }));
    expect(sent.MessageId).toBeDefined();
    expect(reported).toEqual([
      {
        event: "message",
        type: "message",
        at: "2026-01-01T00:00:00.000Z",
        medium: "SMS",
        to: "+491701234567",
        text: "hi",
      },
    ]);
    const wrong = client.send(new PublishCommand({ PhoneNumber: "0170", Message: "hi" }));
    await expect(wrong).rejects.toMatchObject({ name: "InvalidParameterException" });
  });

  test.each<[object, string]>([
    [{ Subject: "x".repeat(101) }, "InvalidParameterException"],
    [{ Subject: "a\nb" }, "InvalidParameterException"],
    [{ MessageAttributes: { a: { DataType: "String", StringValue: "" } } }, "InvalidParameterValueException"],
    [
      { MessageAttributes: { a: { DataType: "Number", StringValue: "x" } } },
      "InvalidParameterValueException",
    ],
    [{ MessageAttributes: { a: { DataType: "Text", StringValue: "x" } } }, "InvalidParameterValueException"],
    [{ TopicArn: undefined }, "InvalidParameterException"],
  ])("%j is refused", async (more, name) => {
    await start({});
    await expect(publish("hello", more)).rejects.toMatchObject({ name });
  });

  test.each([
    [["a b"], 1, "InvalidBatchEntryIdException"],
    [["a", "b"], 200_000, "BatchRequestTooLongException"],
  ])("a batch of %j with %d bytes each is refused", async (ids, bytes, name) => {
    await start({});
    const PublishBatchRequestEntries = ids.map((Id) => ({ Id, Message: "x".repeat(bytes) }));
    const sent = client.send(new PublishBatchCommand({ TopicArn: topic, PublishBatchRequestEntries }));
    await expect(sent).rejects.toMatchObject({ name });
  });
});
