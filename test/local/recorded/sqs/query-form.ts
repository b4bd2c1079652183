import { readXml, type XmlElement } from "../../../../lib/local/wire/xml";
import { isValues } from "../../../../lib/model";

/** The elements of a document. */
export const elementsOf = (xml: string): readonly XmlElement[] => readXml(xml, true).elements;

/** Lists of requests, by their names in JSON. */
const lists: Readonly<Record<string, string>> = {
  AttributeNames: "AttributeName",
  MessageAttributeNames: "MessageAttributeName",
  MessageSystemAttributeNames: "MessageSystemAttributeName",
};
const maps: Readonly<Record<string, string>> = {
  MessageAttributes: "MessageAttribute",
  MessageSystemAttributes: "MessageSystemAttribute",
};

/** A request as a form. The entries of a batch are named after its operation. */
export function formOf(operation: string, input: Readonly<Record<string, unknown>>): URLSearchParams {
  const { Entries, ...rest } = input;
  const batch = Entries === undefined ? {} : { [`${operation}RequestEntry`]: Entries };
  return new URLSearchParams({
    Action: operation,
    Version: "2012-11-05",
    ...Object.fromEntries(fieldsOf({ ...rest, ...batch })),
  });
}

function fieldsOf(input: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const map = maps[name];
    if (map !== undefined && isValues(value)) {
      return Object.entries(value).flatMap(([key, each], index) => [
        [`${map}.${index + 1}.Name`, key] as const,
        ...prefixed(`${map}.${index + 1}.Value`, each),
      ]);
    }
    if (!Array.isArray(value)) return [[name, String(value)] as const];
    return value.flatMap((each, index) => prefixed(`${lists[name] ?? name}.${index + 1}`, each));
  });
}

function prefixed(prefix: string, value: unknown): readonly (readonly [string, string])[] {
  if (!isValues(value)) return [[prefix, String(value)]];
  return fieldsOf(value).map(([name, each]) => [`${prefix}.${name}`, each] as const);
}

/** Members of results that are lists or maps, by the names of their elements. */
const listMembers: Readonly<Record<string, string>> = {
  Message: "Messages",
  SendMessageBatchResultEntry: "Successful",
  DeleteMessageBatchResultEntry: "Successful",
  ChangeMessageVisibilityBatchResultEntry: "Successful",
  BatchResultErrorEntry: "Failed",
};
const mapMembers: Readonly<Record<string, string>> = {
  Attribute: "Attributes",
  MessageAttribute: "MessageAttributes",
  Tag: "Tags",
};

/** The result in a response, as an SDK reads it. */
export function resultOf(operation: string, response: XmlElement | undefined): object {
  const result = response?.elements.find(({ name }) => name === `${operation}Result`);
  const urls = { ListQueues: "QueueUrls", ListDeadLetterSourceQueues: "queueUrls" }[operation];
  return structure(result?.elements ?? [], urls);
}

function structure(members: readonly XmlElement[], urls?: string): object {
  const read: Record<string, unknown> = {};
  for (const { name, elements, text } of members) {
    const list = name === "QueueUrl" ? urls : listMembers[name];
    const map = mapMembers[name];
    if (list !== undefined) {
      const before = (read[list] as unknown[] | undefined) ?? [];
      read[list] = [...before, elements.length > 0 ? structure(elements) : text];
    } else if (map !== undefined) {
      const [key, value] = elements;
      const content = value?.elements.length ? structure(value.elements) : value?.text;
      read[map] = { ...(read[map] as object | undefined), [key?.text ?? ""]: content };
    } else read[name] = name === "SenderFault" ? text === "true" : text;
  }
  return read;
}
