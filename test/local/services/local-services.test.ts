/** @group slow */

import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { KinesisClient, PutRecordCommand } from "@aws-sdk/client-kinesis";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { LocalEvent } from "../../../lib/local";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { endpointVariables } from "../../../lib/local/services/endpoint-variables";
import { LocalServices } from "../../../lib/local/services/local-services";
import type { Values } from "../../../lib/model";
import { accessKeys } from "../../support/access-keys";
import { TestClock } from "../support/clock";
import { settled, TestFunctions } from "../support/functions";
import { testKeys } from "../support/keys";
import { testModel } from "../support/model";

type Declared = Record<string, Record<string, Values>>;

const arn = (service: string, name: string) => `arn:aws:${service}:us-east-1:123456789012:${name}`;
const queueArn = arn("sqs", "mails");
const topicArn = arn("sns", "placed");
const streamArn = arn("kinesis", "stream/clicks");
const tableStream = arn("dynamodb", "table/orders/stream/1");
const orders = {
  name: "orders",
  arn: arn("dynamodb", "table/orders"),
  hash_key: "id",
  attribute: [{ name: "id", type: "S" }],
  stream_enabled: true,
  stream_arn: tableStream,
};

const consumer = (event_source_arn: string, function_name: string) => ({ event_source_arn, function_name });

const declared = (): Declared => ({
  aws_sqs_queue: { Mails: { arn: queueArn, name: "mails", url: `${router.url}/1/mails` } },
  aws_sns_topic: { Placed: { arn: topicArn, name: "placed" } },
  aws_sns_topic_subscription: {
    Mails: { topic_arn: topicArn, protocol: "sqs", endpoint: queueArn, raw_message_delivery: true },
  },
  aws_cloudwatch_event_rule: { Paid: { name: "paid", event_pattern: JSON.stringify({ source: ["shop"] }) } },
  aws_cloudwatch_event_target: { Paid: { rule: "paid", arn: topicArn, input: "paid" } },
  aws_s3_bucket: { Files: { bucket: "files" } },
  aws_s3_bucket_notification: {
    Files: { bucket: "files", topic: { topic_arn: topicArn, events: ["s3:ObjectCreated:*"] } },
  },
  aws_kinesis_stream: { Clicks: { arn: streamArn, name: "clicks" } },
  aws_dynamodb_table: { Orders: orders },
  aws_lambda_event_source_mapping: {
    Mails: consumer(queueArn, "mailer"),
    Clicks: consumer(streamArn, "counter"),
    Orders: consumer(tableStream, "indexer"),
  },
});

let router: EndpointRouter;
let services: LocalServices | undefined;
let functions: TestFunctions;
let reported: LocalEvent[];
let clock: TestClock;

beforeEach(async () => {
  clock = new TestClock();
  reported = [];
  functions = new TestFunctions();
  router = await EndpointRouter.start((event) => reported.push(event));
});

afterEach(async () => {
  await services?.stop();
  services = undefined;
  await router.close();
});

async function start(resources: Declared, elsewhere: readonly string[] = []): Promise<LocalServices> {
  services = await LocalServices.start(router, {
    accessKeys,
    model: testModel(resources),
    functions,
    report: (event) => reported.push(event),
    clock,
    keys: testKeys(),
    dataFolder: undefined,
    elsewhere: new Set(elsewhere),
    runsSchedules: false,
  });
  return services;
}

const settings = () => ({
  endpoint: router.url,
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
});
const send = (MessageBody: string) =>
  new SQSClient(settings()).send(new SendMessageCommand({ QueueUrl: `${router.url}/1/mails`, MessageBody }));

/** Writes a record for each consumer. */
const writers = {
  mailer: send,
  counter: (text: string) =>
    new KinesisClient(settings()).send(
      new PutRecordCommand({ StreamName: "clicks", Data: Buffer.from(text), PartitionKey: "p" }),
    ),
  indexer: (id: string) =>
    new DynamoDBClient(settings()).send(new PutItemCommand({ TableName: "orders", Item: { id: { S: id } } })),
};

