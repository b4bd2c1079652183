import type { PolicyReport } from "../../model/policy/check";
import type { CommandContext } from "../project/command-context";
import { policyFileIn } from "./policy-file";

/**
 * Checks the policy of a project against its output folder, and prints the report.
 *
 * Returns undefined if the project has no policy. The rules are not loaded then.
 */
export async function checkAppPolicy(
  context: Pick<CommandContext, "project" | "stage" | "terminal">,
): Promise<PolicyReport | undefined> {
  const file = policyFileIn(context.project.root);
  if (file === undefined) return undefined;
  const { runPolicy } = await import("./run-policy.js");
  return runPolicy(context, file);
}
