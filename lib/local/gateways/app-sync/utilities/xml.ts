/**
 * Reads XML as an object: elements by name, repeated elements as a list, attributes beside them, digits as numbers.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/xml-helpers-in-utils-xml-js.html
 */
export function xmlToMap(xml: string): unknown {
  const reader = new XmlReader(xml);
  const root: Record<string, unknown> = {};
  reader.elements(root, undefined);
  return root;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
/** Deeper documents are not answers of a server. */
const maxDepth = 200;

class XmlReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly xml: string) {}

  /** Reads elements up to the end tag; returns the text between them. */
  elements(into: Record<string, unknown>, end: string | undefined): string {
    let text = "";
    for (;;) {
      const open = this.xml.indexOf("<", this.at);
      if (open === -1) {
        if (end !== undefined) throw new Error(`The XML element <${end}> has no end.`);
        return text;
      }
      text += decoded(this.xml.slice(this.at, open));
      this.at = open;
      if (this.skip("<?", "?>") || this.skip("<!--", "-->")) continue;
      if (this.xml.startsWith("<![CDATA[", this.at)) {
        const close = this.end("]]>");
        text += this.xml.slice(this.at + 9, close);
        this.at = close + 3;
        continue;
      }
      if (this.skip("<!", ">")) continue;
      const tag = this.tag();
      if (tag.startsWith("/")) {
        if (tag.slice(1).trim() !== end)
          throw new Error(`The XML has </${tag.slice(1).trim()}>, which does not end <${end ?? ""}>.`);
        return text;
      }
      this.element(into, tag);
    }
  }

  private element(into: Record<string, unknown>, tag: string): void {
    const isEmpty = tag.endsWith("/");
    const [, name = "", rest = ""] = /^([^\s/]+)([\s\S]*?)\/?$/.exec(tag) ?? [];
    const members: Record<string, unknown> = {};
    for (const [, attribute = "", double, single] of rest.matchAll(
      /(?<![^\s="'])([^\s="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
    )) {
      put(members, attribute, typed(decoded(double ?? single ?? "")));
    }
    this.depth += 1;
    if (this.depth > maxDepth) throw new Error(`The XML is deeper than ${maxDepth} elements.`);
    const text = isEmpty ? "" : this.elements(members, name).trim();
    this.depth -= 1;
    const hasMembers = Object.keys(members).length > 0;
    if (hasMembers && text !== "") put(members, "content", typed(text));
    put(into, name, hasMembers ? members : typed(text));
  }

  private tag(): string {
    const close = this.end(">");
    const tag = this.xml.slice(this.at + 1, close);
    this.at = close + 1;
    return tag;
  }

  private skip(start: string, end: string): boolean {
    if (!this.xml.startsWith(start, this.at)) return false;
    if (start === "<!" && this.xml.startsWith("<![CDATA[", this.at)) return false;
    this.at = this.end(end) + end.length;
    return true;
  }

  private end(mark: string): number {
    const found = this.xml.indexOf(mark, this.at);
    if (found === -1) throw new Error(`The XML ends before ${mark}.`);
    return found;
  }
}

/** A name that comes again makes a list. */
function put(into: Record<string, unknown>, name: string, value: unknown): void {
  const before = Object.hasOwn(into, name) ? into[name] : undefined;
  const next = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  Object.defineProperty(into, name, { value: next, enumerable: true, configurable: true, writable: true });
}

function typed(text: string): unknown {
  if (/^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : text;
}

const lastCodePoint = 0x10ffff;

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g,
    (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= lastCodePoint ? String.fromCodePoint(code) : whole;
    },
  );
}
