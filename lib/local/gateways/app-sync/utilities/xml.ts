import { readXml, type XmlElement } from "../../../wire/read-xml";

/**
 * Reads XML as an object: elements by name, repeated elements as a list, attributes beside them, digits as numbers.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/xml-helpers-in-utils-xml-js.html
 */
export const xmlToMap = (xml: string): unknown => membersOf(readXml(xml, false));

function membersOf({ attributes, elements }: XmlElement): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, value] of attributes) put(members, name, typed(value));
  for (const each of elements) put(members, each.name, valueOf(each));
  return members;
}

function valueOf(element: XmlElement): unknown {
  const members = membersOf(element);
  const text = element.text.trim();
  if (Object.keys(members).length === 0) return typed(text);
  if (text !== "") put(members, "content", typed(text));
  return members;
}

/** A name that comes again makes a list. */
function put(into: Record<string, unknown>, name: string, value: unknown): void {
  const before = Object.hasOwn(into, name) ? into[name] : undefined;
  if (Array.isArray(before)) before.push(value);
  else {
    const next = before === undefined ? value : [before, value];
    Object.defineProperty(into, name, { value: next, enumerable: true, configurable: true, writable: true });
  }
}

function typed(text: string): unknown {
  if (/^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : text;
}
