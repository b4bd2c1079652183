import { randomUUID } from "node:crypto";
import { sqsNamespace } from "../../../aws/namespaces";
import type { Values } from "../../model/model";
import { isValues } from "../../model/values";
import { escapeXml } from "../../wire/escape-xml";
import type { Protocol } from "../contract/define-service";
import type { ServiceResponse } from "../contract/service";

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
  "VisibilityTimeout",
  "WaitTimeSeconds",
]);

/** Lists in results: the element of each member. A map is a list of names and values. */
const members: Readonly<Record<string, string>> = {
  QueueUrls: "QueueUrl",
  Messages: "Message",
  Attributes: "Attribute",
  MessageAttributes: "MessageAttribute",
  Failed: "BatchResultErrorEntry",
  Tags: "Tag",
};

/**
 * The protocol of SDKs until 2023: forms and XML. The operations are those of the JSON protocol.
 *
 * Source: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-making-api-requests-xml.html
 */
export const sqsQueryProtocol: Protocol<unknown, Values, object> = {
  inputOf: ({ body }) => inputOf(new URLSearchParams(body.toString("utf8"))),
  operationOf: ({ operation }) => operation,
  describe: ({ operation = "" }) => operation,
  respond: (result, operation) => {
    const successful = `${operation}ResultEntry`;
    const content = Object.entries(result).map(([name, value]) =>
      element(name === "Successful" ? successful : (members[name] ?? name), value),
    );
    const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;
    return xml(
      200,
      `<${operation}Response xmlns="${sqsNamespace}"><${operation}Result>${content.join("")}</${operation}Result>${metadata}</${operation}Response>`,
    );
  },
  refuse: ({ code, message, status = 400 }) => {
    const queryCode = queryCodeOf(code);
    const error = `<Type>Sender</Type><Code>${queryCode}</Code><Message>${escapeXml(message)}</Message>`;
    return xml(
      status,
      `<ErrorResponse xmlns="${sqsNamespace}"><Error>${error}</Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
    );
  },
};

/** The code of an error in this protocol: those of the JSON protocol are shorter. */
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
  "TooManyEntriesInBatchRequest",
]);

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
    if (list === "MessageAttribute") input.MessageAttributes = attributesOf(entries);
    else if (lists[list] !== undefined) {
      input[lists[list]] = entries.map((entry) => entry.get("") ?? inputOf(entry));
    }
  }
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

function element(name: string, value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => element(name, each)).join("");
  if (!isValues(value)) return `<${name}>${escapeXml(String(value))}</${name}>`;
  // The map of tags is the only one with keys in place of names.
  const key = name === "Tag" ? "Key" : "Name";
  const isMap = name === "Attribute" || name === "MessageAttribute" || name === "Tag";
  if (!isMap) return `<${name}>${contentOf(value)}</${name}>`;
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
