import { Fn, Lazy, Token } from "cdktf";
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
