import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { Delivery } from "../../../../lib/local/services/contract/service";
import { EndpointRouter } from "../../../../lib/local/services/endpoint-router";
import { sns } from "../../../../lib/local/services/sns";
import { serviceContext, startService } from "../../services/context";
import { settled } from "../../support/functions";
import { testModel } from "../../support/model";
import { type RecordedFact, readSuite, testFacts } from "../suite";

interface FilterFact extends RecordedFact {
  readonly policy: object;
  readonly scope: string;
  readonly message?: string;
  readonly attributes?: Record<string, { readonly DataType: string; readonly StringValue: string }>;
  readonly delivered: boolean;
}

const TopicArn = "arn:aws:sns:us-east-1:123456789012:placed";

testFacts(
  readSuite<FilterFact>("sns/filter-policies"),
  async ({ policy, scope, message, attributes, ...fact }) => {
    const delivered: Delivery[] = [];
    const router = await EndpointRouter.start(() => {});
    const model = testModel({
      aws_sns_topic: { Placed: { name: "placed", arn: TopicArn } },
      aws_sns_topic_subscription: {
        Queue: {
          topic_arn: TopicArn,
          protocol: "sqs",
          endpoint: "arn:aws:sqs:us-east-1:123456789012:queue",
          filter_policy: JSON.stringify(policy),
          filter_policy_scope: scope,
        },
      },
    });
    const deliver = async (delivery: Delivery) => void delivered.push(delivery);
    await startService(router, "sns", sns, serviceContext({ model, deliver }));
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const client = new SNSClient({ endpoint: router.url, region: "us-east-1", credentials });
    try {
      await client.send(
        new PublishCommand({ TopicArn, Message: message ?? "text", MessageAttributes: attributes }),
      );
      await settled();
      expect(delivered.length > 0).toBe(fact.delivered);
    } finally {
      client.destroy();
      await router.close();
    }
  },
);
