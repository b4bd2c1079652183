/** @group slow */

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { KinesisClient, PutRecordCommand } from "@aws-sdk/client-kinesis";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectTaggingCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { SendMessageCommand, type SendMessageCommandInput, SQSClient } from "@aws-sdk/client-sqs";
import { exampleEvent } from "../../../../lib/local/example-events";
import { LogSubscriptions } from "../../../../lib/local/log-subscriptions/log-subscriptions";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { LocalServices } from "../../../../lib/local/services/local-services";
import type { Values } from "../../../../lib/model";
import { accessKeys } from "../../../support/access-keys";
import { until } from "../../../support/until";
import { closeAll, listen } from "../../gateways/support/serve";
import { TestClock } from "../../support/clock";
import { settled, TestFunctions } from "../../support/functions";
import { testKeys } from "../../support/keys";
import { testModel } from "../../support/model";
import { differences, readShape } from "./shapes";

type Declared = Record<string, Values>;

const arn = (service: string, name: string) => `arn:aws:${service}:us-east-1:123456789012:${name}`;
const functionArn = (name: string) => arn("lambda", `function:${name}`);
const roleArn = "arn:aws:iam::123456789012:role/worker";
const placedArn = arn("sns", "placed");
const orderedArn = arn("sns", "ordered.fifo");

const queues = ["jobs", "ordered.fifo", "failing", "failed", "notices", "ordered-notices.fifo", "lost"];
const queue = (name: string): Values => ({
  arn: arn("sqs", name),
  name,
  url: `${router.url}/123456789012/${name}`,
  ...(name.endsWith(".fifo") && { fifo_queue: true, content_based_deduplication: true }),
  ...(name === "failing" && {
    redrive_policy: JSON.stringify({ deadLetterTargetArn: arn("sqs", "failed"), maxReceiveCount: 1 }),
  }),
});
const table = (name: string): Values => ({
  name,
  arn: arn("dynamodb", `table/${name}`),
  hash_key: "id",
  attribute: [{ name: "id", type: "S" }],
  stream_enabled: true,
  stream_view_type: "NEW_AND_OLD_IMAGES",
  stream_arn: arn("dynamodb", `table/${name}/stream/2026-01-01T00:00:00.000`),
  ttl: [{ attribute_name: "until", enabled: true }],
});
const subscription = (name: string, topic_arn: string, protocol: string, endpoint: string): Values => ({
  arn: `${topic_arn}:21be56ed-a058-49f5-8c98-${name.padStart(12, "0")}`,
  topic_arn,
  protocol,
  endpoint,
});
const rule = (name: string, source: string): Values => ({
  name,
  arn: arn("events", `rule/${name}`),
  event_pattern: JSON.stringify({ source: [source] }),
});
const schedule = (name: string, target: Values): Values => ({
  name,
  arn: arn("scheduler", `schedule/default/${name}`),
  schedule_expression: "rate(1 hour)",
  target: [{ role_arn: roleArn, ...target }],
});
const failures = [{ on_failure: [{ destination_arn: arn("sqs", "lost") }] }];

