import type { PolicyReport } from "../../model/policy/check";
import type { AppliedException } from "../../model/policy/exceptions";
import type { PolicyFinding } from "../../model/policy/rule";
import { countOf } from "../ui/count";
import type { Terminal } from "../ui/terminal";

/** Prints the findings, the exceptions with their reasons, and what matches nothing. */
export function printPolicy(
  terminal: Pick<Terminal, "print" | "warn" | "error">,
  { rules, errors, warnings, exceptions, notes }: PolicyReport,
): void {
  const counts = [
    countOf(rules.length, "rule"),
    countOf(errors.length, "error"),
    countOf(warnings.length, "warning"),
    countOf(exceptions.length, "exception"),
  ];
  terminal.print(`\nPolicy: ${counts.join(", ")}`);
  for (const each of exceptions) terminal.print(exceptionText(each));
  for (const note of notes) terminal.warn(note);
  for (const each of groupsOf(warnings)) terminal.warn(groupText(each));
  for (const each of groupsOf(errors)) terminal.error(groupText(each));
}

/** Findings that differ only in the construct. */
type Group = readonly [PolicyFinding, ...PolicyFinding[]];

function groupsOf(findings: readonly PolicyFinding[]): readonly Group[] {
  const groups = new Map<string, [PolicyFinding, ...PolicyFinding[]]>();
  for (const each of findings) {
    const { rule, of, problem, remedy } = each;
    const key = JSON.stringify([rule, of, problem, remedy]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

/** The form of all messages: construct, part, problem, then the remedy, then the rule. */
function groupText([first, ...others]: Group): string {
  const { path, of, problem, remedy, rule } = first;
  const part = of === undefined ? "" : `${of}: `;
  const more = others.map((each) => `  and ${each.path}`);
  return [`${path}: ${part}${problem}.`, ...more, `  ${remedy}`, `  [${rule}]`].join("\n");
}

function exceptionText({ path, rule, of, reason, findings }: AppliedException): string {
  const parts = of === undefined ? ` (${countOf(findings.length, "finding")})` : `: ${of}`;
  return `  except ${path}${parts}: ${reason} [${rule}]`;
}
