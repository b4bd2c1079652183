import { createHash } from "node:crypto";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { sqs } from "../../../../lib/local/services/sqs";
import type { SqsQueues } from "../../../../lib/local/services/sqs/queues";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

let router: EndpointRouter;
let client: SQSClient;
let queues: SqsQueues;
const clock = new TestClock();

const dead = "arn:aws:sqs:us-east-1:123456789012:dead";
const queue = (name: string, more: object = {}) => ({
  arn: `arn:aws:sqs:us-east-1:123456789012:${name}`,
  url: `${router.url}/123456789012/${name}`,
  name,
  ...more,
});

beforeEach(async () => {
  router = await EndpointRouter.start(() => {});
  const redrive_policy = JSON.stringify({ deadLetterTargetArn: dead, maxReceiveCount: 1 });
  const model = testModel({
    aws_sqs_queue: {
      Mails: queue("mails", { redrive_policy, visibility_timeout_seconds: 40, tags: { team: "web" } }),
      Dead: queue("dead"),
      Ordered: queue("ordered.fifo", { fifo_queue: true }),
    },
  });
  ({ resources: queues } = await startService(router, "sqs", sqs, serviceContext({ model, clock })));
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SQSClient({ endpoint: router.url, region: "us-east-1", credentials });
});

afterEach(async () => {
  client.destroy();
  await router.close();
});

const url = (name: string) => `${router.url}/123456789012/${name}`;
const send = (name: string, MessageBody: string, more: object = {}) =>
  client.send(new SendMessageCommand({ QueueUrl: url(name), MessageBody, ...more }));
const sendBatch = (...ids: string[]) =>
  client.send(
    new SendMessageBatchCommand({
      QueueUrl: url("mails"),
      Entries: ids.map((Id) => ({ Id, MessageBody: "a" })),
    }),
  );
const attributesOf = async (...AttributeNames: string[]) =>
  (
    await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url("mails"), AttributeNames: AttributeNames as never }),
    )
  ).Attributes;
const receive = async (name: string) =>
  (
    await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url(name),
        MaxNumberOfMessages: 10,
        MessageAttributeNames: ["All"],
        MessageSystemAttributeNames: ["All"],
      }),
    )
  ).Messages ?? [];

