import { Fn, Lazy, Token } from "cdktf";
import { escapeTemplate } from "../core/tokens/escape";
import { isUnresolved } from "../core/tokens/unresolved";
import { policyTextParts } from "./policy-text";

/** A template of Terraform as a text in quotes within an expression. */
export function quotedTemplate(template: string): string {
  const parts = policyTextParts(template).map(({ kind, text }) => {
    if (kind === "reference") return text;
    return `${kind === "variable" ? "$" : ""}${quotedText(text)}`;
  });
  return `"${parts.join("")}"`;
}

/** A text between quotes in Terraform, which has fewer escapes than JSON. */
export function quotedText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\([\\bf])/g, (found, letter) => ({ b: "\\u0008", f: "\\u000c" })[letter as string] ?? found);
}

/**
 * A part of a text with references, such as the account of an ARN.
 *
 * CDKTF's own functions warn of a text beside a reference, and do not escape its quotes.
 */
export function partOf(text: string, separator: string, index: number): string {
  if (isReference(text)) return Token.asString(Fn.element(Fn.split(separator, text), index));
  return Lazy.stringValue({
    produce: (context) => {
      const known = quotedTemplate(String(context.resolve(text)));
      return `\${element(split(${JSON.stringify(separator)}, ${known}), ${index})}`;
    },
  });
}

/** Changes whenever the value of one of the texts changes. */
export function digestOf(texts: readonly string[]): string {
  return Lazy.stringValue({
    produce: (context) => {
      const known = texts.map((text) => quotedTemplate(String(context.resolve(text))));
      return `\${sha256(join("\\n", [${known.join(", ")}]))}`;
    },
  });
}

/** Whether a text is one reference of CDKTF, and nothing beside it. */
function isReference(text: string): boolean {
  return /^\$\{TfToken\[[^\]]+\]\}$/.test(text);
}

type Resolve = (value: unknown) => unknown;

/**
 * JSON text with references to resources.
 *
 * CDKTF's own `jsonencode` escapes neither quotes nor backslashes in the caller's texts. Here the library writes the JSON,
 * and Terraform encodes only the values of the references.
 */
export function jsonTemplate(value: unknown): string {
  return Lazy.stringValue({
    produce: (context) => written(value, (each) => context.resolve(each) as unknown),
  });
}

function written(value: unknown, resolve: Resolve): string {
  if (typeof value === "string" || isUnresolved(value)) {
    const known = resolve(typeof value === "string" ? escapeTemplate(value) : value);
    return typeof known === "string" ? textJson(known) : written(known, resolve);
  }
  if (Array.isArray(value)) return `[${value.map((each) => written(each ?? null, resolve)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${members.map(([key, each]) => `${written(key, resolve)}:${written(each, resolve)}`).join(",")}}`;
}

/** A template as JSON. A reference alone keeps the type of its value; within a text it becomes text. */
function textJson(template: string): string {
  const parts = policyTextParts(template);
  const [first] = parts;
  if (parts.length === 1 && first?.kind === "reference") return `\${jsonencode(${first.text.slice(2, -1)})}`;
  const inner = parts.map(({ kind, text }) => {
    if (kind === "reference") return `\${trimsuffix(trimprefix(jsonencode("${text}"), "\\""), "\\"")}`;
    // The caller's own `${` comes without its escape.
    return `${kind === "variable" ? "$" : ""}${JSON.stringify(text).slice(1, -1)}`;
  });
  return `"${inner.join("")}"`;
}
