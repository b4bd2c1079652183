import { createHash } from "node:crypto";
import { type AttributeValue, type Decimal, findDecimal, typeOf } from "../expressions/attribute-values";

/** Ends a part of a key; comes before every other text. */
const end = "\0\0";

/** A text that comes after all keys that begin with another one. */
export const after = (text: string): string => `${text}\uffff`;

/** The place of keys in a table or an index: by the hash of the first one, then by value. Texts compare as the keys do. */
export function placeOf(values: readonly AttributeValue[]): string {
  const [partition = {}] = values;
  return `${hashOf(partition)}${values.map(keyText).join("")}`;
}

/** A part of a key, as texts compare it. */
export function keyText(value: AttributeValue): string {
  return `${startText(value)}${end}`;
}

/** The beginning of all keys that begin with a value. */
export function startText(value: AttributeValue): string {
  const bytes = bytesText(value);
  return bytes.includes("\0") ? bytes.replaceAll("\0", "\0\u0001") : bytes;
}

/** Bytes as characters. */
function bytesText(value: AttributeValue): string {
  const type = typeOf(value);
  const content = String(value[type]);
  if (type === "N") return numberText(findDecimal(content));
  if (type === "B") return Buffer.from(content, "base64").toString("latin1");
  return /^[\x20-\x7e]*$/.test(content) ? content : Buffer.from(content).toString("latin1");
}

/** DynamoDB hashes keys with a text before them, as the order of its scans shows. */
const salt = "Outliers";

/** Partitions, and segments of a scan, are in the order of this hash. */
function hashOf(value: AttributeValue): string {
  return createHash("md5")
    .update(salt + bytesText(value), "latin1")
    .digest("hex")
    .slice(0, 6);
}

/** The first hash of a segment of a scan. */
export function segmentStart(segment: number, segments: number): string {
  const start = Math.ceil((4096 * segment) / segments);
  return start > 4095 ? "g" : start.toString(16).padStart(3, "0");
}

/**
 * A number as bytes that compare as numbers do: its sign with the exponent to the base 100, then two decimal digits in each
 * byte, and for a negative number the complement of all.
 */
function numberText(decimal: Decimal | undefined): string {
  const { digits, exponent } = decimal ?? { digits: 0n, exponent: 0 };
  if (digits === 0n) return "\x80";
  const isNegative = digits < 0n;
  const text = String(isNegative ? -digits : digits);
  const power = exponent + text.length;
  const even = power % 2 === 0 ? text : `0${text}`;
  const pairs = even.length % 2 === 0 ? even : `${even}0`;
  const bytes = [Math.ceil(power / 2) + 192];
  for (let at = 0; at < pairs.length; at += 2) bytes.push(Number(pairs.slice(at, at + 2)) + 1);
  if (!isNegative) return String.fromCharCode(...bytes);
  const [first = 0, ...rest] = bytes;
  // A number with more digits is smaller: the end is larger than any digit.
  const ending = rest.length < 20 ? [102] : [];
  return String.fromCharCode(255 - first, ...rest.map((byte) => 102 - byte), ...ending);
}
