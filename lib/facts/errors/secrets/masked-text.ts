import { jsonOf } from "../../text/json";
import { endOfJson, valueOfCutJson } from "./cut-json";
import { KnownSecrets } from "./known-secrets";
import { maskedPairs } from "./masked-pairs";
import { isSecretName } from "./secret-names";
import {
  awsSecretKey,
  isAwsSecretKey,
  jsonWebToken,
  privateKeyBegin,
  privateKeyEnd,
  secretShape,
} from "./secret-shapes";

/** Masks a value that is part of a text. */
type MaskValue = (value: unknown, textDepth: number) => unknown;

const maxDepth = 8;

/** Masks texts: JSON, log lines, queries, forms, addresses, and base64 of such texts. */
export class MaskedText {
  private readonly known: KnownSecrets;

  constructor(
    known: Iterable<string>,
    private readonly mask: string,
    private readonly maskValue: MaskValue,
  ) {
    this.known = new KnownSecrets(known, mask);
  }

  masked(text: string, depth: number): string {
    if (text.length < 4 || text === this.mask) return text;
    if (depth > maxDepth) return this.mask;
    const rest = this.known.without(text);
    // A word, a number or a date.
    if (rest.length < 12 && !/[\s:=%]/.test(rest)) return rest;
    return this.maskedJson(rest, depth) ?? this.maskedWords(rest, depth);
  }

  withoutKnown(text: string): string {
    return this.known.without(text);
  }

