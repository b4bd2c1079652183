import { jsonOf } from "../../../facts/text/json";
import { decodeWithPlus } from "../../../facts/text/query-string";

/**
 * `$util` of a template.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
 */
export class TemplateUtil {
  /** Escapes quotes, backslashes, control characters and non-ASCII characters. */
  escapeJavaScript(value: unknown): string {
    return textOf(value).replace(/[^ !#-&(-.0-[\]-~]/g, escapeCharacter);
  }

  parseJson(value: unknown): unknown {
    return jsonOf(textOf(value));
  }

  urlEncode(value: unknown): string {
    return encodeURIComponent(textOf(value))
      .replaceAll("%20", "+")
      .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  }

  urlDecode(value: unknown): string {
    return decodeWithPlus(textOf(value));
  }

  base64Encode(value: unknown): string {
    return Buffer.from(textOf(value), "utf8").toString("base64");
  }

  base64Decode(value: unknown): string {
    return Buffer.from(textOf(value), "base64").toString("utf8");
  }
}

const short: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\\": "\\\\",
  '"': '\\"',
  "'": "\\'",
  "/": "\\/",
};

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return short[character] ?? `\\u${code}`;
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
