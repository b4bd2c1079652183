/** @group slow */

import * as dynamodbSdk from "@aws-sdk/client-dynamodb";
import * as kinesisSdk from "@aws-sdk/client-kinesis";
import * as kmsSdk from "@aws-sdk/client-kms";
import * as secretsSdk from "@aws-sdk/client-secrets-manager";
import * as ssmSdk from "@aws-sdk/client-ssm";
import * as stsSdk from "@aws-sdk/client-sts";
import type { ServiceContext, ServiceKind } from "../../../lib/local/services/contract/service";
import { dynamodb } from "../../../lib/local/services/dynamodb";
import { EndpointRouter } from "../../../lib/local/services/endpoint-router";
import { kinesis } from "../../../lib/local/services/kinesis";
import { kms } from "../../../lib/local/services/kms";
import { secretsmanager } from "../../../lib/local/services/secretsmanager";
import { ssm } from "../../../lib/local/services/ssm";
import { sts } from "../../../lib/local/services/sts";
import type { Model } from "../../../lib/model";
import { serviceContext, startService } from "../services/context";
import { testModel } from "../support/model";
import { clientOf } from "./clients";
import { type Conversation, testConversations } from "./requests";

let router: EndpointRouter;

beforeAll(async () => {
  router = await EndpointRouter.start(() => {});
});

afterAll(() => router.close());

/** Tests a suite with the client of its service. */
function testService(
  suite: string,
  kind: ServiceKind,
  sdk: object,
  connect: (
    options: typeof clientOf.options & { readonly endpoint: string },
  ) => Parameters<typeof clientOf>[1],
  more: (model: Model) => Partial<ServiceContext> = () => ({}),
): void {
  const [name = ""] = suite.split("/");
  testConversations(suite, async ({ resources = {} }) => {
    const model = testModel(resources);
    const service = await startService(router, name, kind, serviceContext({ model, ...more(model) }));
    return whenSettled(clientOf(sdk, connect({ ...clientOf.options, endpoint: router.url }), service));
  });
}

/** Waits until a table is no longer created or changed, as those who recorded the answers waited for AWS. */
function whenSettled(conversation: Conversation): Conversation {
  const described = async (input: object) => {
    for (;;) {
      const answer = (await conversation.send("DescribeTable", input)) as {
        readonly Table?: { readonly TableStatus?: string };
      };
      const status = answer.Table?.TableStatus;
      if (status !== "CREATING" && status !== "UPDATING") return answer;
    }
  };
  const send: Conversation["send"] = async (operation, input) => {
    if (operation === "DescribeTable") return described(input);
    const answer = await conversation.send(operation, input);
    // Until then, other operations do not find it.
    if (operation === "CreateTable")
      await described({ TableName: (input as { readonly TableName?: unknown }).TableName });
    return answer;
  };
  return { send, close: () => conversation.close() };
}

testService("dynamodb/tables", dynamodb, dynamodbSdk, (options) => new dynamodbSdk.DynamoDBClient(options));
testService("kinesis/streams", kinesis, kinesisSdk, (options) => new kinesisSdk.KinesisClient(options));
testService("kms/keys", kms, kmsSdk, (options) => new kmsSdk.KMSClient(options));
testService(
  "secretsmanager/secrets",
  secretsmanager,
  secretsSdk,
  (options) => new secretsSdk.SecretsManagerClient(options),
);
testService("ssm/parameters", ssm, ssmSdk, (options) => new ssmSdk.SSMClient(options));
testService("sts/roles", sts, stsSdk, (options) => new stsSdk.STSClient(options));
