/**
 * Control characters of ASCII and of Latin-1 (C0, DEL and C1). A terminal obeys them: they move the cursor, write the
 * clipboard or hide what follows.
 *
 * Source: ECMA-48, https://ecma-international.org/publications-and-standards/standards/ecma-48/
 */
const controls = "\\u0000-\\u001f\\u007f-\\u009f";
/** Separators of lines, and marks that turn the direction of writing round: with them, a line reads as another. */
const lineMarks = "\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069";

const unprintable = new RegExp(`[${controls}${lineMarks}]`);
const eachUnprintable = new RegExp(unprintable, "g");
/** Select Graphic Rendition: colours and styles. */
const colorSequence = "\\u001b\\[[0-9;:]*m";
const control = new RegExp(`[${controls}]`);
const eachControlOrColor = new RegExp(`\\r\\n|${colorSequence}|[${controls}]`, "g");

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A value of a client or peer as one printable line: `\n`, `\x1b` and `\u202e` stand for what a terminal would obey. */
export function printableText(text: string): string {
  return unprintable.test(text) ? text.replace(eachUnprintable, escapeOf) : text;
}

/** Output of a program. Colours, line ends and tabs stay, and all other control characters are escaped. */
export function handlerOutput(text: string): string {
  if (!control.test(text)) return text;
  return text.replace(eachControlOrColor, (found) => {
    if (found === "\r\n") return "\n";
    return found.length > 1 || found === "\n" || found === "\t" ? found : escapeOf(found);
  });
}

/** JSON without control characters: `JSON.stringify` does not escape those of Latin-1. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return unprintable.test(json) ? json.replace(eachUnprintable, jsonEscapeOf) : json;
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
  const code = character.charCodeAt(0);
  return shortEscapes[character] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
}

const jsonEscapeOf = (character: string): string => `\\u${hex(character.charCodeAt(0), 4)}`;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
