/** @group processes */

import { EventBridgeClient, PutEventsCommand, TestEventPatternCommand } from "@aws-sdk/client-eventbridge";
import { KinesisClient, PutRecordCommand } from "@aws-sdk/client-kinesis";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { localCredentials } from "../support/access-keys";
import { call, serve, startCommand, type TestServer, until } from "./safety-support";

const arn = (service: string, name: string) => `arn:aws:${service}:eu-west-1:123456789012:${name}`;
const consumer = "http_GET_consumer";
const filter = { filter_criteria: [{ filter: [{ pattern: '{"body":{"a":{"b":["c"]}}}' }] }] };

const resources = {
  aws_sqs_queue: {
    mails: { arn: arn("sqs", "mails"), name: "mails", url: "http://127.0.0.1/123456789012/mails" },
    copies: { arn: arn("sqs", "copies"), name: "copies", url: "http://127.0.0.1/123456789012/copies" },
  },
  aws_sns_topic: { placed: { arn: arn("sns", "placed"), name: "placed" } },
  aws_sns_topic_subscription: {
    copies: {
      arn: `${arn("sns", "placed")}:1`,
      topic_arn: arn("sns", "placed"),
      protocol: "sqs",
      endpoint: arn("sqs", "copies"),
      filter_policy_scope: "MessageBody",
      filter_policy: '{"a":{"b":["c"]}}',
    },
  },
  aws_kinesis_stream: { clicks: { arn: arn("kinesis", "stream/clicks"), name: "clicks" } },
  aws_cloudwatch_event_rule: {
    paid: { name: "paid", arn: arn("events", "rule/paid"), event_pattern: '{"detail":{"a":{"b":["c"]}}}' },
  },
  aws_cloudwatch_event_target: { paid: { rule: "paid", arn: arn("sqs", "copies") } },
  aws_lambda_event_source_mapping: {
    mails: { event_source_arn: arn("sqs", "mails"), function_name: consumer, ...filter },
    clicks: {
      event_source_arn: arn("kinesis", "stream/clicks"),
      function_name: consumer,
      starting_position: "TRIM_HORIZON",
      filter_criteria: [{ filter: [{ pattern: '{"data":{"a":{"b":["c"]}}}' }] }],
    },
  },
};

const routes = {
  "GET /consumer": "console.log('consumed ' + event.Records?.length); return 'hello';",
  "POST /echo": "return JSON.parse(event.body);",
};

/** Values of many levels, as JSON. */
const shapes: readonly (readonly [shape: string, text: string])[] = [
  ["lists", `{"a":${"[".repeat(20_000)}1${"]".repeat(20_000)}}`],
  ["objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["lists and objects", `${'{"a":[{"b":'.repeat(7000)}1${"}]}".repeat(7000)}`],
  ["names with steps", `{"${"a.".repeat(50_000)}":1,"a":{"b":"d"}}`],
  // Within the limit, so that all levels are read.
  ["as many levels as are read", `${'{"a":'.repeat(990)}1${"}".repeat(990)}`],
];

describe("values of many levels", () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await serve({ routes, resources }, { endsWithTest: false });
  });

  afterAll(() => server.local.stop());

  const settings = () => ({
    endpoint: server.local.servicesUrl,
    region: "eu-west-1",
    credentials: localCredentials,
    maxAttempts: 1,
  });
  const queueUrl = () => `${server.local.servicesUrl}/123456789012/mails`;

  /** The server answers, and a message that passes the filter reaches its function. */
  async function expectAlive(): Promise<void> {
    expect(await call(server.url, "/consumer")).toMatchObject({ status: 200, text: "hello" });
    const consumed = () =>
      server.events.filter((event) => event.event === "log" && event.line === "consumed 1").length;
    const before = consumed();
    const MessageBody = '{"a":{"b":"c"}}';
    await new SQSClient(settings()).send(new SendMessageCommand({ QueueUrl: queueUrl(), MessageBody }));
    await until(() => consumed() > before);
  }

  test.each(shapes)(
    "reach consumers, subscriptions and rules as %s, and others continue",
    async (_shape, text) => {
      const sent = [
        new SQSClient(settings()).send(new SendMessageCommand({ QueueUrl: queueUrl(), MessageBody: text })),
        new SNSClient(settings()).send(new PublishCommand({ TopicArn: arn("sns", "placed"), Message: text })),
        new KinesisClient(settings()).send(
          new PutRecordCommand({ StreamName: "clicks", PartitionKey: "a", Data: Buffer.from(text) }),
        ),
      ];
      await Promise.all(sent);
      await expectAlive();
    },
  );

  test.each(shapes)("reach a function and an API as %s", async (shape, text) => {
    const lambda = new LambdaClient(settings());
    const invoked = lambda.send(new InvokeCommand({ FunctionName: consumer, Payload: text }));
    const isRead = !/^(lists|objects)/.test(shape);
    if (isRead) expect(await invoked).toMatchObject({ StatusCode: 200 });
    else await expect(invoked).rejects.toThrow("Could not parse request body into json");
    const headers = { "content-type": "application/json", cookie: `a=${text.slice(0, 1000)}` };
    const { status } = await call(server.url, "/echo", { method: "POST", headers, body: text });
    expect([200, 500]).toContain(status);
    await expectAlive();
  });

  test.each(["sqs", "events", "kinesis", "dynamodb", "ssm", "secretsmanager", "cognito-idp", "logs", "kms"])(
    "are refused as the input of %s",
    async (service) => {
      for (const [, text] of shapes.slice(0, 3)) {
        const authorization = `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260101/eu-west-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;
        const target = `AmazonSQS.SendMessage`;
        const headers = {
          authorization,
          "x-amz-target": target,
          "content-type": "application/x-amz-json-1.0",
        };
        const { status } = await call(server.local.servicesUrl, "/", { method: "POST", headers, body: text });
        expect(status).toBeGreaterThanOrEqual(400);
      }
      await expectAlive();
    },
  );

  test("are malformed details of events beyond 1,000 levels", async () => {
    const bus = new EventBridgeClient(settings());
    const put = async (depth: number) => {
      const Detail = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
      const answer = await bus.send(
        new PutEventsCommand({ Entries: [{ Source: "shop", DetailType: "Paid", Detail }] }),
      );
      return answer.Entries?.[0]?.ErrorCode;
    };
    expect(await put(1000)).toBeUndefined();
    expect(await put(1001)).toBe("MalformedDetail");
    expect(await put(20_000)).toBe("MalformedDetail");
    const [, deep = ""] = shapes[1] ?? [];
    const tested = bus.send(new TestEventPatternCommand({ EventPattern: deep, Event: deep }));
    await expect(tested).rejects.toThrow();
    await expectAlive();
  });
});

test("a line of a log that looks like a stack ends no server", async () => {
  const body = "console.log(event.queryStringParameters?.m); return 'hello';";
  const command = await startCommand({ routes: { "GET /log": body } });
  const lines = [
    "\n at x (file:///%2Fx:1:1)",
    "\n at x (file:///%zz:1:1)",
    '{"a":"\\n at file:///%00:1:1"}',
    "\n at x (file://host/%2F:99999999999999999999:99999999999999999999)",
  ];
  for (const line of lines) {
    const path = `/log?m=${encodeURIComponent(line)}`;
    expect(await call(command.url, path)).toEqual({ status: 200, text: "hello" });
    const shown = line.split("\n").at(-1) ?? "";
    await until(() => command.lines.some((each) => each.line === shown));
  }
  expect(command.child.exitCode).toBeNull();
});
