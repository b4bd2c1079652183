import type { PolicyReport } from "../../policy/check";
import type { AppliedException } from "../../policy/exceptions";
import type { Finding } from "../../policy/rule";
import type { Terminal } from "../ui/terminal";

/** Prints the findings, the exceptions with their reasons, and what matches nothing. */
export function printPolicy(
  terminal: Pick<Terminal, "print" | "warn" | "error">,
  { rules, errors, warnings, exceptions, notes }: PolicyReport,
): void {
  const counts = [
    count(rules.length, "rule"),
    count(errors.length, "error"),
    count(warnings.length, "warning"),
    count(exceptions.length, "exception"),
  ];
  terminal.print(`\nPolicy: ${counts.join(", ")}`);
  for (const each of exceptions) terminal.print(exceptionText(each));
  for (const note of notes) terminal.warn(note);
  for (const each of warnings) terminal.warn(findingText(each));
  for (const each of errors) terminal.error(findingText(each));
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

/** The form of all messages: construct, part, problem, then the remedy, then the rule. */
function findingText({ path, of, problem, remedy, rule }: Finding): string {
  const part = of === undefined ? "" : `${of}: `;
  return `${path}: ${part}${problem}.\n  ${remedy}\n  [${rule}]`;
}

function exceptionText({ path, rule, of, reason, findings }: AppliedException): string {
  const parts = of === undefined ? ` (${count(findings.length, "finding")})` : `: ${of}`;
  return `  except ${path}${parts}: ${reason} [${rule}]`;
}
