import { s3Namespace } from "../../../../facts/aws/namespaces";
import { randomText } from "../../../invoke";
import { escapeXml, readXml, type XmlElement, XmlError } from "../../../wire/xml";
import type { ServiceError } from "../../contract/define-service";
import type { ServiceResponse } from "../../contract/service";
import { errorDetailsOf, malformedXml, S3Error } from "../errors";

export const namespace = `xmlns="${s3Namespace}"`;

export function xml(
  body: string,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): ServiceResponse {
  return {
    status,
    headers: { "content-type": "application/xml", ...headers },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  };
}

/** An element with a text; nothing without a value. */
export function element(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? "" : `<${name}>${escapeXml(String(value))}</${name}>`;
}

/** Times of S3 are whole seconds. */
export function timeElement(name: string, ms: number): string {
  return element(name, new Date(Math.floor(ms / 1000) * 1000).toISOString());
}

/** The headers with the ids of a request, which errors repeat. */
export function requestIds(): { readonly "x-amz-request-id": string; readonly "x-amz-id-2": string } {
  return {
    "x-amz-request-id": randomText(8, "hex").toUpperCase(),
    "x-amz-id-2": randomText(56, "base64"),
  };
}

export function errorXml(error: ServiceError): ServiceResponse {
  const ids = requestIds();
  const details = Object.entries(errorDetailsOf(error)).map(([name, value]) => element(name, value));
  const named = element("RequestId", ids["x-amz-request-id"]) + element("HostId", ids["x-amz-id-2"]);
  const written = element("Code", error.code) + element("Message", error.message) + details.join("") + named;
  return xml(`<Error>${written}</Error>`, ids, error.status);
}

/** Everything here belongs to one owner. */
export const ownerElement = "<Owner><ID>local</ID></Owner>";
export const initiatorElement = "<Initiator><ID>local</ID><DisplayName>local</DisplayName></Initiator>";

/** The storage class of an object. */
export const storageClassOf = (headers: Readonly<Record<string, string>>): string =>
  headers["x-amz-storage-class"] ?? "STANDARD";

/** The elements that an element may have, by name. Elements without a shape have only a text. */
interface XmlShape {
  readonly [name: string]: { readonly least: number; readonly most: number; readonly shape?: XmlShape };
}

export const once = { least: 1, most: 1 } as const;
export const atMostOnce = { least: 0, most: 1 } as const;

/** No request comes close: the longest ones name 10,000 parts with checksums, or 1,000 keys of 1,024 escaped characters. */
const mostBytes = 8 * 1024 * 1024;

/** The root element of a body. Throws for another root, and for a document that does not have the shape. */
export function rootIn(body: Buffer, name: string, shape: XmlShape): XmlElement {
  if (body.length > mostBytes)
    throw new S3Error("MaxMessageLengthExceeded", "Your request was too large.", 400);
  const document = documentIn(textOf(body));
  checkShape(document, { [name]: { ...once, shape } });
  return document.elements[0] ?? document;
}

/** The elements of a name. */
export const elementsIn = ({ elements }: XmlElement, name: string): readonly XmlElement[] =>
  elements.filter((each) => localName(each) === name);

/** The text of the element of a name. */
export const textIn = (parent: XmlElement, name: string): string | undefined =>
  elementsIn(parent, name)[0]?.text;

/** The text of an element that must be there. */
export function requireTextIn(parent: XmlElement, name: string): string {
  const text = textIn(parent, name);
  if (text === undefined) throw malformedXml();
  return text;
}

/** S3 takes elements with and without its namespace, in any order. */
const localName = ({ name }: XmlElement): string => name.slice(name.lastIndexOf(":") + 1);

function documentIn(text: string): XmlElement {
  try {
    return readXml(text, true);
  } catch (error) {
    throw error instanceof XmlError ? malformedXml() : error;
  }
}

/** Decodes a body as its byte order mark says, or else its declaration. */
function textOf(body: Buffer): string {
  const start = body.toString("latin1", 0, 200);
  const mark = start.startsWith("\xff\xfe")
    ? "utf-16le"
    : start.startsWith("\xfe\xff")
      ? "utf-16be"
      : undefined;
  const [, declared = "utf-8"] = /^<\?xml\s[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? [];
  try {
    return new TextDecoder(mark ?? declared, { fatal: true }).decode(body);
  } catch {
    throw malformedXml();
  }
}

/**
 * Refuses other elements, elements that come too often or are missing, and text between elements, as S3 does.
 *
 * Source: https://github.com/aws/aws-sdk-cpp/issues/1848, an answer of AWS to an element that is not in the schema
 */
function checkShape({ elements, text }: XmlElement, shape: XmlShape): void {
  if (/[^ \t\n]/.test(text)) throw malformedXml();
  const counts = new Map<string, number>();
  for (const each of elements) {
    const name = localName(each);
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (known === undefined) throw malformedXml();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (known.shape !== undefined) checkShape(each, known.shape);
    else if (each.elements.length > 0) throw malformedXml();
  }
  for (const [name, { least, most }] of Object.entries(shape)) {
    const count = counts.get(name) ?? 0;
    if (count < least || count > most) throw malformedXml();
  }
}
