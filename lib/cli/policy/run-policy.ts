import { resolve } from "node:path";
import { checkRules, type PolicyReport } from "../../model/policy/check";
import { readExceptions } from "../../model/policy/exceptions";
import { readPolicyFacts } from "../../model/policy/facts";
import type { CommandContext } from "../project/command-context";
import { loadPolicy } from "./load-policy";
import { printPolicy } from "./print";

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
