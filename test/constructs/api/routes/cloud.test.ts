import { CloudwatchEventBus } from "@cdktf/provider-aws/lib/cloudwatch-event-bus";
import { KinesisStream } from "@cdktf/provider-aws/lib/kinesis-stream";
import { KmsKey } from "@cdktf/provider-aws/lib/kms-key";
import { SfnStateMachine } from "@cdktf/provider-aws/lib/sfn-state-machine";
import { SqsQueue } from "@cdktf/provider-aws/lib/sqs-queue";
import { Api, type ApiCloudRouteProps, type CloudSubtype } from "../../../../lib/constructs/api";
import { Stack } from "../../../../lib/kit/app";
import { only, resources, testApp } from "../../../support/stack";
import { failure, integration, statements } from "../support/api";

type Integration = ApiCloudRouteProps["cdk"]["integration"];

const account = "123456789012";

function stacks(): { main: Stack; other: Stack } {
  const app = testApp({ account });
  return { other: new Stack(app, "Other"), main: new Stack(app, "Main") };
}

/** Parameters that some actions need beside those of a case. */
const needed: Readonly<Record<string, readonly string[]>> = {
  "EventBridge-PutEvents": ["Detail", "DetailType", "Source"],
  "SQS-SendMessage": ["MessageBody"],
  "SQS-DeleteMessage": ["ReceiptHandle"],
  "AppConfig-GetConfiguration": ["ClientId"],
  "Kinesis-PutRecord": ["Data", "PartitionKey"],
};

function completed(given: Integration): Integration {
  const others = (needed[given.subtype] ?? []).map((name) => [name, "$request.body"]);
  return { ...given, parameterMapping: { ...Object.fromEntries(others), ...given.parameterMapping } };
}

function cloudRoute(given: Integration, all = stacks()) {
  return exactRoute(completed(given), all);
}

function exactRoute(integration: Integration, { main } = stacks()) {
  return {
    api: new Api(main, "Api", { routes: { "POST /": { type: "cloud", cdk: { integration } } } }),
    main,
  };
}

function allowed(subtype: CloudSubtype, parameterMapping: Record<string, string>, all = stacks()) {
  cloudRoute({ subtype, parameterMapping }, all);
  return statements(only(all.main, "aws_iam_role_policy").policy).map(({ Action, Resource }) => [
    Action,
    Resource,
  ])[0];
}

