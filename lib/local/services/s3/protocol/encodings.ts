import { invalidArgument } from "../errors";

/**
 * The content of a body that was sent in signed chunks, and the headers after the last chunk: a checksum.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html
 */
export function withoutChunks(body: Buffer) {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = body.indexOf("\r\n", at);
    const bytes = lineEnd === -1 ? 0 : Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    if (!(bytes > 0)) {
      const rest = lineEnd === -1 ? "" : body.toString("latin1", lineEnd + 2);
      return { content: Buffer.concat(parts), trailers: trailersIn(rest) };
    }
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + bytes));
    at = lineEnd + 2 + bytes + 2;
  }
}

function trailersIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(/\r?\n/).flatMap((line) => {
      const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
    }),
  );
}

/**
 * Metadata that does not fit into headers is sent in encoded words: `=?UTF-8?Q?gr=C3=B6=C3=9Fe?=`. S3 decodes them, and encodes
 * again what needs it.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html
 */
export function decodeWords(value: string): string {
  const words = value.replace(/\?=\s+=\?/g, "?==?");
  return words.replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (found, kind: string, text: string) =>
    kind.toUpperCase() === "B" ? Buffer.from(text, "base64").toString("utf8") : (decodedQ(text) ?? found),
  );
}

function decodedQ(text: string): string | undefined {
  const bytes = text
    .replaceAll("_", " ")
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/**
 * The text of a header that Node has read byte by byte: many clients write UTF-8. Undefined where it is not UTF-8.
 */
export function utf8Of(value: string): string | undefined {
  if (/[^\x20-\xff]/.test(value)) return undefined;
  const bytes = Buffer.from(value, "latin1");
  const text = bytes.toString("utf8");
  return text.includes("\ufffd") ? undefined : text;
}

/** The value of a header: unchanged if it is plain ASCII. */
export function encodeWords(value: string): string {
  if (/^[\x20-\x7e\t]*$/.test(value)) return value;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have another encoding
  if (/[\x00-\x08\x0a-\x1f]/.test(value)) return `=?UTF-8?B?${Buffer.from(value).toString("base64")}?=`;
  const text = [...Buffer.from(value)].map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === " ") return "_";
    return /[\x21-\x3c\x3e\x40-\x5e\x60-\x7e]/.test(character)
      ? character
      : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  });
  return `=?UTF-8?Q?${text.join("")}?=`;
}

/** A parameter or header that is a whole number. Clients send it empty, too. */
export function numberAs(name: string, given: string | null | undefined, otherwise: number): number {
  if (given === undefined || given === null || given === "") return otherwise;
  if (/^\d{1,10}$/.test(given)) return Number(given);
  throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, given);
}