const declared = (): Record<string, Declared> => ({
  aws_sqs_queue: Object.fromEntries(queues.map((name) => [name, queue(name)])),
  aws_sns_topic: {
    Placed: { arn: placedArn, name: "placed" },
    Ordered: { arn: orderedArn, name: "ordered.fifo", fifo_topic: true, content_based_deduplication: true },
  },
  aws_sns_topic_subscription: {
    Function: subscription("1", placedArn, "lambda", functionArn("topic")),
    Queue: subscription("2", placedArn, "sqs", arn("sqs", "notices")),
    Ordered: subscription("3", orderedArn, "sqs", arn("sqs", "ordered-notices.fifo")),
  },
  aws_s3_bucket: { Files: { bucket: "files" }, Kept: { bucket: "kept" } },
  aws_s3_bucket_versioning: {
    Kept: { bucket: "kept", versioning_configuration: [{ status: "Enabled" }] },
  },
  aws_s3_bucket_notification: Object.fromEntries(
    ["files", "kept"].map((bucket) => [
      bucket,
      {
        bucket,
        eventbridge: true,
        lambda_function: [
          {
            id: "sent",
            lambda_function_arn: functionArn("bucket"),
            events: ["s3:ObjectCreated:*", "s3:ObjectRemoved:*", "s3:ObjectTagging:*"],
          },
        ],
      },
    ]),
  ),
  aws_dynamodb_table: { Orders: table("orders"), Bad: table("bad") },
  aws_dynamodb_kinesis_streaming_destination: {
    Changes: { table_name: "orders", stream_arn: arn("kinesis", "stream/changes") },
    Precise: {
      table_name: "orders",
      stream_arn: arn("kinesis", "stream/precise"),
      approximate_creation_date_time_precision: "MICROSECOND",
    },
  },
  aws_kinesis_stream: {
    Changes: { arn: arn("kinesis", "stream/changes"), name: "changes" },
    Precise: { arn: arn("kinesis", "stream/precise"), name: "precise" },
    Clicks: { arn: arn("kinesis", "stream/clicks"), name: "clicks" },
    Bad: { arn: arn("kinesis", "stream/bad"), name: "bad" },
  },
  aws_cloudwatch_event_bus: { Shop: { name: "shop", arn: arn("events", "event-bus/shop") } },
  aws_cloudwatch_event_connection: { Crm: { arn: arn("events", "connection/crm/1") } },
  aws_cloudwatch_event_api_destination: {
    Crm: {
      arn: arn("events", "api-destination/crm/1"),
      connection_arn: arn("events", "connection/crm/1"),
      invocation_endpoint: `${crm}/paid`,
    },
  },
  aws_cloudwatch_event_rule: {
    Paid: rule("paid", "shop"),
    Files: rule("files", "aws.s3"),
    Told: { ...rule("told", "lambda"), event_bus_name: "shop" },
    Struck: { ...rule("struck", "clock"), event_bus_name: "shop" },
    Hourly: { name: "hourly", arn: arn("events", "rule/hourly"), schedule_expression: "rate(1 hour)" },
  },
  aws_cloudwatch_event_target: {
    ...Object.fromEntries(
      ["bus", "answers", "fails"].map((name) => [name, { rule: "paid", arn: functionArn(name) }]),
    ),
    Crm: { rule: "paid", arn: arn("events", "api-destination/crm/1") },
    Files: { rule: "files", arn: functionArn("files") },
    Hourly: { rule: "hourly", arn: functionArn("hourly") },
    Told: { rule: "told", event_bus_name: "shop", arn: functionArn("told-on-bus") },
    Struck: { rule: "struck", event_bus_name: "shop", arn: functionArn("struck") },
  },
  aws_scheduler_schedule: {
    Plain: schedule("plain", { arn: functionArn("schedule-plain") }),
    Own: schedule("own", {
      arn: functionArn("schedule-own"),
      input: '{"at":"<aws.scheduler.scheduled-time>"}',
    }),
    Bus: schedule("bus", {
      arn: arn("events", "event-bus/shop"),
      input: '{"id":1}',
      eventbridge_parameters: [{ source: "clock", detail_type: "struck" }],
    }),
    Ordered: schedule("ordered", {
      arn: arn("sqs", "ordered.fifo"),
      sqs_parameters: [{ message_group_id: "by-clock" }],
    }),
  },
  aws_lambda_function: Object.fromEntries(
    ["answers", "fails", "told"].map((name) => [
      name,
      { function_name: name, arn: functionArn(name), role: roleArn },
    ]),
  ),
  aws_lambda_function_event_invoke_config: {
    Answers: {
      function_name: "answers",
      destination_config: [
        {
          on_success: [{ destination: functionArn("told") }],
        },
      ],
    },
    Fails: {
      function_name: "fails",
      maximum_retry_attempts: 0,
      destination_config: [{ on_failure: [{ destination: arn("events", "event-bus/shop") }] }],
    },
  },
  aws_lambda_event_source_mapping: {
    ...Object.fromEntries(
      queues
        .filter((name) => name !== "lost")
        .map((name) => [
          name,
          { event_source_arn: arn("sqs", name), function_name: functionArn(`of-${name}`) },
        ]),
    ),
    Lost: { event_source_arn: arn("sqs", "lost"), function_name: functionArn("lost") },
    Orders: { event_source_arn: table("orders").stream_arn, function_name: functionArn("table") },
    Clicks: { event_source_arn: arn("kinesis", "stream/clicks"), function_name: functionArn("stream") },
    ...Object.fromEntries(
      ["changes", "precise"].map((name) => [
        name,
        { event_source_arn: arn("kinesis", `stream/${name}`), function_name: functionArn(name) },
      ]),
    ),
    BadTable: {
      event_source_arn: table("bad").stream_arn,
      function_name: functionArn("fails"),
      maximum_retry_attempts: 0,
      destination_config: failures,
    },
    BadStream: {
      event_source_arn: arn("kinesis", "stream/bad"),
      function_name: functionArn("fails"),
      maximum_retry_attempts: 0,
      destination_config: failures,
    },
  },
});

