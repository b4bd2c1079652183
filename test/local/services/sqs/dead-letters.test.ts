import {
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import type { LocalEvent } from "../../../../lib/local";
import type { Service } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { sqs } from "../../../../lib/local/services/sqs";
import { temporaryFolder } from "../../../support/stack";
import { TestClock } from "../../support/clock";
import { testModel } from "../../support/model";
import { serviceContext, startService } from "../context";

const arnOf = (name: string) => `arn:aws:sqs:us-east-1:123456789012:${name}`;
const url = (name: string) => `http://127.0.0.1:1/123456789012/${name}`;
const queue = (name: string, more: object = {}) => ({ name, arn: arnOf(name), url: url(name), ...more });
const redrive_policy = JSON.stringify({ deadLetterTargetArn: arnOf("failed"), maxReceiveCount: 1 });
const model = testModel({
  aws_sqs_queue: {
    Mails: queue("mails", { redrive_policy, receive_wait_time_seconds: 5 }),
    Bills: queue("bills", { redrive_policy }),
    Failed: queue("failed"),
    Other: queue("other"),
  },
});

let router: EndpointRouter;
let client: SQSClient;
let clock: TestClock;
let last: Service | undefined;
let reported: LocalEvent[];
const dataFolder = temporaryFolder();
const start = () =>
  startService(
    router,
    "sqs",
    sqs,
    serviceContext({ model, clock, dataFolder, report: (event) => reported.push(event) }),
  );

beforeAll(async () => {
  reported = [];
  clock = new TestClock();
  router = await EndpointRouter.start(() => {});
  last = await start();
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SQSClient({
    endpoint: router.url,
    region: "us-east-1",
    credentials,
    useQueueUrlAsEndpoint: false,
  });
});

afterAll(async () => {
  client.destroy();
  await router.close();
});

const send = (name: string, MessageBody: string, MessageGroupId?: string) =>
  client.send(new SendMessageCommand({ QueueUrl: url(name), MessageBody, MessageGroupId }));
const receive = async (name: string, more: object = {}) => {
  const command = new ReceiveMessageCommand({
    QueueUrl: url(name),
    MaxNumberOfMessages: 10,
    WaitTimeSeconds: 0,
    MessageSystemAttributeNames: ["All"],
    ...more,
  });
  return (await client.send(command)).Messages ?? [];
};
const bodies = async (name: string) => (await receive(name)).map(({ Body }) => Body);
const move = (SourceArn: string, DestinationArn?: string) =>
  client.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }));

/** Receives a message twice, which is once too often. */
const fail = async (name: string, body: string) => {
  await send(name, body);
  await receive(name);
  clock.advanceSeconds(31);
  await receive(name);
};

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_StartMessageMoveTask.html
describe("dead letters", () => {
  test("go back to the queues that they came from", async () => {
    await fail("mails", "mail");
    await fail("bills", "bill");
    expect(reported).toMatchObject([
      { event: "delivery", kind: "dead-letter", source: "queue mails", target: arnOf("failed") },
      { event: "delivery", kind: "dead-letter", source: "queue bills" },
    ]);
    const command = new ListDeadLetterSourceQueuesCommand({ QueueUrl: url("failed") });
    expect((await client.send(command)).queueUrls).toEqual([url("mails"), url("bills")]);
    await move(arnOf("failed"));
    expect([await bodies("mails"), await bodies("bills"), await bodies("failed")]).toEqual([
      ["mail"],
      ["bill"],
      [],
    ]);
    const { Results } = await client.send(new ListMessageMoveTasksCommand({ SourceArn: arnOf("failed") }));
    expect(Results).toMatchObject([{ Status: "COMPLETED", ApproximateNumberOfMessagesMoved: 2 }]);
  });

  test("or to another queue, with the queue that they come from", async () => {
    await fail("mails", "again");
    const [letter] = await receive("failed", { VisibilityTimeout: 0 });
    expect(letter?.Attributes?.DeadLetterQueueSourceArn).toBe(arnOf("mails"));
    await move(arnOf("failed"), arnOf("other"));
    expect(await bodies("other")).toContain("again");
  });

  test.each([
    ["a queue that is not a dead-letter queue", arnOf("other"), undefined, "InvalidParameterValue"],
    ["a missing queue", arnOf("none"), undefined, "ResourceNotFoundException"],
    ["a missing destination", arnOf("failed"), arnOf("none"), "ResourceNotFoundException"],
  ])("%s is refused", async (_, source, destination, name) => {
    await expect(move(source, destination)).rejects.toMatchObject({ name });
  });
});

// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
test("a standard queue takes turns between its groups", async () => {
  for (const body of ["a1", "a2", "a3"]) await send("other", body, "a");
  await send("other", "b1", "b");
  const two = await receive("other", { MaxNumberOfMessages: 2 });
  expect(two.map(({ Body }) => Body)).toEqual(["a1", "b1"]);
});

test("a request without a time waits as long as the queue says", async () => {
  const [waiting] = [receive("mails", { WaitTimeSeconds: undefined }), clock.untilWaitedFor(5000)];
  await clock.untilWaitedFor(5000);
  await send("mails", "late");
  expect((await waiting).map(({ Body }) => Body)).toEqual(["late"]);
});

test("with a data folder, messages survive a restart of the server", async () => {
  await last?.resources.stop?.();
  const before = await start();
  await send("failed", "kept");
  await before.resources.stop();
  last = await start();
  expect(await bodies("failed")).toContain("kept");
  await last.resources.stop?.();
});
