import { GivenPattern } from "./given-pattern";

/**
 * Reads a rule for whole texts; undefined for no rule.
 *
 * The gateways use Java's regular expressions, which also have inline flags and possessive quantifiers.
 */
export function javaRegex(written: string | undefined): RegExp | undefined {
  if (written === undefined || written === "") return undefined;
  const flags = /^\(\?([ims]+)\)/.exec(written)?.[1] ?? "";
  const pattern = written.replace(/^\(\?[a-zA-Z-]+\)/, "").replace(/([*+?}])\+/g, "$1");
  try {
    return new GivenPattern(`^(?:${pattern})$`, flags);
  } catch {
    // An invalid rule admits no request.
    return /(?!)/;
  }
}
