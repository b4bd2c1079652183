import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { sqs } from "../../../../lib/local/services/sqs";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const QueueUrl = "https://sqs.us-east-1.amazonaws.com/1/mails";
const model = testModel({
  aws_sqs_queue: {
    Mails: { arn: "arn:aws:sqs:us-east-1:123456789012:mails", url: QueueUrl, name: "mails" },
  },
});

let router: EndpointRouter;

beforeEach(async () => {
  router = await EndpointRouter.start(() => {});
  await startService(router, "sqs", sqs, serviceContext({ model }));
});

afterEach(() => router.close());

/** Sends a form, as SDKs did until 2023. */
async function ask(
  Action: string,
  fields: Readonly<Record<string, string>> = {},
  accept = "*/*",
): Promise<string> {
  const response = await fetch(router.url, {
    method: "POST",
    headers: { authorization: "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/sqs/aws4_request", accept },
    body: new URLSearchParams({ Action, Version: "2012-11-05", QueueUrl, ...fields }),
  });
  return `${response.status} ${await response.text()}`;
}

const part = (text: string, name: string): string =>
  new RegExp(`<${name}>(.*?)</${name}>`).exec(text)?.[1] ?? "";

// https://github.com/aws-samples/serverless-patterns (APIGateway-SQS-ReceiveMessages/README.md)
test("messages as JSON have all members, and an empty list is null", async () => {
  const received = () => ask("ReceiveMessage", {}, "application/json");
  const result = (messages: unknown) => ({
    ReceiveMessageResponse: {
      ReceiveMessageResult: { messages },
      ResponseMetadata: { RequestId: expect.any(String) },
    },
  });
  expect(JSON.parse((await received()).slice(4))).toEqual(result(null));
  await ask("SendMessage", { MessageBody: "hello" });
  const message = {
    Attributes: null,
    Body: "hello",
    MD5OfBody: "5d41402abc4b2a76b9719d911017c592",
    MD5OfMessageAttributes: null,
    MessageAttributes: null,
    MessageId: expect.any(String),
    ReceiptHandle: expect.any(String),
  };
  expect(JSON.parse((await received()).slice(4))).toEqual(result([message]));
});

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-making-api-requests-xml.html
describe("queues, through the protocol of old SDKs", () => {
  test("a message is sent, received with its attributes, and deleted", async () => {
    const sent = await ask("SendMessage", {
      MessageBody: "<hello> & more",
      DelaySeconds: "0",
      "MessageAttribute.1.Name": "lang",
      "MessageAttribute.1.Value.DataType": "String",
      "MessageAttribute.1.Value.StringValue": "en",
    });
    expect(sent).toMatch(/^200 <SendMessageResponse .*<SendMessageResult><MessageId>[0-9a-f-]+<\/MessageId>/);
    const received = await ask("ReceiveMessage", {
      MaxNumberOfMessages: "10",
      "AttributeName.1": "All",
      "MessageAttributeName.1": "All",
    });
    expect(part(received, "Body")).toBe("&lt;hello&gt; &amp; more");
    expect(received).toContain(
      "<MessageAttribute><Name>lang</Name><Value><DataType>String</DataType><StringValue>en</StringValue></Value></MessageAttribute>",
    );
    expect(received).toContain("<Attribute><Name>ApproximateReceiveCount</Name><Value>1</Value></Attribute>");
    await ask("DeleteMessage", { ReceiptHandle: part(received, "ReceiptHandle") });
    const counted = await ask("GetQueueAttributes", { "AttributeName.1": "All" });
    expect(counted).toContain(
      "<Attribute><Name>ApproximateNumberOfMessagesNotVisible</Name><Value>0</Value></Attribute>",
    );
  });

  test("a batch returns the failed entries", async () => {
    const answer = await ask("SendMessageBatch", {
      "SendMessageBatchRequestEntry.1.Id": "a",
      "SendMessageBatchRequestEntry.1.MessageBody": "x",
      "SendMessageBatchRequestEntry.2.Id": "b",
    });
    expect(part(answer, "SendMessageBatchResultEntry")).toContain("<Id>a</Id>");
    expect(part(answer, "BatchResultErrorEntry")).toContain("<Id>b</Id>");
  });

  test("queues are found", async () => {
    expect(part(await ask("GetQueueUrl", { QueueName: "mails" }), "QueueUrl")).toBe(QueueUrl);
    expect(part(await ask("ListQueues"), "QueueUrl")).toBe(QueueUrl);
  });

  test.each([
    [
      "a queue that is not in the app",
      { QueueUrl: "https://x/1/old" },
      "AWS.SimpleQueueService.NonExistentQueue",
    ],
    ["an invalid number", { DelaySeconds: "x" }, "InvalidParameterValue"],
  ])("%s is refused in XML", async (_name, fields, code) => {
    const answer = await ask("SendMessage", { MessageBody: "a", ...(fields as object) });
    expect(answer).toMatch(/^400 <ErrorResponse /);
    expect(part(answer, "Code")).toBe(code);
  });
});
