/** An XML element, or the document around the elements. */
export interface XmlElement {
  /** With its prefix; empty for the document. */
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly elements: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly elements: XmlElement[];
  text: string;
}

export class XmlError extends Error {}

/** Documents of clients and servers are nested less deeply. */
const mostDepth = 200;

const nameForm = "[\\p{L}_:][\\p{L}\\p{M}\\p{N}_:.\\-]*";
const startTag = new RegExp(`<(${nameForm})`, "uy");
const attributeForm = new RegExp(
  `[ \\t\\n]+(${nameForm})[ \\t\\n]*=[ \\t\\n]*(?:"([^<"]*)"|'([^<']*)')`,
  "uy",
);
const tagEnd = /[ \t\n]*(\/?)>/y;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Reads XML 1.0 in linear time. The caller checks for a text or several elements at the top.
 *
 * @param isStrict - whether to refuse document types, entities other than the five of XML, and characters and marks that XML
 * forbids; otherwise, document types are skipped, and the rest is text. Entities that a document declares are never expanded.
 */
export function readXml(given: string, isStrict: boolean): XmlElement {
  // Parsers read a carriage return as a line feed. Source: https://www.w3.org/TR/xml/#sec-line-ends
  const xml = given.replace(/\r\n?/g, "\n");
  refuseIf(isStrict && !isXmlText(xml), "has a character that XML forbids");
  const document: OpenElement = { name: "", attributes: [], elements: [], text: "" };
  const open = [document];
  let at = 0;
  const isNext = (mark: string): boolean => xml.startsWith(mark, at);
  /** The text between two marks. The position is then after the second one. */
  const between = (start: string, end: string): string => {
    const from = at + start.length;
    const found = xml.indexOf(end, from);
    refuseIf(found === -1, `ends before ${end}`);
    at = found + end.length;
    return xml.slice(from, found);
  };
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  while (at < xml.length) {
    const parent = open.at(-1) ?? document;
    if (!isNext("<")) {
      const end = xml.indexOf("<", at);
      const text = xml.slice(at, end === -1 ? xml.length : end);
      refuseIf(isStrict && text.includes("]]>"), "has ]]> in a text");
      parent.text += decoded(text, isStrict);
      at += text.length;
    } else if (isNext("<!--")) {
      const comment = between("<!--", "-->");
      refuseIf(isStrict && `${comment}-`.includes("--"), "has -- in a comment");
    } else if (isNext("<![CDATA[")) parent.text += between("<![CDATA[", "]]>");
    else if (isNext("<?")) {
      const isLate = at > 0;
      const isDeclaration = /^xml(?:\s|$)/i.test(between("<?", "?>").slice(0, 4));
      refuseIf(isStrict && isLate && isDeclaration, "has a declaration that is not at its start");
    } else if (isNext("<!")) {
      refuseIf(isStrict, "has a document type");
      between("<!", ">");
    } else if (isNext("</")) {
      const name = between("</", ">").trimEnd();
      refuseIf(
        name !== parent.name || open.length === 1,
        `has </${name}>, which does not end <${parent.name}>`,
      );
      open.pop();
    } else {
      const from = at;
      const name = next(startTag)?.[1];
      const found: RegExpExecArray[] = [];
      for (let each = next(attributeForm); each !== null; each = next(attributeForm)) found.push(each);
      const end = name === undefined ? null : next(tagEnd);
      if (name === undefined || end === null) {
        at = from;
        throw new XmlError(`The XML has <${between("<", ">").slice(0, 100)}>, which is not a tag.`);
      }
      const isRepeated = found.length > 1 && new Set(found.map(([, key]) => key)).size < found.length;
      refuseIf(isRepeated, `has <${name}> with an attribute twice`);
      const attributes = found.map(
        ([, key = "", double, single]) => [key, decoded(double ?? single ?? "", isStrict)] as const,
      );
      const element: OpenElement = { name, attributes, elements: [], text: "" };
      parent.elements.push(element);
      if (end[1] !== "") continue;
      open.push(element);
      refuseIf(open.length - 1 > mostDepth, `is deeper than ${mostDepth} elements`);
    }
  }
  const last = open.at(-1) ?? document;
  if (last !== document) throw new XmlError(`The XML element <${last.name}> has no end.`);
  return document;
}

function refuseIf(isWrong: boolean, what: string): void {
  if (isWrong) throw new XmlError(`The XML ${what}.`);
}

function decoded(text: string, isStrict: boolean): string {
  return text.replace(/&(?:([\w#]+);)?/g, (whole, name = "") => {
    const character = Object.hasOwn(entities, name) ? entities[name] : characterOf(name);
    const isKnown = character !== undefined && (!isStrict || isXmlText(character));
    refuseIf(isStrict && !isKnown, `has ${whole}, which stands for no character`);
    return isKnown ? character : whole;
  });
}

const lastCodePoint = 0x10ffff;

/** The character of a reference: `#65` or `#x41`. */
function characterOf(reference: string): string | undefined {
  const [, decimal, hex] = /^#(?:(\d+)|x([\da-f]+))$/i.exec(reference) ?? [];
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= lastCodePoint ? String.fromCodePoint(code) : undefined;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Parsers read a carriage return as a line feed.
  "\r": "&#13;",
};

export function escapeXml(text: string): string {
  return text.replace(/[&<>"\r]/g, (character) => escapes[character] ?? character);
}

/** Whether XML 1.0 can hold a text. Source: https://www.w3.org/TR/xml/#charsets */
export function isXmlText(text: string): boolean {
  return !/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text);
}
