import { readXml, type XmlElement, XmlError } from "../../../wire/read-xml";
import { malformedXml, S3Error } from "../errors";

/** The elements that an element may have, by name. Elements without a shape have only a text. */
export interface XmlShape {
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
