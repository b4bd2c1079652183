import { unescapeXml } from "../../../wire/escape-xml";
import { malformedXml } from "../errors";

/** The content of the root element of a body. Throws for another root, or none. */
export function rootIn(body: Buffer, name: string): string {
  const text = body.toString("utf8");
  const found = new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>([\\s\\S]*)</${name}>)\\s*$`).exec(text);
  if (found === null) throw malformedXml();
  return found[1] ?? "";
}

/** The contents of all elements of a name. */
export function elementsIn(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "g"))].map(
    ([, content = ""]) => content,
  );
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
