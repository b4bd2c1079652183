import { GivenPattern } from "./given-pattern";

/**
 * Reads a rule for whole texts; undefined for no rule.
 *
 * The gateways use Java's regular expressions, which also have inline flags and possessive quantifiers.
 */
export function javaRegex(written: string | undefined): RegExp | undefined {
  if (written === undefined || written === "") return undefined;
  const flags = /^\(\?([ims]+)\)/.exec(written)?.[1] ?? "";
  const pattern = withoutPossessive(written.replace(/^\(\?[a-zA-Z-]+\)/, ""));
  try {
    return new GivenPattern(`^(?:${pattern})$`, flags);
  } catch {
    // An invalid rule admits no request.
    return /(?!)/;
  }
}

/** A plus sign behind a quantifier is not taken. In a class, and for an escaped sign, it has its own meaning. */
function withoutPossessive(pattern: string): string {
  let isInClass = false;
  return pattern.replace(/\\.|[[\]]|[*+?}]\+/gs, (found) => {
    if (found === "[" || found === "]") isInClass = found === "[";
    return isInClass || found.startsWith("\\") ? found : found.charAt(0);
  });
}
