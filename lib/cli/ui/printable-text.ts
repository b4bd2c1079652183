/** C0 and C1 control characters and DEL. */
const control = /\p{Cc}/gu;
/** What may be a colour or style of ECMA-48 ("select graphic rendition"), a line break, or one control character. */
const colorOrControl = /\p{Cc}\[[\d;:]{0,64}m|\r\n|\p{Cc}/gu;
const escape = "\u001b";
const lineParts: ReadonlySet<string> = new Set(["\n", "\r\n", "\t"]);

/**
 * A text of somebody else on one line: control characters, line breaks too, are shown as `\x1B` or `\u009B`.
 *
 * Otherwise it could move the cursor, write forged lines, or set the clipboard of the terminal.
 */
export function printableText(text: string): string {
  return text.replace(control, escaped);
}

/** What a handler has written: colours, tabs and line breaks stay, other control characters are shown. */
export function handlerOutput(text: string): string {
  return text.replace(colorOrControl, (found) => {
    const isColor = found.length > 1 && found.startsWith(escape);
    if (isColor || lineParts.has(found)) return found;
    return found.replace(control, escaped);
  });
}

/** A value as JSON on one line. JSON itself leaves DEL and C1 as they are. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    control,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  const digits = code.toString(16).toUpperCase();
  return code < 0x80 ? `\\x${digits.padStart(2, "0")}` : `\\u${digits.padStart(4, "0")}`;
}
