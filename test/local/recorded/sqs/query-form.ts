import { isValues } from "../../../../lib/local/model/values";
import { unescapeXml } from "../../../../lib/local/wire/escape-xml";

/** An element of XML. */
export interface XmlElement {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

/** The elements of a document. */
export function elementsOf(xml: string): readonly XmlElement[] {
  const root: XmlElement = { name: "", children: [], text: "" };
  const open = [root];
  // Parsers read a carriage return that is not escaped as a line feed.
  for (const [, close, name = "", empty, text] of xml
    .replace(/\r\n?/g, "\n")
    .matchAll(/<(\/)?([\w:]+)[^>]*?(\/)?>|([^<]+)/g)) {
    const last = open.at(-1) ?? root;
    if (text !== undefined) last.text += unescapeXml(text);
    else if (close !== undefined) open.pop();
    else {
      const element: XmlElement = { name, children: [], text: "" };
      last.children.push(element);
      if (empty === undefined) open.push(element);
    }
  }
  return root.children;
}

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
  const result = response?.children.find(({ name }) => name === `${operation}Result`);
  const urls = { ListQueues: "QueueUrls", ListDeadLetterSourceQueues: "queueUrls" }[operation];
  return structure(result?.children ?? [], urls);
}

function structure(members: readonly XmlElement[], urls?: string): object {
  const read: Record<string, unknown> = {};
  for (const { name, children, text } of members) {
    const list = name === "QueueUrl" ? urls : listMembers[name];
    const map = mapMembers[name];
    if (list !== undefined) {
      const before = (read[list] as unknown[] | undefined) ?? [];
      read[list] = [...before, children.length > 0 ? structure(children) : text];
    } else if (map !== undefined) {
      const [key, value] = children;
      const content = value?.children.length ? structure(value.children) : value?.text;
      read[map] = { ...(read[map] as object | undefined), [key?.text ?? ""]: content };
    } else read[name] = name === "SenderFault" ? text === "true" : text;
  }
  return read;
}
