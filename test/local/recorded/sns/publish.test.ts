import { PublishBatchCommand, PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import { jsonOrText } from "../../../../lib/local/json";
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
  readonly call: "Publish" | "PublishBatch";
  readonly input: object;
  readonly answer?: object;
  readonly refused?: { readonly code: string; readonly message: string; readonly status: number };
}

interface PublishFact extends RecordedFact {
  /** Attributes of the topic and of its subscription. */
  readonly topic?: object;
  readonly subscription?: object;
  readonly steps: readonly Step[];
  /** What the queue gets: the body, read if it is JSON, and the attributes. */
  readonly delivered?: readonly object[];
}

const arn = "arn:aws:sns:us-east-1:123456789012:placed";
const commands = { Publish: PublishCommand, PublishBatch: PublishBatchCommand };

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

testFacts(readSuite<PublishFact>("sns/publish"), async ({ topic, subscription, steps, delivered }) => {
  const found: Delivery[] = [];
  const model = testModel({
    aws_sns_topic: { Placed: { name: "placed", arn, ...topic } },
    aws_sns_topic_subscription: {
      Queue: { arn: `${arn}:1`, topic_arn: arn, protocol: "sqs", endpoint: "queue", ...subscription },
    },
  });
  const deliver = async (delivery: Delivery) => void found.push(delivery);
  const { resources } = await startService(router, "sns", sns, serviceContext({ model, deliver }));
  const variables = new Variables();
  for (const { call, input, answer, refused } of steps) {
    // Each command has an input of its own; a fact has any of them.
    const Command = commands[call] as unknown as new (input: object) => PublishCommand;
    const sent = client.send(new Command(read(input) as object));
    if (refused === undefined) {
      const { $metadata: _, ...result } = await sent;
      if (answer !== undefined) variables.expectEqual(result, answer);
      continue;
    }
    const { code, message, $metadata } = await sent.then(
      () => ({ code: "none", message: "", $metadata: { httpStatusCode: 200 } }),
      // The SDK names some errors after their class.
      (error) => ({ code: error.Error.Code, message: error.message, $metadata: error.$metadata }),
    );
    expect({ code, message, status: $metadata.httpStatusCode }).toEqual(refused);
  }
  await settled();
  await resources.stop();
  if (delivered === undefined) return;
  const bodies = found.map(({ body, attributes, groupId, deduplicationId }) => ({
    body: jsonOrText(body),
    ...(attributes !== undefined && { attributes }),
    ...(groupId !== undefined && { groupId, deduplicationId }),
  }));
  variables.expectEqual(JSON.parse(JSON.stringify(bodies)), delivered);
});

/** Facts have bytes in base64, and long texts in parts. */
function read(value: unknown, name = ""): unknown {
  if (name === "BinaryValue") return Buffer.from(String(value), "base64");
  if (isRepeated(value)) return written(value);
  if (Array.isArray(value)) return value.map((each) => read(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, read(each, key)]));
}
