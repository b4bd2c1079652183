/** @group slow */

import type { LocalEvent } from "../../../lib/local";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { LocalServices } from "../../../lib/local/services/local-services";
import { accessKeys } from "../../support/access-keys";
import { call } from "../support/call";
import { TestClock } from "../support/clock";
import { TestFunctions } from "../support/functions";
import { testKeys } from "../support/keys";
import { testModel } from "../support/model";

const table = {
  name: "orders",
  hash_key: "id",
  attribute: [{ name: "id", type: "S" }],
  billing_mode: "PAY_PER_REQUEST",
};
const account = "eu-west-1:123456789012";

let reported: LocalEvent[];
let router: EndpointRouter;
let services: LocalServices | undefined;

/** The services of an app that has a table; everything else belongs to another app. */
async function start(resources: object = {}): Promise<void> {
  reported = [];
  const report = (event: LocalEvent): void => void reported.push(event);
  router = await EndpointRouter.start(report);
  const functions = new TestFunctions();
  functions.unknown.add("bills").add(`arn:aws:lambda:${account}:function:bills`);
  services = await LocalServices.start(router, {
    accessKeys,
    model: testModel({ aws_dynamodb_table: { Orders: table }, ...resources }),
    functions,
    report,
    clock: new TestClock(),
    keys: testKeys(),
    dataFolder: undefined,
    elsewhere: new Set(),
    runsSchedules: false,
  });
}

afterEach(async () => {
  await services?.stop();
  await router.close();
});

interface Asked {
  readonly service: string;
  readonly target?: string;
  readonly path?: string;
  readonly method?: string;
  readonly type?: string;
  readonly body?: string;
}

