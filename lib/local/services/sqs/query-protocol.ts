import { randomUUID } from "node:crypto";
import { sqsNamespace } from "../../../facts/aws/namespaces";
import { isValues, type Values } from "../../../model";
import { escapeXml } from "../../wire/escape-xml";
import { type Protocol, ServiceError } from "../contract/define-service";
import { asksForJson, jsonRefusal, jsonResult } from "../contract/query-json";
import type { ServiceRequest, ServiceResponse } from "../contract/service";
import { withRequestTrace } from "./input";

/** Lists in requests: the name in a form and in JSON. */
const lists: Readonly<Record<string, string>> = {
  AttributeName: "AttributeNames",
  MessageAttributeName: "MessageAttributeNames",
  MessageSystemAttributeName: "MessageSystemAttributeNames",
  SendMessageBatchRequestEntry: "Entries",
  DeleteMessageBatchRequestEntry: "Entries",
  ChangeMessageVisibilityBatchRequestEntry: "Entries",
};

const numbers: ReadonlySet<string> = new Set([
  "DelaySeconds",
  "MaxNumberOfMessages",
  "MaxNumberOfMessagesPerSecond",
  "MaxResults",
  "VisibilityTimeout",
  "WaitTimeSeconds",
]);

/** Lists in results: the element of each member. A map is a list of names and values. */
const members: Readonly<Record<string, string>> = {
  QueueUrls: "QueueUrl",
  queueUrls: "QueueUrl",
  Messages: "Message",
  Attributes: "Attribute",
  MessageAttributes: "MessageAttribute",
  Failed: "BatchResultErrorEntry",
  Tags: "Tag",
};

/**
 * The protocol of SDKs until 2023: forms or queries, and XML. The operations are those of the JSON protocol.
 *
 * Sources: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-making-api-requests-xml.html, and
 * https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.py, recorded from AWS) for requests to the URL of a queue
 */