// The SDK compares digests itself. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/
describe("queues, through the AWS SDK", () => {
  test("a message is sent, received and deleted", async () => {
    const MessageAttributes = { lang: { DataType: "String", StringValue: "en" } };
    const { MessageId } = await send("mails", "hello", { MessageAttributes });
    const [message] = await receive("mails");
    expect(message).toMatchObject({ MessageId, Body: "hello", MessageAttributes });
    await client.send(
      new DeleteMessageCommand({ QueueUrl: url("mails"), ReceiptHandle: message?.ReceiptHandle }),
    );
  });

  // Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
  test("the digest of attributes tells texts from bytes", async () => {
    const { MD5OfMessageAttributes } = await send("mails", "hello", {
      MessageAttributes: {
        lang: { DataType: "String", StringValue: "en" },
        photo: { DataType: "Binary", BinaryValue: new Uint8Array([1, 2]) },
      },
    });
    const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
    const texts = (...words: readonly string[]) => words.map((word) => part(Buffer.from(word)));
    const digested = [
      ...texts("lang", "String"),
      Buffer.from([1]),
      ...texts("en", "photo", "Binary"),
      Buffer.from([2]),
      part(Buffer.from([1, 2])),
    ];
    expect(MD5OfMessageAttributes).toBe(createHash("md5").update(Buffer.concat(digested)).digest("hex"));
  });

  test("a deleted message does not come back; one that is only received does", async () => {
    // This queue has no redrive policy, which would remove the message as well.
    for (const body of ["deleted", "received"]) await send("dead", body);
    const first = await receive("dead");
    expect(first.map(({ Body }) => Body)).toEqual(["deleted", "received"]);
    const [message] = first;
    await client.send(
      new DeleteMessageCommand({ QueueUrl: url("dead"), ReceiptHandle: message?.ReceiptHandle }),
    );
    clock.advance(30_000);
    expect((await receive("dead")).map(({ Body }) => Body)).toEqual(["received"]);
  });

  test("a batch returns the failed entries", async () => {
    const Entries = [
      { Id: "1", MessageBody: "a", MessageGroupId: "g", MessageDeduplicationId: "1" },
      { Id: "2", MessageBody: "", MessageGroupId: "g", MessageDeduplicationId: "2" },
    ];
    const answer = await client.send(new SendMessageBatchCommand({ QueueUrl: url("ordered.fifo"), Entries }));
    expect(answer.Successful?.map(({ Id }) => Id)).toEqual(["1"]);
    expect(answer.Failed).toMatchObject([{ Id: "2", Code: "MissingParameter", SenderFault: true }]);
  });

  test("a message that was received too often is found in the dead-letter queue", async () => {
    await send("mails", "bad");
    const [message] = await receive("mails");
    const visibility = {
      QueueUrl: url("mails"),
      ReceiptHandle: message?.ReceiptHandle,
      VisibilityTimeout: 0,
    };
    await client.send(new ChangeMessageVisibilityCommand(visibility));
    expect(await receive("mails")).toEqual([]);
    expect(await receive("dead")).toMatchObject([{ Body: "bad" }]);
  });

  test("attributes are those of the plan", async () => {
    await send("mails", "a");
    const answer = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url("mails"), AttributeNames: ["All"] }),
    );
    expect(answer.Attributes).toMatchObject({
      ApproximateNumberOfMessages: "1",
      VisibilityTimeout: "40",
      QueueArn: "arn:aws:sqs:us-east-1:123456789012:mails",
    });
  });

  test("queues are found by name", async () => {
    const found = await client.send(new GetQueueUrlCommand({ QueueName: "dead" }));
    expect(found.QueueUrl).toBe(url("dead"));
    const listed = await client.send(new ListQueuesCommand({ QueueNamePrefix: "ord" }));
    expect(listed.QueueUrls).toEqual([url("ordered.fifo")]);
  });

  test("purging empties a queue", async () => {
    await send("mails", "a");
    await client.send(new PurgeQueueCommand({ QueueUrl: url("mails") }));
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url("mails"), AttributeNames: ["All"] }),
    );
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: "0",
      ApproximateNumberOfMessagesNotVisible: "0",
    });
  });

  test.each([
    ["DelaySeconds", { DelaySeconds: 901 }],
    ["DelaySeconds", { DelaySeconds: -1 }],
    ["DelaySeconds", { DelaySeconds: 1.5 }],
  ])("%s out of its range is refused: %j", async (name, more) => {
    await expect(send("mails", "a", more)).rejects.toThrow(`for parameter ${name} is invalid`);
  });

  test.each([
    [{ WaitTimeSeconds: 21 }, "WaitTimeSeconds"],
    [{ VisibilityTimeout: 43_201 }, "VisibilityTimeout"],
    [{ MaxNumberOfMessages: 11 }, "MaxNumberOfMessages"],
    [{ MaxNumberOfMessages: 0 }, "MaxNumberOfMessages"],
  ])("%j is refused when receiving", async (more, name) => {
    const command = new ReceiveMessageCommand({ QueueUrl: url("mails"), ...more });
    await expect(client.send(command)).rejects.toThrow(`for parameter ${name} is invalid`);
  });

  test.each([
    ["a queue that does not exist", () => send("other", "a"), "QueueDoesNotExist"],
    ["no group on a FIFO queue", () => send("ordered.fifo", "a"), "MissingParameter"],
    [
      "no deduplication id",
      () => send("ordered.fifo", "a", { MessageGroupId: "g" }),
      "InvalidParameterValue",
    ],
    ["a control character", () => send("mails", "a\u0001"), "InvalidMessageContents"],
    [
      "11 attributes",
      () =>
        send("mails", "a", {
          MessageAttributes: Object.fromEntries(
            Array.from({ length: 11 }, (_, index) => [`a${index}`, { DataType: "String", StringValue: "b" }]),
          ),
        }),
      "InvalidParameterValue",
    ],
    [
      "a message that is too long with its attributes",
      () =>
        send("mails", "a".repeat(262_140), {
          MessageAttributes: { a: { DataType: "String", StringValue: "b" } },
        }),
      "InvalidParameterValue",
    ],
    [
      "a deduplication id on a standard queue",
      () => send("mails", "a", { MessageDeduplicationId: "1" }),
      "InvalidParameterValue",
    ],
    [
      "a delay of a message in a FIFO queue",
      () => send("ordered.fifo", "a", { MessageGroupId: "g", MessageDeduplicationId: "1", DelaySeconds: 5 }),
      "InvalidParameterValue",
    ],
    ["an id twice in a batch", () => sendBatch("a", "a"), "BatchEntryIdsNotDistinct"],
    ["an id with a space in a batch", () => sendBatch("a b"), "InvalidBatchEntryId"],
    ["an attribute that queues do not have", () => attributesOf("Size"), "InvalidAttributeName"],
    ["a message that is too long", () => send("mails", "a".repeat(262_145)), "InvalidParameterValue"],
    [
      "an operation that is not emulated",
      () => client.send(new SetQueueAttributesCommand({ QueueUrl: url("mails"), Attributes: {} })),
      "NotEmulated",
    ],
  ])("%s is refused", async (_name, request, name) => {
    await expect(request()).rejects.toMatchObject({ name });
  });

  test("attributes are returned only on request", async () => {
    const MessageAttributes = {
      "shop.lang": { DataType: "String", StringValue: "en" },
      price: { DataType: "Number", StringValue: "5" },
    };
    const AWSTraceHeader = { DataType: "String", StringValue: "Root=1-2-3" };
    await send("dead", "hello", { MessageAttributes, MessageSystemAttributes: { AWSTraceHeader } });
    const read = async (more: object) => {
      const command = new ReceiveMessageCommand({ QueueUrl: url("dead"), VisibilityTimeout: 0, ...more });
      const { Attributes, MessageAttributes: found } = (await client.send(command)).Messages?.[0] ?? {};
      return [Object.keys(Attributes ?? {}), Object.keys(found ?? {})];
    };
    expect(await read({})).toEqual([[], []]);
    expect(await read({ MessageAttributeNames: ["price"], AttributeNames: ["SentTimestamp"] })).toEqual([
      ["SentTimestamp"],
      ["price"],
    ]);
    expect(
      await read({ MessageAttributeNames: ["shop.*"], MessageSystemAttributeNames: ["AWSTraceHeader"] }),
    ).toEqual([["AWSTraceHeader"], ["shop.lang"]]);
  });

  test.each([
    ["an unknown type", { lang: { DataType: "Text", StringValue: "en" } }],
    ["no value", { lang: { DataType: "String", StringValue: "" } }],
    ["a number that is not one", { price: { DataType: "Number", StringValue: "x" } }],
    ["a reserved name", { "AWS.x": { DataType: "String", StringValue: "x" } }],
  ])("an attribute with %s is refused", async (_name, MessageAttributes) => {
    await expect(send("mails", "a", { MessageAttributes })).rejects.toMatchObject({
      name: "InvalidParameterValue",
    });
  });

  test.each([
    ["BatchRequestTooLong", ["a", "b", "c", "d", "e"], 250_000],
    ["EmptyBatchRequest", [], 1],
  ])("a batch is refused with %s", async (name, ids, bytes) => {
    const Entries = ids.map((Id) => ({ Id, MessageBody: "x".repeat(bytes) }));
    const sent = client.send(new SendMessageBatchCommand({ QueueUrl: url("mails"), Entries }));
    await expect(sent).rejects.toMatchObject({ name });
  });

  test("a duplicate has the id and the number of the first message", async () => {
    const fifo = { MessageGroupId: "g", MessageDeduplicationId: "same" };
    const first = await send("ordered.fifo", "a", fifo);
    const second = await send("ordered.fifo", "a", fifo);
    expect([second.MessageId, second.SequenceNumber]).toEqual([first.MessageId, first.SequenceNumber]);
  });

  test("receipt handles are refused when they are malformed, used up or expired", async () => {
    const drop = (name: string, ReceiptHandle = "") =>
      client.send(new DeleteMessageCommand({ QueueUrl: url(name), ReceiptHandle }));
    const hide = (name: string, ReceiptHandle = "") =>
      client.send(
        new ChangeMessageVisibilityCommand({ QueueUrl: url(name), ReceiptHandle, VisibilityTimeout: 5 }),
      );
    await expect(drop("dead", "garbage")).rejects.toMatchObject({ name: "ReceiptHandleIsInvalid" });
    await send("dead", "a");
    const [message] = await receive("dead");
    clock.advance(31_000);
    await drop("dead", message?.ReceiptHandle);
    await drop("dead", message?.ReceiptHandle);
    await expect(hide("dead", message?.ReceiptHandle)).rejects.toMatchObject({
      name: "InvalidParameterValue",
    });
    await send("ordered.fifo", "a", { MessageGroupId: "g", MessageDeduplicationId: "late" });
    const [ordered] = await receive("ordered.fifo");
    clock.advance(31_000);
    await expect(drop("ordered.fifo", ordered?.ReceiptHandle)).rejects.toThrow(
      "The receipt handle has expired.",
    );
  });

  test("queues are listed in pages, and a missing one has the code of older clients, too", async () => {
    const first = await client.send(new ListQueuesCommand({ MaxResults: 2 }));
    expect(first.QueueUrls).toEqual([url("dead"), url("mails")]);
    const second = await client.send(new ListQueuesCommand({ MaxResults: 2, NextToken: first.NextToken }));
    expect([second.QueueUrls, second.NextToken]).toEqual([[url("ordered.fifo")], undefined]);
    await expect(send("other", "a")).rejects.toMatchObject({
      Code: "AWS.SimpleQueueService.NonExistentQueue",
    });
    expect((await client.send(new ListQueueTagsCommand({ QueueUrl: url("mails") }))).Tags).toEqual({
      team: "web",
    });
  });

  test("the requested attributes are returned", async () => {
    expect(await attributesOf("DelaySeconds", "Policy")).toEqual({ DelaySeconds: "0" });
    expect(await attributesOf()).toBeUndefined();
  });

  test("messages survive a change of the app, settings do not", async () => {
    await send("mails", "a");
    await queues.replace(
      testModel({ aws_sqs_queue: { Mails: queue("mails", { visibility_timeout_seconds: 5 }) } }),
    );
    expect(await receive("mails")).toHaveLength(1);
    await expect(send("dead", "a")).rejects.toMatchObject({ name: "QueueDoesNotExist" });
  });
});
