/** @group generated */

import { Agent, request } from "node:http";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { KinesisClient, PutRecordCommand } from "@aws-sdk/client-kinesis";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { systemClock } from "../../../../lib/local";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { LocalServices } from "../../../../lib/local/services/local-services";
import { accessKeys } from "../../../support/access-keys";
import { Random } from "../../../support/random";
import { TestFunctions } from "../../support/functions";
import { testKeys } from "../../support/keys";
import { testModel } from "../../support/model";
import { type FuzzedRequest, fuzzedRequest } from "./requests";

/** With `INPUTS=all` more of them. */
const requests = process.env.INPUTS === "all" ? 12_000 : 4_000;
const atOnce = 24;
const timeLimitMs = 150_000;

const arn = (service: string, name: string) => `arn:aws:${service}:us-east-1:123456789012:${name}`;
const model = testModel({
  aws_sqs_queue: { Mails: { arn: arn("sqs", "mails"), name: "mails", url: "http://127.0.0.1/1/mails" } },
  aws_sns_topic: { Placed: { arn: arn("sns", "placed"), name: "placed" } },
  aws_sns_topic_subscription: {
    Mails: {
      arn: `${arn("sns", "placed")}:1`,
      topic_arn: arn("sns", "placed"),
      protocol: "sqs",
      endpoint: arn("sqs", "mails"),
      filter_policy: JSON.stringify({ a: [{ numeric: [">", 0] }] }),
    },
  },
  aws_cloudwatch_event_rule: {
    Paid: {
      name: "paid",
      arn: arn("events", "rule/paid"),
      event_pattern: JSON.stringify({ source: ["shop"] }),
    },
  },
  aws_cloudwatch_event_target: { Paid: { rule: "paid", arn: arn("sns", "placed") } },
  aws_s3_bucket: { Files: { bucket: "files" } },
  aws_kinesis_stream: { Clicks: { arn: arn("kinesis", "stream/clicks"), name: "clicks" } },
  aws_cognito_user_pool: {
    Users: {
      id: "us-east-1_Fuzzed",
      name: "users",
      arn: arn("cognito-idp", "userpool/x"),
      endpoint: "localhost/x",
    },
  },
  aws_cognito_user_pool_client: {
    Web: {
      id: "fuzzed",
      name: "web",
      user_pool_id: "us-east-1_Fuzzed",
      explicit_auth_flows: ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_PASSWORD_AUTH"],
    },
  },
  aws_ssm_parameter: { A: { name: "/a/b", arn: arn("ssm", "parameter/a/b"), value: "c" } },
  aws_dynamodb_table: {
    Orders: {
      name: "orders",
      arn: arn("dynamodb", "table/orders"),
      hash_key: "id",
      attribute: [{ name: "id", type: "S" }],
      stream_enabled: true,
      stream_arn: arn("dynamodb", "table/orders/stream/1"),
    },
  },
  aws_lambda_event_source_mapping: {
    Clicks: { event_source_arn: arn("kinesis", "stream/clicks"), function_name: "counter" },
  },
});

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
let router: EndpointRouter;
let services: LocalServices;

beforeAll(async () => {
  const report = (): void => {};
  router = await EndpointRouter.start(report);
  services = await LocalServices.start(router, {
    accessKeys,
    model,
    functions: new TestFunctions(),
    report,
    clock: systemClock,
    keys: testKeys(),
    dataFolder: undefined,
    elsewhere: new Set(),
    runsSchedules: false,
  });
});

afterAll(async () => {
  agent.destroy();
  await services.stop();
  await router.close();
});

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request; undefined when the client hung up. */
function send({ method, path, headers, body, aborts }: FuzzedRequest): Promise<Answer | undefined> {
  const { hostname, port } = new URL(router.url);
  const length = { "content-length": String(body.length + (aborts ? 10 : 0)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: { ...headers, ...length }, agent: aborts ? false : agent },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
        response.on("error", reject);
      },
    );
    sent.on("error", (error) => (aborts ? resolve(undefined) : reject(error)));
    if (!aborts) return void sent.end(body);
    sent.write(body);
    setImmediate(() => sent.destroy());
    return undefined;
  });
}

const settings = () => ({
  endpoint: router.url,
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
});

test(
  `${requests} wrong requests to the services leave them answering`,
  async () => {
    const table = new DynamoDBClient(settings());
    const Item = { id: { S: "kept" }, text: { S: "before" } };
    await table.send(new PutItemCommand({ TableName: "orders", Item }));

    const random = new Random(14);
    const end = performance.now() + timeLimitMs;
    const failures: string[] = [];
    let left = requests;
    const client = async (): Promise<void> => {
      while (left > 0 && performance.now() < end) {
        left -= 1;
        const fuzzed = fuzzedRequest(random);
        const answer = await send(fuzzed);
        const isFailure =
          answer !== undefined && (answer.status === 0 || (answer.status >= 500 && answer.status !== 501));
        if (isFailure)
          failures.push(`${fuzzed.service} ${fuzzed.method} ${fuzzed.path}: ${answer.text.slice(0, 400)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, client));
    expect({ left, failures: failures.slice(0, 20) }).toEqual({ left: 0, failures: [] });

    const found = await table.send(new GetItemCommand({ TableName: "orders", Key: { id: { S: "kept" } } }));
    expect(found.Item).toEqual(Item);
    const QueueUrl = `${router.url}/1/mails`;
    await Promise.all([
      new SQSClient(settings()).send(new SendMessageCommand({ QueueUrl, MessageBody: "a" })),
      new SNSClient(settings()).send(new PublishCommand({ TopicArn: arn("sns", "placed"), Message: "a" })),
      new KinesisClient(settings()).send(
        new PutRecordCommand({ StreamName: "clicks", Data: Buffer.from("a"), PartitionKey: "p" }),
      ),
      new EventBridgeClient(settings()).send(
        new PutEventsCommand({ Entries: [{ Source: "shop", DetailType: "x", Detail: "{}" }] }),
      ),
      new S3Client({ ...settings(), forcePathStyle: true }).send(
        new PutObjectCommand({ Bucket: "files", Key: "a", Body: "a" }),
      ),
    ]);
  },
  timeLimitMs + 30_000,
);