const sqs = `https://sqs.eu-west-1.amazonaws.com/999999999999/orders`;
const machine = `arn:aws:states:us-east-1:${account}:stateMachine:Order`;
const configuration = { Application: "abcd123", Environment: "efgh456", Configuration: "ijkl789" };
const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:${account}:${resource}`;

describe("Api cloud routes", () => {
  test("call the service through the gateway", () => {
    const parameterMapping = {
      QueueUrl: sqs,
      MessageBody: "$request.body.a",
      MessageGroupId: "${request.path.id}",
    };
    const { main } = cloudRoute({ subtype: "SQS-SendMessage", parameterMapping });
    expect(integration(main, "POST /")).toEqual({
      api_id: expect.stringMatching(/aws_apigatewayv2_api/),
      integration_type: "AWS_PROXY",
      integration_subtype: "SQS-SendMessage",
      request_parameters: { ...parameterMapping, MessageGroupId: "$${request.path.id}" },
      credentials_arn: expect.stringMatching(/^\$\{aws_iam_role\.[\w-]+\.arn\}$/),
      payload_format_version: "1.0",
      depends_on: [expect.stringMatching(/^aws_iam_role_policy\./)],
    });
    expect(resources(main, "aws_lambda_permission")).toEqual({});
  });

  test("have a role that only the gateway takes on", () => {
    const { main } = cloudRoute({ subtype: "EventBridge-PutEvents", parameterMapping: {} });
    expect(statements(only(main, "aws_iam_role").assume_role_policy)).toEqual([
      { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "apigateway.amazonaws.com" } },
    ]);
  });

  test.each<[CloudSubtype, Record<string, string>, string, string | string[]]>([
    ["EventBridge-PutEvents", {}, "events:PutEvents", arn("events", "event-bus/default")],
    [
      "EventBridge-PutEvents",
      { EventBusName: "orders" },
      "events:PutEvents",
      arn("events", "event-bus/orders"),
    ],
    [
      "EventBridge-PutEvents",
      { EventBusName: `arn:aws:events:eu-west-1:1:event-bus/a` },
      "events:PutEvents",
      "arn:aws:events:eu-west-1:1:event-bus/a",
    ],
    [
      "EventBridge-PutEvents",
      { Region: "eu-west-1" },
      "events:PutEvents",
      `arn:aws:events:eu-west-1:${account}:event-bus/default`,
    ],
    ["SQS-SendMessage", { QueueUrl: sqs }, "sqs:SendMessage", "arn:aws:sqs:eu-west-1:999999999999:orders"],
    [
      "SQS-ReceiveMessage",
      { QueueUrl: sqs },
      "sqs:ReceiveMessage",
      "arn:aws:sqs:eu-west-1:999999999999:orders",
    ],
    [
      "SQS-DeleteMessage",
      { QueueUrl: sqs },
      "sqs:DeleteMessage",
      "arn:aws:sqs:eu-west-1:999999999999:orders",
    ],
    ["SQS-PurgeQueue", { QueueUrl: sqs }, "sqs:PurgeQueue", "arn:aws:sqs:eu-west-1:999999999999:orders"],
    ["Kinesis-PutRecord", { StreamName: "clicks" }, "kinesis:PutRecord", arn("kinesis", "stream/clicks")],
    ["StepFunctions-StartExecution", { StateMachineArn: machine }, "states:StartExecution", machine],
    ["StepFunctions-StartSyncExecution", { StateMachineArn: machine }, "states:StartSyncExecution", machine],
    [
      "StepFunctions-StopExecution",
      { ExecutionArn: arn("states", "execution:Order:1") },
      "states:StopExecution",
      arn("states", "execution:Order:1"),
    ],
    [
      "AppConfig-GetConfiguration",
      configuration,
      "appconfig:GetConfiguration",
      [
        arn("appconfig", "application/abcd123"),
        arn("appconfig", "application/abcd123/configurationprofile/ijkl789"),
        arn("appconfig", "application/abcd123/environment/efgh456"),
      ],
    ],
  ])("%s with %j is allowed on the resource that the mapping names", (subtype, mapping, action, resource) => {
    expect(allowed(subtype, mapping)).toEqual([action, resource]);
  });

  test.each<[CloudSubtype, Record<string, string>, string]>([
    ["EventBridge-PutEvents", { EventBusName: "$request.body.bus" }, arn("events", "*")],
    ["SQS-SendMessage", { QueueUrl: "$request.querystring.queue" }, arn("sqs", "*")],
    ["Kinesis-PutRecord", { StreamName: "${request.path.stream}-x" }, arn("kinesis", "*")],
    ["StepFunctions-StopExecution", { ExecutionArn: "$request.body.execution" }, arn("states", "*")],
    [
      "AppConfig-GetConfiguration",
      { ...configuration, Environment: "$stageVariables.env" },
      arn("appconfig", "*"),
    ],
    [
      "Kinesis-PutRecord",
      { StreamName: "a", Region: "$request.body.region" },
      `arn:aws:kinesis:*:${account}:stream/a`,
    ],
  ])("%s with %j is allowed on all of the service", (subtype, mapping, resource) => {
    expect(allowed(subtype, mapping)?.[1]).toBe(resource);
  });

  test.each<[CloudSubtype, (stack: Stack, kmsKeyId: string) => Record<string, string>, unknown]>([
    [
      "SQS-SendMessage",
      (stack, kmsMasterKeyId) => ({ QueueUrl: new SqsQueue(stack, "Q", { kmsMasterKeyId }).url }),
      ["kms:Decrypt", "kms:GenerateDataKey*"],
    ],
    [
      "SQS-ReceiveMessage",
      (stack, kmsMasterKeyId) => ({ QueueUrl: new SqsQueue(stack, "Q", { kmsMasterKeyId }).id }),
      "kms:Decrypt",
    ],
    [
      "Kinesis-PutRecord",
      (stack, kmsKeyId) => ({ StreamName: new KinesisStream(stack, "S", { name: "s", kmsKeyId }).name }),
      "kms:GenerateDataKey*",
    ],
    [
      "EventBridge-PutEvents",
      (stack, kmsKeyIdentifier) => ({
        EventBusName: new CloudwatchEventBus(stack, "B", { name: "b", kmsKeyIdentifier }).name,
      }),
      ["kms:Decrypt", "kms:GenerateDataKey*"],
    ],
  ])("%s may use the customer key of its target", (subtype, make, actions) => {
    for (const place of ["main", "other"] as const) {
      const all = stacks();
      const stack = all[place];
      cloudRoute({ subtype, parameterMapping: make(stack, new KmsKey(stack, "Key").keyId) }, all);
      const policy = statements(only(all.main, "aws_iam_role_policy").policy);
      const ofKey = policy.filter(({ Action }) => JSON.stringify(Action).includes("kms:"));
      expect(ofKey).toEqual([
        { Effect: "Allow", Action: actions, Resource: expect.stringMatching(/aws_kms_key\.?Key\.?arn\}$/) },
      ]);
    }
  });
  test("a queue of the same stack is named by its own address", () => {
    const all = stacks();
    const { url } = new SqsQueue(all.main, "Orders");
    const part = (index: number) => `\${element(split("/", aws_sqs_queue.Orders.url), ${index})}`;
    expect(allowed("SQS-SendMessage", { QueueUrl: url }, all)?.[1]).toBe(
      `arn:aws:sqs:us-east-1:${part(3)}:${part(4)}`,
    );
  });

  test.each<[string, CloudSubtype, (stack: Stack) => Record<string, string>, RegExp]>([
    [
      "a bus by name",
      "EventBridge-PutEvents",
      (stack) => ({ EventBusName: new CloudwatchEventBus(stack, "There", { name: "b" }).name }),
      /^arn:aws:events:us-east-1:\d+:event-bus\/\$\{.*name\}$/,
    ],
    [
      "a bus by ARN",
      "EventBridge-PutEvents",
      (stack) => ({ EventBusName: new CloudwatchEventBus(stack, "There", { name: "b" }).arn }),
      /^\$\{.*arn\}$/,
    ],
    [
      "a stream",
      "Kinesis-PutRecord",
      (stack) => ({ StreamName: new KinesisStream(stack, "There", { name: "s" }).name }),
      /^arn:aws:kinesis:us-east-1:\d+:stream\/\$\{.*name\}$/,
    ],
    [
      "a state machine",
      "StepFunctions-StartExecution",
      (stack) => ({
        StateMachineArn: new SfnStateMachine(stack, "There", { definition: "{}", roleArn: "r" }).arn,
      }),
      /^\$\{.*arn\}$/,
    ],
    [
      "a queue",
      "SQS-SendMessage",
      (stack) => ({ QueueUrl: new SqsQueue(stack, "There").url }),
      /^arn:aws:sqs:us-east-1:\$\{element\(split.*\b3\)\}:\$\{element\(split.*\b4\)\}$/,
    ],
  ])("%s of this or another stack is named by reference", (_, subtype, mappingIn, expected) => {
    for (const place of ["main", "other"] as const) {
      const all = stacks();
      const resource = allowed(subtype, mappingIn(all[place]), all)?.[1];
      expect(resource).toMatch(expected);
      expect(String(resource).includes("terraform_remote_state")).toBe(place === "other");
    }
  });

  test("a bus of another stack is recognised by its ARN for each route", () => {
    const all = stacks();
    const { arn: EventBusName } = new CloudwatchEventBus(all.other, "There", { name: "b" });
    const integration = completed({ subtype: "EventBridge-PutEvents", parameterMapping: { EventBusName } });
    const { api } = cloudRoute(integration, all);
    api.addRoutes(all.main, { "POST /later": { type: "cloud", cdk: { integration } } });
    const policies = Object.values(resources(all.main, "aws_iam_role_policy"));
    const named = policies.map(({ policy }) => statements(policy)[0]?.Resource);
    expect(named).toEqual([named[0], named[0]]);
  });

  test.each([
    ["no integration", undefined, "", /is missing/],
    ["no subtype", { parameterMapping: {} }, ".subtype", /is missing.*SQS-SendMessage/s],
    [
      "an unknown subtype",
      { subtype: "SQS-SendMessages", parameterMapping: {} },
      ".subtype",
      /"SQS-SendMessages".*Did you mean "SQS-SendMessage"/s,
    ],
    ["no mapping", { subtype: "SQS-SendMessage" }, ".parameterMapping", /is missing.*QueueUrl/s],
    [
      "no queue",
      { subtype: "SQS-SendMessage", parameterMapping: {} },
      ".parameterMapping.QueueUrl",
      /queue\.url/,
    ],
    [
      "a queue's name",
      { subtype: "SQS-SendMessage", parameterMapping: { QueueUrl: "orders" } },
      ".parameterMapping.QueueUrl",
      /"orders".*queue\.url/s,
    ],
    [
      "no body of a message",
      { subtype: "SQS-SendMessage", parameterMapping: { QueueUrl: sqs } },
      ".parameterMapping.MessageBody",
      /is missing/,
    ],
    [
      "a parameter that the action does not have",
      { subtype: "SQS-PurgeQueue", parameterMapping: { QueueUrl: sqs, MessageBody: "a" } },
      ".parameterMapping",
      /"MessageBody".*Known keys: QueueUrl, Region/s,
    ],
    [
      "an empty parameter",
      { subtype: "EventBridge-PutEvents", parameterMapping: { Detail: "", DetailType: "a", Source: "b" } },
      ".parameterMapping.Detail",
      /is ""/,
    ],
    [
      "credentials",
      { subtype: "SQS-SendMessage", parameterMapping: {}, credentials: "x" },
      ".credentials",
      /Leave it out/,
    ],
    [
      "credentialsArn",
      { subtype: "SQS-SendMessage", parameterMapping: {}, credentialsArn: "x" },
      ".credentialsArn",
      /Leave it out/,
    ],
    ["an unknown key", { subtype: "EventBridge-PutEvents", parameterMapping: {}, typ: 1 }, "", /"typ"/],
  ])("refuse %s", (_, integrationProps, prop, message) => {
    const error = failure(() => exactRoute(integrationProps as unknown as Integration));
    expect(error).toMatchObject({
      path: "dev-notes-Main/Api",
      prop: `routes["POST /"].cdk.integration${prop}`,
    });
    expect(error.message).toMatch(message);
  });
});
