import { unescapeXml } from "../../../wire/escape-xml";
import { malformedXml } from "../errors";

/** The content of the root element of a body. Throws for another root, or none. */
export function rootIn(body: Buffer, name: string): string {
  const text = body.toString("utf8").trimEnd();
  const start = text.search(new RegExp(`<${name}[\\s/>]`));
  const open = start === -1 ? -1 : text.indexOf(">", start);
  if (open === -1) throw malformedXml();
  if (open === text.length - 1 && text[open - 1] === "/") return "";
  const close = text.length - `</${name}>`.length;
  if (close <= open || !text.endsWith(`</${name}>`)) throw malformedXml();
  return text.slice(open + 1, close);
}

/** The contents of all elements of a name. */
export function elementsIn(xml: string, name: string): readonly string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const contents: string[] = [];
  for (let start = xml.indexOf(open); start !== -1; ) {
    const end = xml.indexOf(close, start);
    if (end === -1) break;
    contents.push(xml.slice(start + open.length, end));
    start = xml.indexOf(open, end);
  }
  return contents;
}

/** The text of the first element of a name. */
export function textIn(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>|<${name}\\s*/>`).exec(xml);
  return found === null ? undefined : unescapeXml(found[1] ?? "");
}

/** The text of an element that must be there. */
export function requireTextIn(xml: string, name: string): string {
  const text = textIn(xml, name);
  if (text === undefined) throw malformedXml();
  return text;
}
