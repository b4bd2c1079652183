import type { IConstruct } from "constructs";
import { arnForm, arnPattern } from "../../../facts/aws/arn-patterns";
import { formatArn, isArn } from "../../../facts/aws/arns";
import { findReferenced, Stack } from "../../../kit/app";
import { isUnresolved, jsonDocument, type Limit, range, resolveValue, textLimit } from "../../../kit/core";
import {
  decrypt,
  decryptAndEncrypt,
  encrypt,
  objectKeyStatements,
  partOf,
  type Statement,
} from "../../../kit/iam";
import { isFromRequest } from "./mapping";

/**
 * The actions that an HTTP API can call itself.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-aws-services-reference.html
 */
export const cloudSubtypes = [
  "EventBridge-PutEvents",
  "SQS-SendMessage",
  "SQS-ReceiveMessage",
  "SQS-DeleteMessage",
  "SQS-PurgeQueue",
  "AppConfig-GetConfiguration",
  "Kinesis-PutRecord",
  "StepFunctions-StartExecution",
  "StepFunctions-StartSyncExecution",
  "StepFunctions-StopExecution",
] as const;

/** Parameters of each action. */
export const cloudParameters: Readonly<
  Record<CloudSubtype, { readonly required: readonly string[]; readonly optional: readonly string[] }>
> = {
  "EventBridge-PutEvents": {
    required: ["Detail", "DetailType", "Source"],
    optional: ["EventBusName", "Region", "Resources", "Time", "TraceHeader"],
  },
  "SQS-SendMessage": {
    required: ["QueueUrl", "MessageBody"],
    optional: [
      "DelaySeconds",
      "MessageAttributes",
      "MessageDeduplicationId",
      "MessageGroupId",
      "MessageSystemAttributes",
      "Region",
    ],
  },
  "SQS-ReceiveMessage": {
    required: ["QueueUrl"],
    optional: [
      "AttributeNames",
      "MaxNumberOfMessages",
      "MessageAttributeNames",
      "ReceiveRequestAttemptId",
      "Region",
      "VisibilityTimeout",
      "WaitTimeSeconds",
    ],
  },
  "SQS-DeleteMessage": { required: ["QueueUrl", "ReceiptHandle"], optional: ["Region"] },
  "SQS-PurgeQueue": { required: ["QueueUrl"], optional: ["Region"] },
  "AppConfig-GetConfiguration": {
    required: ["Application", "Environment", "Configuration", "ClientId"],
    optional: ["ClientConfigurationVersion", "Region"],
  },
  "Kinesis-PutRecord": {
    required: ["StreamName", "Data", "PartitionKey"],
    optional: ["ExplicitHashKey", "Region", "SequenceNumberForOrdering"],
  },
  "StepFunctions-StartExecution": { required: ["StateMachineArn"], optional: ["Input", "Name", "Region"] },
  "StepFunctions-StartSyncExecution": {
    required: ["StateMachineArn"],
    optional: ["Input", "Name", "Region", "TraceHeader"],
  },
  "StepFunctions-StopExecution": {
    required: ["ExecutionArn"],
    optional: ["Cause", "Error", "Region"],
  },
};

export type CloudSubtype = (typeof cloudSubtypes)[number];

const sendMessage =
  "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html";
const receiveMessage =
  "https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html";
const putEvents =
  "https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEventsRequestEntry.html";
const putRecord = "https://docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecord.html";
const startExecution =
  "https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html";

const seconds = (source: string, max: number) => range(source, 0, max, { isText: true, unit: "seconds" });
const machine = textLimit(
  startExecution,
  256,
  arnPattern("states", /stateMachine:[^\s:]+(:[^\s:]+)?/),
  `the ARN of a state machine: "${arnForm("states", "stateMachine:<name>")}"`,
);
const executionName = textLimit(
  startExecution,
  80,
  /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]+$/u,
  "a name of up to 80 characters without spaces, brackets and wildcards",
);

/** The limits of AWS for literal parameters. References to the request are known later. */
export const cloudParameterLimits: Readonly<Partial<Record<CloudSubtype, Readonly<Record<string, Limit>>>>> =
  {
    "EventBridge-PutEvents": {
      Detail: jsonDocument(putEvents),
      DetailType: textLimit(putEvents, 128),
      Source: textLimit(putEvents, 256, /^(?!aws\.)/, 'a name that does not begin with "aws."'),
    },
    "SQS-SendMessage": { DelaySeconds: seconds(sendMessage, 900) },
    "SQS-ReceiveMessage": {
      MaxNumberOfMessages: range(receiveMessage, 1, 10, { isText: true }),
      VisibilityTimeout: seconds(receiveMessage, 43_200),
      WaitTimeSeconds: seconds(receiveMessage, 20),
    },
    "Kinesis-PutRecord": {
      StreamName: textLimit(putRecord, 128, /^[a-zA-Z0-9_.-]+$/, "letters, digits, _, . and -"),
      PartitionKey: textLimit(putRecord, 256),
    },
    "StepFunctions-StartExecution": { StateMachineArn: machine, Name: executionName },
    "StepFunctions-StartSyncExecution": { StateMachineArn: machine, Name: executionName },
  };

