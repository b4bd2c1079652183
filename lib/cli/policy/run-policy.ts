import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { compileFunction } from "node:vm";
import { isLibraryError, ServerformError, withText } from "../../facts/errors/error";
import { packageName } from "../../facts/errors/package-name";
import { groupedBy } from "../../facts/text/grouped";
import { isRecord } from "../../facts/text/record";
import {
  type AppliedException,
  checkRules,
  type Policy,
  type PolicyFinding,
  type PolicyReport,
  readExceptions,
  readPolicyFacts,
} from "../../model";
import * as policyModule from "../../model/policy";
import { fail } from "../../model/policy/errors";
import { problem as refusal } from "../errors";
import { buildErrors } from "../project/build-errors";
import type { CommandContext } from "../project/command-context";
import { countOf } from "../ui/amounts";
import type { Terminal } from "../ui/terminal";

/** Checks the policy in a file of the project, and prints the report. */
export async function runPolicy(
  { project, stage, terminal }: Pick<CommandContext, "project" | "stage" | "terminal">,
  file: string,
): Promise<PolicyReport> {
  const policy = await loadPolicy(project.root, file, stage);
  const output = resolve(project.root, project.output);
  const report = checkRules(policy, readPolicyFacts(output, stage), readExceptions(output));
  printPolicy(terminal, report);
  return report;
}

/** Prints the findings, the exceptions with their reasons, and exceptions that match nothing. */
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

/** Refuses a deployment with errors, which are printed already. A program reads each of them. */
export function requirePolicy(report: PolicyReport | undefined): void {
  const { errors = [] } = report ?? {};
  if (errors.length === 0) return;
  const findings = errors.map((finding) => {
    const { rule, path, of = "", problem, remedy } = finding;
    return withText(new ServerformError(rule, path, of, groupText([finding])), { problem, remedy });
  });
  const { code, path, prop, message } = refusal("serverform deploy", "policy-not-met", "the policy", {
    count: errors.length,
  });
  throw new ServerformError(code, path, prop, message, findings);
}

/** Findings that differ only in the construct. */
type Group = readonly [PolicyFinding, ...PolicyFinding[]];

function groupsOf(findings: readonly PolicyFinding[]): readonly Group[] {
  const groups = groupedBy(findings, ({ rule, of, problem, remedy }) =>
    JSON.stringify([rule, of, problem, remedy]),
  );
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

/**
 * Loads a policy: the default export of a file of the project, or the result of an exported function for the stage.
 *
 * Throws if the file fails or exports no policy.
 */
export async function loadPolicy(root: string, name: string, stage: string): Promise<Policy> {
  const exported = run(join(root, name), name, await bundle(root, name));
  const found = isRecord(exported) ? exported.default : undefined;
  const policy = typeof found === "function" ? guarded(name, () => found({ stage })) : found;
  if (isPolicy(policy)) return policy;
  const exports = isRecord(exported) ? Object.keys(exported) : [];
  return fail(name, "policy-file-empty", "the file", { exports });
}

const isPolicy = (value: unknown): value is Policy =>
  isRecord(value) && Array.isArray(value.rules) && value.warnings instanceof Set;

/** Bundles the file with its imports from the project. */
async function bundle(root: string, name: string): Promise<string> {
  const { build } = await import("esbuild");
  try {
    const { outputFiles } = await build({
      entryPoints: [join(root, name)],
      absWorkingDir: root,
      bundle: true,
      write: false,
      platform: "node",
      format: "cjs",
      packages: "external",
      // Unaffected by path aliases of tsconfig.json.
      external: [`${packageName}/policy`],
      target: `node${process.versions.node}`,
      logLevel: "silent",
    });
    return outputFiles[0]?.text ?? "";
  } catch (error) {
    return fail(name, "policy-file-failed", "the file", { reason: (await buildErrors(error)).join("\n\n") });
  }
}

function run(file: string, name: string, code: string): unknown {
  const requireHere = createRequire(file);
  const module: { exports: unknown } = { exports: {} };
  // Uses the rules of this command line, so that both have the same version.
  const load = (id: string): unknown => (id === `${packageName}/policy` ? policyModule : requireHere(id));
  guarded(name, () =>
    compileFunction(code, ["require", "module", "exports"], { filename: file })(load, module, module.exports),
  );
  return module.exports;
}

/** Runs code of the file. Errors of this library explain the problem; others come from the file. */
function guarded<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (isLibraryError(error)) throw error;
    const reason = isRecord(error) && typeof error.message === "string" ? error.message : String(error);
    return fail(name, "policy-file-failed", "the file", { reason, cause: error });
  }
}

/**
 * Checks the policy of a project against its output folder, and prints the report.
 *
 * Returns undefined if the project has no policy, without loading the rules.
 */
export async function checkAppPolicy(
  context: Pick<CommandContext, "project" | "stage" | "terminal">,
): Promise<PolicyReport | undefined> {
  const file = policyFileIn(context.project.root);
  if (file === undefined) return undefined;
  const { runPolicy } = await import("./run-policy.js");
  return runPolicy(context, file);
}

const names = ["ts", "mts", "js", "mjs"].map((ending) => `serverform.policy.${ending}`);

const policyFileIn = (root: string): string | undefined => names.find((each) => existsSync(join(root, each)));
