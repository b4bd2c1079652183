import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PolicyReport } from "../../model";
import type { CommandContext } from "../project/command-context";

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

const names = ["ts", "mts", "js", "mjs"].map((ending) => `serverform.policy.${ending}`);

/** The name of the file with the policy of a project; undefined without one. */
const policyFileIn = (root: string): string | undefined => names.find((each) => existsSync(join(root, each)));