const clock = new TestClock();
const functions = new TestFunctions((_, invoked) => {
  if (/fail/.test(invoked) && !invoked.endsWith("of-failed")) throw new Error("It fails.");
  return { done: true };
});
/** The bodies of requests to the API destination. */
const received: string[] = [];
let crm: string;
let router: EndpointRouter;
let services: LocalServices;
let settings: {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  crm = await listen(
    createServer(async (request, response) => {
      received.push(await text(request));
      response.end();
    }),
  );
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  settings = { endpoint: router.url, region: "us-east-1", credentials };
  services = await LocalServices.start(router, {
    accessKeys,
    model: testModel(declared()),
    functions,
    report: () => {},
    clock,
    keys: testKeys(),
    dataFolder: undefined,
    elsewhere: new Set(),
    runsSchedules: true,
  });
});

afterAll(async () => {
  await services.stop();
  await router.close();
  await closeAll();
});

/** The events that a function gets, as soon as there are that many. */
async function eventsOf(name: string, count: number): Promise<readonly unknown[]> {
  for (;;) {
    const found = functions.invoked.filter((each) => each.functionArn === functionArn(name));
    if (found.length >= count) return found.map(({ event }) => event);
    await functions.count(functions.invoked.length + 1);
  }
}

/** The bodies of the messages that the function of a queue gets. */
async function bodiesOf(name: string, count: number): Promise<readonly unknown[]> {
  const found = (await eventsOf(name, count)) as readonly { readonly Records: readonly { body: string }[] }[];
  return found.flatMap(({ Records }) => Records.map(({ body }) => JSON.parse(body) as unknown));
}

function expectLike(shape: string, events: readonly unknown[]): void {
  for (const event of events) expect(differences(event, readShape(shape))).toEqual([]);
}

