import { replaceUnprintable } from "../../facts/errors/unprintable";

/** Select Graphic Rendition: colours and styles. */
const escape = "\u001b";
const eachColor = new RegExp(`(${escape}\\[[0-9;:]*m)`, "g");

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A value of a client or peer as one printable line: `\n`, `\x1b` and `\u202e` replace characters that a terminal would obey. */
export function printableText(text: string): string {
  return replaceUnprintable(text, escapeOf);
}

/** A text with several lines. Line ends and tabs stay. */
export function printableLines(text: string): string {
  return replaceUnprintable(text.replaceAll("\r\n", "\n"), (found) =>
    found === "\n" || found === "\t" ? found : escapeOf(found),
  );
}

/** Output of a program. Colours, line ends and tabs stay, and all other invisible characters are escaped. */
export function handlerOutput(text: string): string {
  if (!text.includes(`${escape}[`)) return printableLines(text);
  // Every second part is a colour.
  return text
    .split(eachColor)
    .map((part, index) => (index % 2 === 1 ? part : printableLines(part)))
    .join("");
}

/** JSON without invisible characters: `JSON.stringify` escapes those of ASCII alone. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return replaceUnprintable(json, jsonEscapeOf);
}

/** All texts of a value, one level at a time. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value;
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapTexts(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapTexts(each, change)]));
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return shortEscapes[character] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
}

const jsonEscapeOf = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => `\\u${hex(character.charCodeAt(index), 4)}`).join(
    "",
  );

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

/** A text as one literal line of Markdown: names of an app do not become markup or HTML. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\*_`[\]|~@#]/g, "\\$&");
}