async function ask({
  service,
  target,
  path = "/",
  method = "POST",
  type = "application/x-amz-json-1.0",
  body = "",
}: Asked) {
  const authorization = `AWS4-HMAC-SHA256 Credential=a/20260101/eu-west-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;
  const headers = {
    authorization,
    "x-amz-date": "20260101T000000Z",
    "content-type": type,
    ...(target !== undefined && { "x-amz-target": target }),
  };
  return call(router.url, path, { method, headers, body });
}

const form = "application/x-www-form-urlencoded";
const topicArn = `arn:aws:sns:${account}:bills`;
/** In the region of an app without a provider. */
const bills = "arn:aws:sns:us-east-1:123456789012:bills";

describe("a resource of another app, which a function is given by name", () => {
  test.each<[string, Asked, number, string]>([
    [
      'table "bills"',
      {
        service: "dynamodb",
        target: "DynamoDB_20120810.GetItem",
        body: '{"TableName":"bills","Key":{"id":{"S":"1"}}}',
      },
      400,
      "Requested resource not found",
    ],
    [
      'table "bills"',
      {
        service: "dynamodb",
        target: "DynamoDB_20120810.BatchGetItem",
        body: '{"RequestItems":{"bills":{"Keys":[{"id":{"S":"1"}}]}}}',
      },
      400,
      "Requested resource not found",
    ],
    [
      'bucket "bills"',
      { service: "s3", method: "GET", path: "/bills/a" },
      404,
      "The specified bucket does not exist",
    ],
    [
      'bucket "bills"',
      { service: "s3", method: "PUT", path: "/bills/a", body: "x" },
      404,
      "The specified bucket does not exist",
    ],
    [
      'queue "bills"',
      {
        service: "sqs",
        target: "AmazonSQS.SendMessage",
        body: '{"QueueUrl":"https://sqs.eu-west-1.amazonaws.com/1/bills","MessageBody":"x"}',
      },
      400,
      "The specified queue does not exist.",
    ],
    [
      'queue "bills"',
      { service: "sqs", type: form, body: "Action=GetQueueUrl&QueueName=bills" },
      400,
      "The specified queue does not exist for this wsdl version.",
    ],
    [
      `topic "${bills}"`,
      { service: "sns", type: form, body: `Action=Publish&TopicArn=${bills}&Message=x` },
      404,
      "Topic does not exist",
    ],
    [
      'stream "bills"',
      {
        service: "kinesis",
        target: "Kinesis_20131202.PutRecord",
        body: '{"StreamName":"bills","PartitionKey":"a","Data":"eA=="}',
      },
      400,
      `Stream bills under account ${account.split(":")[1]} not found.`,
    ],
    [
      'secret "bills"',
      { service: "secretsmanager", target: "secretsmanager.GetSecretValue", body: '{"SecretId":"bills"}' },
      400,
      "Secrets Manager can't find the specified secret.",
    ],
    [
      'key "bills"',
      { service: "kms", target: "TrentService.DescribeKey", body: '{"KeyId":"bills"}' },
      400,
      "Invalid keyId 'bills'",
    ],
  ])(
    "no %s: the client gets the words of AWS, and the log says what to do",
    async (what, asked, status, words) => {
      await start();
      const answer = await ask(asked);
      const text = /^\{/.test(answer.text)
        ? (JSON.parse(answer.text).message ?? JSON.parse(answer.text).Message)
        : /<Message>(.*)<\/Message>/.exec(answer.text)?.[1];
      expect([answer.status, text]).toEqual([status, words]);
      const reason = expect.stringContaining(`The app has no ${what}, so serverform local does not have it.`);
      expect(reported).toMatchObject([{ event: "refusal", status, reason }]);
    },
  );

  test("an event for a bus is accepted, as in AWS, and the log says that it is lost", async () => {
    await start();
    const body = '{"Entries":[{"EventBusName":"bills","Source":"a","DetailType":"b","Detail":"{}"}]}';
    const { status, text } = await ask({ service: "events", target: "AWSEvents.PutEvents", body });
    expect([status, JSON.parse(text).FailedEntryCount]).toEqual([200, 0]);
    expect(reported).toMatchObject([
      {
        event: "warning",
        text: expect.stringMatching(
          /^An event is lost\. The app has no event bus "bills".*--endpoint events=/,
        ),
      },
    ]);
  });

  test("an event for a function is refused, as in AWS", async () => {
    await start();
    const authorization = "AWS4-HMAC-SHA256 Credential=a/20260101/eu-west-1/lambda/aws4_request";
    const headers = { authorization, "x-amz-invocation-type": "Event" };
    const path = "/2015-03-31/functions/bills/invocations";
    const response = await call(router.url, path, { method: "POST", headers, body: "{}" });
    expect([response.status, response.headers["x-amzn-errortype"]]).toEqual([
      404,
      "ResourceNotFoundException",
    ]);
  });

  test.each([
    [`arn:aws:sqs:${account}:bills`, /sends to .*:bills, which is not in the app\. The message is lost\.$/],
    [topicArn, /which is not in the app/],
    [`arn:aws:kinesis:${account}:stream/bills`, /which is not in the app/],
    [`arn:aws:events:${account}:event-bus/bills`, /which is not in the app/],
    [`arn:aws:lambda:${account}:function:bills`, /cannot invoke .*:bills: There is no function/],
    [`arn:aws:states:${account}:stateMachine:bills`, /which serverform local does not emulate\.$/],
  ])("the event of a rule for %s is lost, with a line in the log", async (arn, text) => {
    await start({
      aws_cloudwatch_event_rule: { Paid: { name: "paid", event_pattern: '{"source":["shop"]}' } },
      aws_cloudwatch_event_target: { Paid: { rule: "paid", arn } },
    });
    const body = '{"Entries":[{"Source":"shop","DetailType":"b","Detail":"{}"}]}';
    await ask({ service: "events", target: "AWSEvents.PutEvents", body });
    expect(reported).toEqual([{ event: "warning", text: expect.stringMatching(text) }]);
    expect(reported).toMatchObject([{ text: expect.stringMatching(/^rule paid /) }]);
  });
});