describe("events of services have the members of those that AWS has sent", () => {
  test("queue", async () => {
    const sqs = new SQSClient(settings);
    const send = (name: string, more: Partial<SendMessageCommandInput> = {}) =>
      sqs.send(
        new SendMessageCommand({
          QueueUrl: `${router.url}/123456789012/${name}`,
          MessageBody: "{}",
          ...more,
        }),
      );
    await send("jobs");
    await send("jobs", {
      MessageAttributes: {
        text: { DataType: "String", StringValue: "a" },
        bytes: { DataType: "Binary", BinaryValue: Buffer.from("a") },
      },
    });
    await send("ordered.fifo", { MessageGroupId: "a" });
    await send("failing");
    expectLike("queue", await eventsOf("of-jobs", 2));
    expectLike("queue", await eventsOf("of-ordered.fifo", 1));
    await eventsOf("of-failing", 1);
    await settled();
    clock.advanceSeconds(60);
    expectLike("queue", await eventsOf("of-failed", 1));
  });

  test("topic-to-function and topic-to-queue-or-url", async () => {
    const sns = new SNSClient(settings);
    const MessageAttributes = { kind: { DataType: "String", StringValue: "a" } };
    await sns.send(
      new PublishCommand({ TopicArn: placedArn, Message: "a", Subject: "b", MessageAttributes }),
    );
    await sns.send(new PublishCommand({ TopicArn: placedArn, Message: "a" }));
    await sns.send(new PublishCommand({ TopicArn: orderedArn, Message: "a", MessageGroupId: "a" }));
    expectLike("topic-to-function", await eventsOf("topic", 2));
    expectLike("topic-to-queue-or-url", await bodiesOf("of-notices", 1));
    expectLike("topic-to-queue-or-url", await bodiesOf("of-ordered-notices.fifo", 1));
  });

  test("object-created, object-removed, object-tags and object-on-bus", async () => {
    const s3 = new S3Client({ ...settings, forcePathStyle: true });
    for (const Bucket of ["files", "kept"]) {
      await s3.send(new PutObjectCommand({ Bucket, Key: "a b.txt", Body: "a" }));
      await s3.send(new CopyObjectCommand({ Bucket, Key: "b", CopySource: `${Bucket}/a b.txt` }));
      const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: "c" }));
      const { ETag } = await s3.send(
        new UploadPartCommand({ Bucket, Key: "c", UploadId, PartNumber: 1, Body: "a" }),
      );
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
      await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key: "c", UploadId, MultipartUpload }));
      const Tagging = { TagSet: [{ Key: "a", Value: "b" }] };
      await s3.send(new PutObjectTaggingCommand({ Bucket, Key: "c", Tagging }));
      await s3.send(new DeleteObjectTaggingCommand({ Bucket, Key: "c" }));
      const { VersionId } = await s3.send(new DeleteObjectCommand({ Bucket, Key: "b" }));
      if (Bucket === "kept") await s3.send(new DeleteObjectCommand({ Bucket, Key: "b", VersionId }));
    }
    const events = (await eventsOf("bucket", 13)) as { readonly Records: [{ readonly eventName: string }] }[];
    const named = (kind: string) =>
      events.filter(({ Records: [{ eventName }] }) => eventName.startsWith(kind));
    expect([named("ObjectCreated:"), named("ObjectRemoved:"), named("ObjectTagging:")]).toMatchObject([
      { length: 6 },
      { length: 3 },
      { length: 4 },
    ]);
    expectLike("object-created", named("ObjectCreated:"));
    expectLike("object-removed", named("ObjectRemoved:"));
    expectLike("object-tags", named("ObjectTagging:"));
    const onBus = (await eventsOf("files", 13)) as { readonly "detail-type": string }[];
    expectLike(
      "object-on-bus",
      onBus.filter((event) => !event["detail-type"].startsWith("Object Tags")),
    );
  });

  test("table-change, table-change-in-stream, and batch-failure of a table", async () => {
    const tables = new DynamoDBClient(settings);
    const Key = { id: { S: "1" } };
    const until = { N: String(clock.now() / 1000 + 30) };
    await tables.send(new PutItemCommand({ TableName: "orders", Item: { ...Key, until: { N: "1" } } }));
    const UpdateExpression = "SET n = :n";
    const ExpressionAttributeValues = { ":n": { N: "1" } };
    await tables.send(
      new UpdateItemCommand({ TableName: "orders", Key, UpdateExpression, ExpressionAttributeValues }),
    );
    await tables.send(new DeleteItemCommand({ TableName: "orders", Key }));
    await tables.send(new PutItemCommand({ TableName: "orders", Item: { id: { S: "2" }, until } }));
    await tables.send(new PutItemCommand({ TableName: "bad", Item: Key }));
    const removedByService = /"userIdentity"/;
    while (!removedByService.test(JSON.stringify(functions.invoked))) {
      await settled();
      clock.advanceSeconds(30);
    }
    const events = await eventsOf("table", 2);
    const told = JSON.stringify(events);
    expect(["INSERT", "MODIFY", "REMOVE"].filter((name) => !told.includes(name))).toEqual([]);
    expectLike("table-change", events);
    expectLike("batch-failure", await bodiesOf("lost", 1));
    for (const [name, digits] of [
      ["changes", 13],
      ["precise", 16],
    ] as const) {
      const sent = (await eventsOf(name, 1)) as { readonly Records: { kinesis: { data: string } }[] }[];
      const changes = sent.flatMap(({ Records }) =>
        Records.map(({ kinesis: { data } }) => JSON.parse(Buffer.from(data, "base64").toString())),
      );
      // No capture has an item that expired.
      expectLike(
        "table-change-in-stream",
        changes.filter(({ userIdentity }) => userIdentity === null),
      );
      expect(String(changes[0]?.dynamodb.ApproximateCreationDateTime)).toHaveLength(digits);
    }
  });

  test("stream, and batch-failure of a stream", async () => {
    const kinesis = new KinesisClient(settings);
    for (const StreamName of ["clicks", "bad"])
      await kinesis.send(new PutRecordCommand({ StreamName, Data: Buffer.from("a"), PartitionKey: "p" }));
    expectLike("stream", await eventsOf("stream", 1));
    const isOfStream = (body: unknown) => "KinesisBatchInfo" in (body as object);
    while (!(await bodiesOf("lost", 1)).some(isOfStream)) {
      await settled();
      clock.advanceSeconds(5);
    }
    expectLike("batch-failure", await bodiesOf("lost", 2));
  });

  test("bus-event, destination and destination-on-bus", async () => {
    const Entries = [{ Source: "shop", DetailType: "paid", Detail: '{"id":1}' }];
    await new EventBridgeClient(settings).send(new PutEventsCommand({ Entries }));
    expectLike("bus-event", await eventsOf("bus", 1));
    await until(() => received.length > 0);
    expectLike(
      "bus-event",
      received.map((body) => JSON.parse(body) as unknown),
    );
    expectLike("destination", await eventsOf("told", 1));
    expectLike("destination-on-bus", await eventsOf("told-on-bus", 1));
  });

  test("scheduled-rule and scheduler", async () => {
    clock.advanceSeconds(3600);
    expectLike("scheduled-rule", await eventsOf("hourly", 1));
    expectLike("scheduler", await eventsOf("schedule-plain", 1));
    expect(await eventsOf("schedule-own", 1)).toContainEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    const struck = await eventsOf("struck", 1);
    expectLike("bus-event", struck);
    expect(struck).toMatchObject([{ source: "clock", "detail-type": "struck", detail: { id: 1 } }]);
    const isInGroup = (event: unknown) => JSON.stringify(event).includes('"MessageGroupId":"by-clock"');
    while (!(await eventsOf("of-ordered.fifo", 1)).some(isInGroup)) await settled();
  });

  test("log-subscription and log-lines", async () => {
    const logs = new LogSubscriptions({ report: () => {}, clock });
    const model = testModel({
      aws_lambda_function: {
        Noisy: { function_name: "noisy", handler: "i.h", runtime: "nodejs22.x", arn: functionArn("noisy") },
      },
      aws_cloudwatch_log_subscription_filter: {
        All: { name: "all", log_group_name: "/aws/lambda/noisy", destination_arn: functionArn("logs") },
      },
    });
    logs.serve(model, functions);
    for (const line of ["one", "two"])
      logs.report({ event: "log", function: "noisy", requestId: "1", stream: "stdout", line });
    const events = (await eventsOf("logs", 1)) as readonly { readonly awslogs: { readonly data: string } }[];
    expectLike("log-subscription", events);
    const lines = events.map(({ awslogs: { data } }) => gunzipSync(Buffer.from(data, "base64")).toString());
    expectLike(
      "log-lines",
      lines.map((each) => JSON.parse(each) as unknown),
    );
  });

  test.each([
    ["alexa-skill", "alexa-appkit"],
    ["alexa-home", "alexa-connectedhome"],
  ])("%s, the example of a skill that cannot call this machine", (shape, principal) => {
    const event_source_token = "amzn1.ask.skill.1";
    const permission = { function_name: "skill", principal: `${principal}.amazon.com`, event_source_token };
    const model = testModel({
      aws_lambda_function: { Skill: { function_name: "skill", arn: functionArn("skill") } },
      aws_lambda_permission: { Skill: permission },
    });
    const event = exampleEvent(model, functionArn("skill"), clock.now());
    expectLike(shape, [JSON.parse(event ?? "") as unknown]);
  });
});