  /** The masked text of a whole JSON object, list or text, also of one that was cut; undefined for another text. */
  private maskedJson(text: string, depth: number): string | undefined {
    if (!/^\s*[[{"]/.test(text)) return undefined;
    const value = jsonOf(text);
    return value === undefined ? undefined : this.jsonOf(value, text, depth);
  }

  /** JSON without secrets; the same text if it has none. */
  private jsonOf(value: unknown, text: string, depth: number): string {
    const masked = this.maskValue(value, depth + 1);
    return masked === value ? text : JSON.stringify(masked);
  }

  private maskedWords(given: string, depth: number): string {
    const { mask } = this;
    let text = this.withoutPrivateKeys(given);
    if (/[[{]/.test(text)) text = this.maskedJsonParts(text, depth);
    if (text.includes("%")) text = this.maskedEncoded(text, depth);
    if (text.includes("</")) text = maskedElements(text, mask);
    if (text.includes("form-data")) text = maskedParts(text, mask);
    if (text.includes(" ") || text.includes("+") || text.includes("%20")) text = maskedSchemes(text, mask);
    if (text.includes("://")) text = maskedUserInfo(text, mask);
    text = maskedPairs(text, mask);
    return this.maskedRuns(text, depth);
  }

  /** Secrets by their form. They are long, and have no spaces and quotes in them. */
  private maskedRuns(text: string, depth: number): string {
    const parts: string[] = [];
    let from = 0;
    const { length } = text;
    for (let start = 0; start < length; start += 1) {
      let end = start;
      while (end < length && isRunPart(text.charCodeAt(end))) end += 1;
      if (end - start >= minRunLength) {
        const run = text.slice(start, end);
        const masked = this.maskedRun(run, depth);
        if (masked !== run) {
          parts.push(text.slice(from, start), masked);
          from = end;
        }
      }
      start = end;
    }
    return parts.length === 0 ? text : parts.join("") + text.slice(from);
  }

  private maskedRun(given: string, depth: number): string {
    const { mask } = this;
    let run = given.replace(secretShape, mask);
    if (run.includes("eyJ")) run = run.replace(jsonWebToken, (word) => (/\.[\w-]/.test(word) ? mask : word));
    if (run.length >= 40) run = run.replace(awsSecretKey, (word) => (isAwsSecretKey(word) ? mask : word));
    return this.maskedBase64(run, depth);
  }

  private withoutPrivateKeys(text: string): string {
    if (!text.includes("PRIVATE KEY")) return text;
    const parts: string[] = [];
    let from = 0;
    for (const begin of text.matchAll(privateKeyBegin)) {
      if (begin.index < from) continue;
      parts.push(text.slice(from, begin.index), this.mask);
      privateKeyEnd.lastIndex = begin.index;
      const end = privateKeyEnd.exec(text);
      from = end === null ? text.length : end.index + end[0].length;
    }
    return parts.join("") + text.slice(from);
  }

  /** JSON within other text: `event: {"password":"x"}`. The part behind a limit of work is left to the search for pairs. */
  private maskedJsonParts(text: string, depth: number): string {
    const parts: string[] = [];
    let from = 0;
    let budget = 4 * text.length;
    for (const { index } of text.matchAll(/[{[](?=\s*["{[])/g)) {
      if (index < from || budget <= 0) continue;
      const end = endOfJson(text, index);
      const part = text.slice(index, end);
      budget -= part.length + 1;
      const value = end === undefined ? valueOfCutJson(part) : jsonOf(part);
      if (value === undefined) continue;
      parts.push(text.slice(from, index), this.jsonOf(value, part, depth));
      from = index + part.length;
    }
    return parts.join("") + text.slice(from);
  }

  /** Words with percent-encoding: the query of an address may hold another address, or JSON. */
  private maskedEncoded(text: string, depth: number): string {
    return text.replace(/[^\s"'<>?&=#;,]+/g, (word) => {
      if (!word.includes("%")) return word;
      let plain: string;
      try {
        plain = decodeURIComponent(word);
      } catch {
        return word;
      }
      if (plain === word) return word;
      const masked = this.masked(plain, depth + 1);
      return masked === plain
        ? word
        : encodeURIComponent(masked).replaceAll(encodeURIComponent(this.mask), this.mask);
    });
  }

  private maskedBase64(text: string, depth: number): string {
    return text.replace(/[\w+/-]{12,}={0,2}/g, (word) => {
      // Compressed data, such as the log lines that a subscription delivers.
      if (word.startsWith("H4sI")) return this.mask;
      return this.maskedBase64Word(word, depth) ?? word;
    });
  }

  private maskedBase64Word(word: string, depth: number): string | undefined {
    const json = word.indexOf("ey");
    for (const from of json > 0 ? [0, json] : [0]) {
      const encoded = word.slice(from);
      const plain = textOfBase64(encoded);
      if (plain === undefined) continue;
      const masked = this.masked(plain, depth + 1);
      if (masked !== plain) return word.slice(0, from) + base64Like(encoded, masked);
    }
    return undefined;
  }
}

/** `sk_test_x` */
const minRunLength = 9;

/** Letters, digits and the signs `_`, `-`, `.`, `+`, `/`, `=` and `:`. */
const isRunPart = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 45 && code <= 58) ||
  code === 95 ||
  code === 61 ||
  code === 43;

/** `Bearer x` and `Basic x` anywhere in a text. */
function maskedSchemes(text: string, mask: string): string {
  return text.replace(
    /(?<![A-Za-z0-9])(bearer|basic|digest|negotiate)([ \t]+|%20|\+)([^\s"',;<>\\]+)/gi,
    (all, scheme: string, space: string, value: string) => {
      const isSecret =
        scheme.toLowerCase() === "bearer"
          ? !/^(?:tokens?|auth\w*|scheme|realm\S*|and|or|is|was|in|of|for|the|error\S*|mask)$/i.test(value)
          : (textOfBase64(value)?.includes(":") ?? false) || (value.length >= 16 && /\d/.test(value));
      return isSecret ? `${scheme}${space}${mask}` : all;
    },
  );
}

/** `https://user:password@host`, and a token in place of the user. */
function maskedUserInfo(text: string, mask: string): string {
  return text.replace(
    /:\/\/([^\s/?#@:"'<>]{0,256})(?::([^\s/@"'<>]{0,256}))?@/g,
    (all, user: string, password: string | undefined) => {
      const isToken = user.length >= 12 && /\d/.test(user);
      if (password === undefined || password === "") return isToken ? `://${mask}@` : all;
      return `://${isToken ? mask : user}:${mask}@`;
    },
  );
}

/** `<SecretAccessKey>x</SecretAccessKey>` */
function maskedElements(text: string, mask: string): string {
  return text.replace(
    /<([A-Za-z][\w:.-]{0,80})((?:\s[^<>]{0,400})?)>([^<]+)(?=<\/)/g,
    (all, name: string, more: string) => (isSecretName(name) ? `<${name}${more}>${mask}` : all),
  );
}

/** The parts of a form: `content-disposition: form-data; name="password"`. */
function maskedParts(text: string, mask: string): string {
  return text.replace(
    /(form-data;[^\r\n]{0,200}?name="([^"\r\n]{1,80})"[^\r\n]{0,200}(?:\r?\n[\w-]{1,60}:[^\r\n]{0,200}){0,4}\r?\n\r?\n)([^\r\n]+)/gi,
    (all, head: string, name: string) => (isSecretName(name) || name === "code" ? `${head}${mask}` : all),
  );
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A text that base64 stands for, or undefined if it stands for other bytes. */
function textOfBase64(encoded: string): string | undefined {
  const plain = encoded.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/");
  if (plain.length % 4 === 1) return undefined;
  try {
    const binary = atob(plain);
    // The first characters show that most words stand for other bytes.
    if (!isPrintable(binary.slice(0, 12))) return undefined;
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    const text = decoder.decode(bytes);
    return isPrintable(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Base64 of a text, in the alphabet and with the padding of an example. */
function base64Like(example: string, text: string): string {
  const encoded = btoa(
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""),
  );
  const inAlphabet = /[-_]/.test(example) ? encoded.replaceAll("+", "-").replaceAll("/", "_") : encoded;
  const isPadded = example.endsWith("=") || example.length % 4 === 0;
  return isPadded ? inAlphabet : inAlphabet.replace(/=+$/, "");
}

/** Whether a text has no control characters but tabs and line breaks. */
function isPrintable(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127) return false;
  }
  return true;
}
