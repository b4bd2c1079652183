/** @group processes */

import { join } from "node:path";
import { packagesOf } from "../support/packages";
import { call, serve, type TestServer } from "./safety-support";

const sdks = packagesOf("sdk-v2");
const testWithSdk = sdks === undefined ? test.skip : test;
const sdk = JSON.stringify(join(sdks ?? "", "aws-sdk"));
/** Handlers of old apps: without endpoint, region and credentials; all come from the environment. */
const AWS = `const AWS = require(${sdk});`;
const account = "123456789012";

const resources = {
  aws_dynamodb_table: {
    notes: {
      name: "notes",
      hash_key: "id",
      attribute: [{ name: "id", type: "S" }],
      billing_mode: "PAY_PER_REQUEST",
    },
  },
  aws_sqs_queue: { mails: { name: "mails" } },
  aws_sqs_queue_policy: {
    mails: {
      queue_url: "${aws_sqs_queue.mails.url}",
      policy: JSON.stringify({
        Version: "2012-10-17",
        Statement: [
          {
            Effect: "Allow",
            Principal: { Service: "events.amazonaws.com" },
            Action: "sqs:SendMessage",
            Resource: "*",
          },
        ],
      }),
    },
  },
  aws_s3_bucket: { files: { bucket: "files.example" } },
  aws_kinesis_stream: { clicks: { name: "clicks" } },
  aws_sns_topic: { placed: { name: "placed" } },
  aws_cloudwatch_event_rule: {
    paid: { name: "paid", event_pattern: JSON.stringify({ source: ["shop"] }) },
  },
  aws_cloudwatch_event_target: {
    paid: { rule: "paid", arn: "${aws_sqs_queue.mails.arn}" },
  },
};
const queueUrl = `https://sqs.eu-west-1.amazonaws.com/${account}/mails`;

/** One function has all of them: a process takes half a second to load this SDK. */
const operations = {
  dynamodb: `
    const client = new AWS.DynamoDB.DocumentClient();
    await client.put({ TableName: "notes", Item: { id: "1", text: "hello" } }).promise();
    const { Item } = await client.get({ TableName: "notes", Key: { id: "1" } }).promise();
    return Item.text;`,
  sqs: `
    const client = new AWS.SQS();
    const QueueUrl = ${JSON.stringify(queueUrl)};
    await client.sendMessage({ QueueUrl, MessageBody: "hello" }).promise();
    const { Messages } = await client.receiveMessage({ QueueUrl }).promise();
    await client.deleteMessage({ QueueUrl, ReceiptHandle: Messages[0].ReceiptHandle }).promise();
    return Messages[0].Body;`,
  s3: `
    const client = new AWS.S3();
    await client.putObject({ Bucket: "files.example", Key: "a b/c", Body: "hello" }).promise();
    const { Body } = await client.getObject({ Bucket: "files.example", Key: "a b/c" }).promise();
    const { Contents } = await client.listObjects({ Bucket: "files.example" }).promise();
    return Contents[0].Key === "a b/c" ? Body.toString() : "not listed";`,
  kinesis: `
    const client = new AWS.Kinesis();
    const put = await client.putRecord({ StreamName: "clicks", PartitionKey: "a", Data: "hello" }).promise();
    return put.ShardId === "shardId-000000000000" ? "hello" : put.ShardId;`,
  sns: `
    const { Topics } = await new AWS.SNS().listTopics().promise();
    const { MessageId } = await new AWS.SNS().publish({ TopicArn: Topics[0].TopicArn, Message: "x" }).promise();
    return MessageId === undefined ? "not published" : "hello";`,
  events: `
    const Entries = [{ Source: "shop", DetailType: "paid", Detail: JSON.stringify({ text: "hello" }) }];
    await new AWS.EventBridge().putEvents({ Entries }).promise();
    const client = new AWS.SQS();
    const { Messages } = await client.receiveMessage({ QueueUrl: ${JSON.stringify(queueUrl)}, WaitTimeSeconds: 5 }).promise();
    return JSON.parse(Messages[0].Body).detail.text;`,
  missing: `
    try {
      await new AWS.SQS().sendMessage({ QueueUrl: "https://sqs.eu-west-1.amazonaws.com/999999999999/old", MessageBody: "x" }).promise();
    } catch (error) {
      return error.message;
    }`,
  other: `
    try {
      await new AWS.SecretsManager().getSecretValue({ SecretId: "x" }).promise();
    } catch (error) {
      return error.message;
    }`,
};

const handler = `${AWS}
  const operations = { ${Object.entries(operations)
    .map(([name, body]) => `${name}: async () => {${body} }`)
    .join()} };
  return operations[event.pathParameters.name]();`;

describe("handlers with the AWS SDK for JavaScript, version 2", () => {
  let server: TestServer;

  testWithSdk("run unchanged", async () => {
    server = await serve({ routes: { "GET /{name}": { body: handler, timeout: 20 } }, resources });
    const text = async (name: string): Promise<string> => (await call(server.url, `/${name}`)).text;
    for (const name of ["dynamodb", "sqs", "s3", "kinesis", "sns", "events"]) {
      expect([name, await text(name)]).toEqual([name, "hello"]);
    }
    // Requests for missing resources also stay on this machine.
    expect(await text("missing")).toContain("The specified queue does not exist.");
    expect(await text("other")).toContain("Secrets Manager can't find the specified secret.");
  });
});

testWithSdk(
  "a handler of the AWS SDK for JavaScript, version 2, answers through `@connections`",
  async () => {
    const { WebSocket } = await import("ws");
    const server = await serve({
      routes: {},
      socketRoutes: {
        $default: {
          body: `${AWS}
          const { domainName, stage, connectionId: ConnectionId } = event.requestContext;
          const client = new AWS.ApiGatewayManagementApi({ endpoint: domainName + "/" + stage });
          await client.postToConnection({ ConnectionId, Data: "hello" }).promise();
          return { statusCode: 200 };`,
          timeout: 20,
        },
      },
    });
    const socket = new WebSocket(server.socketUrl);
    const received = new Promise((done) => socket.once("message", (data) => done(String(data))));
    socket.once("open", () => socket.send("x"));
    expect(await received).toBe("hello");
    socket.close();
  },
);

const steps = packagesOf("durable");

(steps === undefined ? test.skip : test)(
  "a durable handler keeps its steps in the local service, by the client that the vendor's SDK makes",
  async () => {
    const sdkOfSteps = JSON.stringify(join(steps ?? "", "@aws/durable-execution-sdk-js"));
    const body = `
    const { withDurableExecution } = require(${sdkOfSteps});
    const run = withDurableExecution(async ({ rawPath }, steps) => {
      const paid = await steps.step("pay", async () => "paid " + process.pid);
      await steps.wait("a moment", { seconds: 1 });
      return { statusCode: 200, body: rawPath + " " + (paid === "paid " + process.pid) };
    });
    return run(event, context);`;
    const more = { durable_config: [{ execution_timeout: 60 }], reserved_concurrent_executions: 1 };
    const server = await serve({ routes: { "GET /order": { body, timeout: 20, more } } });
    expect((await call(server.url, "/order")).text).toBe("/order true");
  },
);