describe("the services of this machine", () => {
  test.each([
    ["a queue", "mailer", "queue mails", () => send("a")],
    [
      "a stream",
      "counter",
      "stream clicks",
      () =>
        new KinesisClient(settings()).send(
          new PutRecordCommand({ StreamName: "clicks", Data: Buffer.from("a"), PartitionKey: "p" }),
        ),
    ],
    [
      "a table",
      "indexer",
      "table orders",
      () =>
        new DynamoDBClient(settings()).send(
          new PutItemCommand({ TableName: "orders", Item: { id: { S: "1" } } }),
        ),
    ],
  ])("%s feeds its consumer", async (_name, functionArn, source, write) => {
    await start(declared());
    await write();
    expect(await functions.count(1)).toMatchObject([{ functionArn, source }]);
  });

  test.each([
    [
      "a topic",
      "hello",
      () => new SNSClient(settings()).send(new PublishCommand({ TopicArn: topicArn, Message: "hello" })),
    ],
    [
      "a bus, through a topic",
      "paid",
      () =>
        new EventBridgeClient(settings()).send(
          new PutEventsCommand({ Entries: [{ Source: "shop", DetailType: "x", Detail: "{}" }] }),
        ),
    ],
    [
      "a bucket, through a topic",
      expect.stringContaining('"eventName":"ObjectCreated:Put"'),
      () => new S3Client(settings()).send(new PutObjectCommand({ Bucket: "files", Key: "a", Body: "a" })),
    ],
  ])("%s reaches a queue's consumer", async (_name, body, act) => {
    await start(declared());
    await act();
    expect(await functions.count(1)).toMatchObject([{ event: { Records: [{ body }] } }]);
  });

  test("a service with another endpoint is not served, and its consumers are reported", async () => {
    await start(declared(), ["sqs", "EventBridge", "dynamodb"]);
    await expect(send("a")).rejects.toThrow(/does not emulate sqs/);
    const texts = reported.map((event) => ("text" in event ? event.text : ""));
    expect(texts).toContain(`${queueArn} is served elsewhere: its consumer mailer is not fed.`);
  });

  test("after a change new consumers are fed, and removed ones are not", async () => {
    const running = await start(declared());
    const mapping = { Later: consumer(queueArn, "later") };
    await running.replace(testModel({ ...declared(), aws_lambda_event_source_mapping: mapping }));
    await send("a");
    expect(await functions.count(1)).toMatchObject([{ functionArn: "later" }]);
  });

  test.each([
    ["a stream", "counter", streamArn],
    ["a queue", "mailer", queueArn],
    ["a table", "indexer", tableStream],
  ])(
    "after a change the consumer of %s continues with the waiting messages",
    async (_name, functionArn, source) => {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      functions = new TestFunctions(() => released);
      const mapping = { ...consumer(source, functionArn), batch_size: 1 };
      const resources = { ...declared(), aws_lambda_event_source_mapping: { Only: mapping } };
      const running = await start(resources);
      const write = writers[functionArn as keyof typeof writers];
      await write("1");
      await functions.count(1);
      await write("2");
      // The function still works on the first record.
      await running.replace(testModel({ ...resources, aws_ssm_parameter: {} }));
      release();
      await functions.count(2);
      await settled();
      expect(functions.invoked.map((each) => each.functionArn)).toEqual([functionArn, functionArn]);
    },
  );

  test.each([
    ["a stream", "counter", streamArn],
    ["a table", "indexer", tableStream],
  ])("the consumer of %s ends with the server", async (_name, functionArn, source) => {
    functions = new TestFunctions(() => {
      throw new Error("again");
    });
    const mapping = { Only: consumer(source, functionArn) };
    const running = await start({ ...declared(), aws_lambda_event_source_mapping: mapping });
    await writers[functionArn as keyof typeof writers]("1");
    await functions.count(1);
    await running.stop();
    clock.advanceSeconds(600);
    await settled();
    expect(functions.invoked).toHaveLength(1);
  });

  test("the consumer of a queue ends with the server", async () => {
    const running = await start(declared());
    await send("a");
    await functions.count(1);
    await running.stop();
    const invoked = functions.invoked.length;
    await send("b").catch(() => {});
    clock.advanceSeconds(600);
    await settled();
    expect(functions.invoked).toHaveLength(invoked);
  });

  test("a table that is added later is served", async () => {
    const running = await start({});
    await running.replace(testModel({ aws_dynamodb_table: { Orders: orders } }));
    const put = new PutItemCommand({ TableName: "orders", Item: { id: { S: "1" } } });
    await expect(new DynamoDBClient(settings()).send(put)).resolves.toBeDefined();
  });
});

describe("the variables that lead to services", () => {
  test("everything goes to this machine except for the services with another endpoint", () => {
    const given = new Map([
      ["sqs", "http://q"],
      ["eventbridge", "http://e"],
      ["secretsmanager", "http://s"],
      ["ses", "http://m"],
    ]);
    expect(endpointVariables("http://router", given)).toEqual({
      AWS_ENDPOINT_URL: "http://router",
      AWS_ENDPOINT_URL_SQS: "http://q",
      AWS_ENDPOINT_URL_EVENTBRIDGE: "http://e",
      AWS_ENDPOINT_URL_SECRETS_MANAGER: "http://s",
      // Two APIs sign by this name.
      AWS_ENDPOINT_URL_SES: "http://m",
      AWS_ENDPOINT_URL_SESV2: "http://m",
    });
  });
});
