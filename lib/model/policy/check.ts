import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonOf } from "../../facts/text/json";
import { isValues } from "../resources/values";
import { fail } from "./errors";
import type { PolicyFacts } from "./facts";
import { checkRuleId, type Policy, policyFile } from "./policy";
import { findingsOf, type PolicyFinding, type Rule } from "./rule";
import { ruleTexts } from "./rule-texts";

export interface PolicyReport {
  readonly rules: readonly string[];
  readonly errors: readonly PolicyFinding[];
  readonly warnings: readonly PolicyFinding[];
  readonly exceptions: readonly AppliedException[];
  /** Sentences about exceptions and settings that match nothing. */
  readonly notes: readonly string[];
}

/** Checks the rules of a policy. Throws if a rule fails or an exception names an unknown rule. */
export function checkRules(
  { rules, warnings }: Policy,
  facts: PolicyFacts,
  written: readonly WrittenException[],
): PolicyReport {
  const ids = rules.map(({ id }) => id);
  // A rule of the library may be left out of the policy of one stage.
  const known = [...new Set([...ids, ...libraryRuleIds])];
  for (const { path, rule } of written) checkRuleId(path, "exceptFromRule(...).rule", rule, known);
  const found = rules.flatMap((rule) => run(rule, facts));
  const exceptions = written.map((each) => ({
    ...each,
    findings: found.filter((finding) => excepts(each, finding)),
  }));
  const left = found.filter((finding) => !written.some((each) => excepts(each, finding)));
  const unused = exceptions.filter(({ findings, rule }) => findings.length === 0 && ids.includes(rule));
  return {
    rules: ids,
    errors: left.filter(({ rule }) => !warnings.has(rule)),
    warnings: left.filter(({ rule }) => warnings.has(rule)),
    exceptions: exceptions.filter(({ findings }) => findings.length > 0),
    notes: [
      ...rules.flatMap((rule) => rule.notes?.(facts) ?? []),
      ...unused.map(
        ({ path, rule, of }) =>
          `${path}: the exception of the rule ${rule}${of === undefined ? "" : ` for ${of}`} matches nothing. Remove it.`,
      ),
    ],
  };
}

function run(rule: Rule, facts: PolicyFacts): readonly PolicyFinding[] {
  try {
    return findingsOf(rule, facts);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(policyFile, "policy-rule-failed", "rules", { value: rule.id, reason, cause: error });
  }
}

/** An exception covers a construct and all its children. */
function excepts({ path, rule, of }: WrittenException, finding: PolicyFinding): boolean {
  const isInside = finding.path === path || finding.path.startsWith(`${path}/`) || path === "";
  return isInside && rule === finding.rule && (of === undefined || of === finding.of);
}

export const libraryRuleIds: readonly string[] = Object.keys(ruleTexts);

/** An exception, as `exceptFromRule` writes it. */
interface WrittenException {
  /** Construct path. */
  readonly path: string;
  readonly rule: string;
  readonly of?: string;
  readonly reason: string;
}

export interface AppliedException extends WrittenException {
  readonly findings: readonly PolicyFinding[];
}

/** The exceptions in an output folder. A folder of another tool has none. */
export function readExceptions(folder: string): readonly WrittenException[] {
  const file = join(folder, "serverform.json");
  const entries = existsSync(file) ? jsonOf(readFileSync(file, "utf8")) : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown): readonly WrittenException[] => {
    if (!isValues(entry) || entry.type !== "RuleException" || !isValues(entry.data)) return [];
    const { path, rule, of, reason } = entry.data;
    const isWhole = [path, rule, reason].every((each) => typeof each === "string");
    if (!isWhole) return [];
    const exception = { path: String(path), rule: String(rule), reason: String(reason) };
    return [typeof of === "string" ? { ...exception, of } : exception];
  });
}