export const sqsQueryProtocol: Protocol<unknown, Values, object> = {
  inputOf: (request) => {
    const { url } = request;
    const [pathname = "", query] = url.split("?", 2);
    checkAction(request, pathname);
    const form = new URLSearchParams(request.body.toString("utf8"));
    const given = inputOf(new URLSearchParams([...new URLSearchParams(query), ...form]));
    const queue = isQueuePath(pathname) ? { QueueUrl: pathname } : {};
    return withRequestTrace({ ...queue, ...given }, request.headers);
  },
  operationOf: ({ operation }) => operation,
  describe: ({ operation = "" }) => operation,
  respond: (result, operation, request) => {
    if (asksForJson(request)) return jsonResult(operation, jsonOf(operation, result));
    const successful = `${operation}ResultEntry`;
    const content = Object.entries(result).map(([name, value]) =>
      element(name === "Successful" ? successful : (members[name] ?? name), value),
    );
    const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;
    const name = `${operation}Result`;
    const written = content.join("");
    const outcome = written === "" ? `<${name}/>` : `<${name}>${written}</${name}>`;
    return xml(
      200,
      `<${operation}Response xmlns="${sqsNamespace}">${outcome}${metadata}</${operation}Response>`,
    );
  },
  refuse: (refused, request) => {
    const { code, message, status = 400 } = refused;
    if (code === unknownOperation) return xml(status, `<${code}/>`);
    const words = code === "QueueDoesNotExist" ? message.replace(/\.$/, " for this wsdl version.") : message;
    if (asksForJson(request)) return jsonRefusal(new ServiceError(queryCodeOf(code), words, status));
    const error = `<Type>Sender</Type><Code>${queryCodeOf(code)}</Code><Message>${escapeXml(words)}</Message>`;
    return xml(
      status,
      `<ErrorResponse xmlns="${sqsNamespace}"><Error>${error}</Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
    );
  },
};

const unknownOperation = "UnknownOperationException";

/** Actions of SQS that the URL of a queue does not take. */
const accountActions: ReadonlySet<string> = new Set(["CreateQueue", "ListQueues"]);

/** Refuses a request that names no action of SQS. Those that SQS has and this server does not are refused later. */
function checkAction({ operation }: ServiceRequest, pathname: string): void {
  if (operation === undefined) throw new ServiceError(unknownOperation, "The request names no action.", 404);
  if (actions.has(operation) && !(isQueuePath(pathname) && accountActions.has(operation))) return;
  throw new ServiceError("InvalidAction", `The action ${operation} is not valid for this endpoint.`);
}

/** Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html */
const actions: ReadonlySet<string> = new Set([
  "AddPermission",
  "CancelMessageMoveTask",
  "ChangeMessageVisibility",
  "ChangeMessageVisibilityBatch",
  "CreateQueue",
  "DeleteMessage",
  "DeleteMessageBatch",
  "DeleteQueue",
  "GetQueueAttributes",
  "GetQueueUrl",
  "ListDeadLetterSourceQueues",
  "ListMessageMoveTasks",
  "ListQueues",
  "ListQueueTags",
  "PurgeQueue",
  "ReceiveMessage",
  "RemovePermission",
  "SendMessage",
  "SendMessageBatch",
  "SetQueueAttributes",
  "StartMessageMoveTask",
  "TagQueue",
  "UntagQueue",
]);

/** The path of a queue's URL: the account and the name. */
function isQueuePath(pathname: string): boolean {
  return /^\/\d+\/[\w.-]+$/.test(pathname);
}

function xml(status: number, body: string): ServiceResponse {
  return { status, headers: { "content-type": "text/xml" }, body };
}

/** `Entry.2.Id` is the `Id` of the second entry; the numbers need not be complete. */
function inputOf(form: URLSearchParams): Values {
  const input: Record<string, unknown> = Object.create(null);
  const groups = new Map<string, Map<number, URLSearchParams>>();
  for (const [name, value] of form) {
    const [, list, index, rest = ""] = /^(\w+)\.(\d{1,4})(?:\.(.+))?$/.exec(name) ?? [];
    if (list === undefined) {
      input[name] = numbers.has(name) ? Number(value) : value;
      continue;
    }
    const group = groups.get(list) ?? new Map<number, URLSearchParams>();
    groups.set(list, group);
    const entry = group.get(Number(index)) ?? new URLSearchParams();
    group.set(Number(index), entry);
    entry.append(rest, value);
  }
  for (const [list, group] of groups) {
    const entries = [...group].sort(([a], [b]) => a - b).map(([, entry]) => entry);
    // Both names hold, as the record of API Gateway's integrations shows.
    if (list === "MessageAttribute" || list === "MessageAttributes")
      input.MessageAttributes = attributesOf(entries);
    else if (list === "MessageSystemAttribute") input.MessageSystemAttributes = attributesOf(entries);
    else if (lists[list] !== undefined) {
      input[lists[list]] = entries.map((entry) => entry.get("") ?? inputOf(entry));
    }
  }
  // Where both lists are given, this protocol takes the one with the older name.
  if (Array.isArray(input.AttributeNames)) delete input.MessageSystemAttributeNames;
  return input;
}

function attributesOf(entries: readonly URLSearchParams[]): Values {
  return Object.fromEntries(
    entries.map((entry) => {
      const values = [...entry].flatMap(([name, value]) =>
        name.startsWith("Value.") ? [[name.slice("Value.".length), value] as const] : [],
      );
      return [entry.get("Name") ?? "", Object.fromEntries(values)];
    }),
  );
}

/**
 * A result as JSON. Maps are lists of names and values, as in XML, and members without a value are null.
 *
 * Sources: https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.py, recorded from AWS) for attributes, and
 * https://github.com/aws-samples/serverless-patterns (APIGateway-SQS-ReceiveMessages/README.md) for messages
 */
function jsonOf(operation: string, result: object): object {
  const values = Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, listed(name, value)]),
  );
  if (operation === "SendMessage") return { ...sentMembers, ...values };
  if (operation !== "ReceiveMessage") return values;
  const { Messages: messages } = values;
  const isAny = Array.isArray(messages) && messages.length > 0;
  return { messages: isAny ? messages.map((message) => ({ ...receivedMembers, ...message })) : null };
}

const sentMembers = {
  MD5OfMessageAttributes: null,
  MD5OfMessageBody: null,
  MD5OfMessageSystemAttributes: null,
  MessageId: null,
  SequenceNumber: null,
};

const receivedMembers = {
  Attributes: null,
  Body: null,
  MD5OfBody: null,
  MD5OfMessageAttributes: null,
  MessageAttributes: null,
  MessageId: null,
  ReceiptHandle: null,
};

function listed(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => listed("", each));
  if (!isValues(value)) return value;
  const key = keyOfMap(members[name]);
  if (key !== undefined) return Object.entries(value).map(([given, each]) => ({ [key]: given, Value: each }));
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, listed(member, each)]));
}

/** The name of a key in a list of a map's members; undefined for values that are not maps. */
function keyOfMap(element: string | undefined): string | undefined {
  // The map of tags is the only one with keys in place of names.
  if (element === "Tag") return "Key";
  return element === "Attribute" || element === "MessageAttribute" ? "Name" : undefined;
}

function element(name: string, value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => element(name, each)).join("");
  if (!isValues(value)) return `<${name}>${escapeXml(String(value))}</${name}>`;
  const key = keyOfMap(name);
  if (key === undefined) return `<${name}>${contentOf(value)}</${name}>`;
  return Object.entries(value)
    .map(([given, each]) => {
      const written = isValues(each) ? contentOf(each) : escapeXml(String(each));
      return `<${name}><${key}>${escapeXml(given)}</${key}><Value>${written}</Value></${name}>`;
    })
    .join("");
}

function contentOf(values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => element(members[name] ?? name, value))
    .join("");
}

/**
 * Codes of errors in both protocols, by the code that the operations throw.
 *
 * Source: recorded by https://github.com/localstack/localstack (tests/aws/services/sqs/test_sqs.snapshot.json)
 */
const jsonCodes: ReadonlyMap<string, string> = new Map([
  ["InvalidParameterValue", "InvalidParameterValueException"],
  ["MissingParameter", "MissingRequiredParameterException"],
]);

/** The code of an error in the JSON protocol. */
export function jsonCodeOf(code: string): string {
  return jsonCodes.get(code) ?? code;
}

/** The code of an error in the query protocol. */
export function queryCodeOf(code: string): string {
  if (code === "QueueDoesNotExist") return "AWS.SimpleQueueService.NonExistentQueue";
  return longCodes.has(code) ? `AWS.SimpleQueueService.${code}` : code;
}

const longCodes: ReadonlySet<string> = new Set([
  "BatchEntryIdsNotDistinct",
  "BatchRequestTooLong",
  "EmptyBatchRequest",
  "InvalidBatchEntryId",
  "MessageNotInflight",
  "PurgeQueueInProgress",
  "TooManyEntriesInBatchRequest",
  "UnsupportedOperation",
]);