interface CloudService {
  /** Prefix in IAM. */
  readonly prefix: string;
  /** ARNs that the parameters name; undefined where one of them is known only from the request. */
  resources(facts: ArnFacts, parameter: (name: string) => string | undefined): readonly string[] | undefined;
}

interface ArnFacts {
  /** `arn:aws:sqs:eu-west-1:123456789012:<resource>`, for a service; of the stack's account and the mapping's region. */
  arn(resource: string, other?: { readonly region?: string | undefined; readonly account: string }): string;
  isArn(value: string): boolean;
}

const services: Readonly<Record<string, CloudService>> = {
  EventBridge: {
    prefix: "events",
    resources({ arn, isArn }, parameter) {
      const bus = parameter("EventBusName") ?? "default";
      return isFromRequest(bus) ? undefined : [isArn(bus) ? bus : arn(`event-bus/${bus}`)];
    },
  },
  SQS: {
    prefix: "sqs",
    resources({ arn }, parameter) {
      const url = parameter("QueueUrl");
      if (url === undefined || isFromRequest(url)) return undefined;
      // A queue's address is https://<host>/<account>/<name>; of a reference, Terraform takes it apart.
      if (isUnresolved(url)) {
        const part = (index: number) => partOf(url, "/", index);
        return [arn(part(4), { account: part(3) })];
      }
      const [, , host = "", account = "", name = ""] = url.split("/");
      const region = /^sqs\.([a-z0-9-]+)\./.exec(host)?.[1];
      return [arn(name, { region, account })];
    },
  },
  AppConfig: {
    prefix: "appconfig",
    resources({ arn }, parameter) {
      const [application, environment, configuration] = ["Application", "Environment", "Configuration"].map(
        parameter,
      );
      const all = [application, environment, configuration];
      if (all.some((id) => id === undefined || isFromRequest(id))) return undefined;
      return [
        arn(`application/${application}`),
        arn(`application/${application}/environment/${environment}`),
        arn(`application/${application}/configurationprofile/${configuration}`),
      ];
    },
  },
  Kinesis: {
    prefix: "kinesis",
    resources({ arn }, parameter) {
      const stream = parameter("StreamName");
      return stream === undefined || isFromRequest(stream) ? undefined : [arn(`stream/${stream}`)];
    },
  },
  StepFunctions: {
    prefix: "states",
    resources(_facts, parameter) {
      // StopExecution names the execution.
      const machine = parameter("StateMachineArn") ?? parameter("ExecutionArn");
      return machine === undefined || isFromRequest(machine) ? undefined : [machine];
    },
  },
};

/** The permission that the role of a route to a service needs: one action, on the resource that the mapping names. */
export function cloudPermission(
  scope: IConstruct,
  subtype: CloudSubtype,
  mapping: Readonly<Record<string, string>>,
): { readonly actions: readonly string[]; readonly resources: readonly string[] } {
  const [name = "", action = ""] = subtype.split("-");
  const service = services[name];
  if (service === undefined) throw new Error(`No service for the subtype ${subtype}`);
  const stack = Stack.of(scope);
  const { Region: asked = stack.region } = mapping;
  const region = isFromRequest(asked) ? "*" : asked;
  const facts: ArnFacts = {
    arn: (resource, other) => {
      // Reading the account of a stack adds a data source.
      const account = other?.account ?? stack.account;
      const place = { partition: stack.partition, region: other?.region ?? region, account };
      return formatArn(place, service.prefix, resource);
    },
    // A reference to another stack ends in the name of an output, which ends in that of the attribute.
    isArn: (value) => {
      const text = String(resolveValue(scope, value));
      return isArn(text) || text.endsWith("arn}");
    },
  };
  const resources = service.resources(facts, (parameter) => mapping[parameter]);
  return { actions: [`${service.prefix}:${action}`], resources: resources ?? [facts.arn("*")] };
}

/** The actions on a customer key that an action needs, if the key encrypts the resource of a parameter. */
const keysOf: Readonly<
  Partial<Record<CloudSubtype, { readonly parameter: string; readonly actions: readonly string[] }>>
> = {
  "EventBridge-PutEvents": { parameter: "EventBusName", actions: decryptAndEncrypt },
  "SQS-SendMessage": { parameter: "QueueUrl", actions: decryptAndEncrypt },
  "SQS-ReceiveMessage": { parameter: "QueueUrl", actions: decrypt },
  "Kinesis-PutRecord": { parameter: "StreamName", actions: encrypt },
};

/** The statements that the role needs for the customer key of a queue, stream or bus of the app. */
export function cloudKeyStatements(
  scope: IConstruct,
  subtype: CloudSubtype,
  mapping: Readonly<Record<string, string>>,
): readonly Statement[] {
  const { parameter = "", actions = [] } = keysOf[subtype] ?? {};
  const named = findReferenced(scope, mapping[parameter]);
  return named === undefined ? [] : objectKeyStatements(named, actions);
}
