import { isPolicyVariable } from "../../facts/aws/policy-variables";

/** A part of a string in a policy: plain text, an IAM variable, or a reference of CDKTF or Terraform. */
export interface TextPart {
  readonly kind: "plain" | "variable" | "reference";
  /** The text; a variable begins with one `$`. */
  readonly text: string;
}

/** Splits a string into parts. `${...}` with a colon is an IAM variable, any other a reference. */
export function policyTextParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const escaped = text.startsWith("$${", at);
    const open = escaped ? at + 1 : at;
    const end = text.startsWith("${", open) ? endOfInterpolation(text, open) : undefined;
    if (end === undefined) {
      // Only a $ can begin anything else.
      const next = text.indexOf("$", at + 1);
      const stop = next === -1 ? text.length : next;
      plain += text.slice(at, stop);
      at = stop;
      continue;
    }
    if (plain !== "") parts.push({ kind: "plain", text: plain });
    plain = "";
    const inner = text.slice(open + 2, end - 1);
    // The caller may have escaped it for Terraform already: `$${aws:username}`.
    const kind = escaped || isPolicyVariable(inner) ? "variable" : "reference";
    parts.push({ kind, text: text.slice(open, end) });
    at = end;
  }
  if (plain !== "") parts.push({ kind: "plain", text: plain });
  return parts;
}

/** The position after the `${...}` that starts at `open`; undefined if it is not closed. */
function endOfInterpolation(text: string, open: number): number | undefined {
  let at = open + 2;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === "}") return at + 1;
    if (char === "{") {
      const end = endOfInterpolation(text, at - 1);
      if (end === undefined) return undefined;
      at = end;
    } else if (char === '"') {
      const end = endOfQuote(text, at);
      if (end === undefined) return undefined;
      at = end;
    } else {
      at += 1;
    }
  }
  return undefined;
}

/** The position after the quoted string that starts at `open`. The string may contain interpolations. */
function endOfQuote(text: string, open: number): number | undefined {
  let at = open + 1;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    if (char === "\\") {
      at += 2;
    } else if (text.startsWith("$${", at)) {
      at += 3;
    } else if (text.startsWith("${", at)) {
      const end = endOfInterpolation(text, at);
      if (end === undefined) return undefined;
      at = end;
    } else {
      at += 1;
    }
  }
  return undefined;
}
