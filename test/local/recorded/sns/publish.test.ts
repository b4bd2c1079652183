import {
  GetSubscriptionAttributesCommand,
  GetTopicAttributesCommand,
  ListSubscriptionsByTopicCommand,
  ListTagsForResourceCommand,
  PublishBatchCommand,
  PublishCommand,
  SNSClient,
} from "@aws-sdk/client-sns";
import { jsonOrText } from "../../../../lib/facts/text/json";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { sns } from "../../../../lib/local/services/sns";
import { serviceContext, startService } from "../../services/context";
import { settled } from "../../support/functions";
import { testModel } from "../../support/model";
import { isRepeated, written } from "../repeated";
import { Variables } from "../sqs/variables";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface Step {
  readonly call: keyof typeof commands;
  readonly input: object;
  /** The header of X-Ray of the request. */
  readonly trace?: string;
  /** The request has its parameters in the URL. */
  readonly isInUrl?: true;
  readonly answer?: object;
  readonly refused?: { readonly code: string; readonly message: string; readonly status: number };
}

interface PublishFact extends RecordedFact {
  /** Attributes of the topic and of its subscription. */
  readonly topic?: object;
  readonly subscription?: object;
  /** Whether the topic has the subscription. @default true */
  readonly subscribed?: boolean;
  /** The subscriber does not exist any more: what is delivered goes to dead letters. */
  readonly gone?: true;
  readonly steps: readonly Step[];
  /** The messages of the queue: the body, read if it is JSON, and its attributes. */
  readonly delivered?: readonly object[];
}

const arn = "arn:aws:sns:us-east-1:123456789012:placed";
const commands = {
  Publish: PublishCommand,
  PublishBatch: PublishBatchCommand,
  GetTopicAttributes: GetTopicAttributesCommand,
  GetSubscriptionAttributes: GetSubscriptionAttributesCommand,
  ListSubscriptionsByTopic: ListSubscriptionsByTopicCommand,
  ListTagsForResource: ListTagsForResourceCommand,
};

let router: EndpointRouter;
let client: SNSClient;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SNSClient({ endpoint: router.url, region: "us-east-1", credentials, maxAttempts: 1 });
});

afterAll(async () => {
  client.destroy();
  await router.close();
});

testFacts(readSuite<PublishFact>("sns/publish"), async (fact) => {
  const found: Delivery[] = [];
  const endpoint = endpointOf(fact);
  const deliver = async (delivery: Delivery) => {
    if (fact.gone && delivery.targetArn === endpoint) delivery.failed?.("NO_RESOURCE", "It does not exist.");
    else found.push(delivery);
  };
  const context = serviceContext({ model: modelOf(fact), deliver });
  await startService(router, "sns", sns, context);
  const variables = new Variables();
  for (const step of fact.steps) await take(step, variables);
  await settled();
  if (fact.delivered === undefined) return;
  const bodies = found.map(({ body, attributes, groupId, deduplicationId, traceHeader }) => ({
    body: jsonOrText(body),
    ...(attributes !== undefined && { attributes }),
    groupId,
    deduplicationId,
    traceHeader,
  }));
  variables.expectEqual(JSON.parse(JSON.stringify(bodies)), fact.delivered);
});

const endpointOf = ({ subscription }: PublishFact): string =>
  ({ endpoint: "queue", ...subscription }).endpoint;

function modelOf({ topic, subscription, subscribed = true }: PublishFact) {
  const queue = { arn: `${arn}:1`, topic_arn: arn, protocol: "sqs", endpoint: "queue", ...subscription };
  return testModel({
    aws_sns_topic: { Placed: { name: "placed", arn, ...topic } },
    aws_sns_topic_subscription: subscribed ? { Queue: queue } : {},
  });
}

async function take({ call, input, trace, isInUrl, answer, refused }: Step, variables: Variables) {
  if (isInUrl) return sendInUrl(call, input);
  // Each command has an input of its own; a fact has any of them.
  const Command = commands[call] as unknown as new (input: object) => PublishCommand;
  const command = new Command(read(input) as object);
  if (trace !== undefined) addHeader(command, "X-Amzn-Trace-Id", trace);
  const sent = client.send(command);
  if (refused === undefined) {
    const { $metadata: _, ...result } = await sent;
    if (answer !== undefined) variables.expectEqual(readAttributes(result), answer);
    return;
  }
  const { code, message, $metadata } = await sent.then(
    () => ({ code: "none", message: "", $metadata: { httpStatusCode: 200 } }),
    // The SDK names some errors after their class.
    (error) => ({ code: error.Error.Code, message: error.message, $metadata: error.$metadata }),
  );
  expect({ code, message, status: $metadata.httpStatusCode }).toEqual(refused);
}

async function sendInUrl(call: string, input: object): Promise<void> {
  const parameters = new URLSearchParams({ Action: call, Version: "2010-03-31", ...input });
  const authorization = "AWS4-HMAC-SHA256 Credential=local/20300101/us-east-1/sns/aws4_request";
  const { status } = await fetch(`${router.url}/?${parameters}`, {
    method: "POST",
    headers: { authorization },
  });
  expect(status).toBe(200);
}

function addHeader(command: PublishCommand, name: string, value: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers[name] = value;
      return next(args);
    },
    { step: "build" },
  );
}

/** The record has attributes that are JSON as objects. */
function readAttributes(result: object): object {
  if (!("Attributes" in result)) return result;
  const attributes = Object.entries(result.Attributes as Record<string, string>);
  return {
    ...result,
    Attributes: Object.fromEntries(
      attributes.map(([name, value]) => [name, value.startsWith("{") ? JSON.parse(value) : value]),
    ),
  };
}

/** Facts have bytes in base64, and long texts in parts. */
function read(value: unknown, name = ""): unknown {
  if (name === "BinaryValue") return Buffer.from(String(value), "base64");
  if (isRepeated(value)) return written(value);
  if (Array.isArray(value)) return value.map((each) => read(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, read(each, key)]));
}
