/**
 * The problem of a member of an input, in the words of AWS.
 *
 * @param value - null for one that is missing. @default - it is not shown
 */
export function violation(at: string, value: string | null | undefined, rule: string): string {
  const shown = value === undefined ? "" : value === null ? " null" : ` '${value}'`;
  return `Value${shown} at '${at}' failed to satisfy constraint: Member must ${rule}`;
}

/** The words of the refusal of an input. */
export function detected(...violations: readonly string[]): string {
  const count = violations.length === 1 ? "1 validation error" : `${violations.length} validation errors`;
  return `${count} detected: ${violations.join("; ")}`;
}

export const oneOf = (values: Iterable<string>): string =>
  `satisfy enum value set: [${[...values].join(", ")}]`;

export const matching = (pattern: string): string => `satisfy regular expression pattern: ${pattern}`;
